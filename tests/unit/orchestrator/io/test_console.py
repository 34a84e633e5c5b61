"""Results go to standard output, trouble goes to standard error."""

from contextlib import redirect_stdout
from io import StringIO

from rich.console import Console

from orchestrator.io.console import say, warn


def test_a_line_is_printed_unchanged(capsys):
    say(Console(), "[bold]:smile: " + "x" * 200)
    assert capsys.readouterr().out == "[bold]:smile: " + "x" * 200 + "\n"


def test_trouble_goes_to_standard_error(capsys):
    warn(Console(), "failed: [c0]")
    assert capsys.readouterr() == ("", "failed: [c0]\n")


def test_a_quiet_console_does_not_hide_trouble(capsys):
    console = Console(quiet=True)
    say(console, "1 of 1 clusters done")
    warn(console, "failed: c0")
    assert capsys.readouterr() == ("", "failed: c0\n")


def test_trouble_of_a_console_that_writes_to_a_log_stays_in_the_log(capsys):
    log = StringIO()
    warn(Console(file=log), "failed: c0")
    assert (log.getvalue(), capsys.readouterr()) == ("failed: c0\n", ("", ""))


def test_output_that_is_silenced_does_not_hide_trouble(capsys):
    with redirect_stdout(StringIO()) as silenced:
        warn(Console(), "failed: c0")
    assert (silenced.getvalue(), capsys.readouterr().err) == ("", "failed: c0\n")
