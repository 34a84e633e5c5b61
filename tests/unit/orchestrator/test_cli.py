"""The console script: help for everything, a line for every mistake, and nothing slow before it is needed."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import paralattice
from orchestrator import cli as cli_module
from orchestrator.cli import cli
from workers.settings import BROKER_VARIABLE, STORE_VARIABLE

ROOT = Path(__file__).resolve().parents[3]
COMMANDS = {
    ("submit",): ["--versions", "--dry-run", "--set", "--update", "Exit code"],
    ("options",): ["--set"],
    ("sheets",): ["--judges", "--per-cluster", "--force", "instructions.md"],
    ("score",): ["SHEETS", "table3", "figure5", "Exit code"],
    ("models",): ["download", "list"],
    ("models", "list"): ["--parser"],
    ("models", "download"): ["PACKAGE"],
    ("tokenize",): ["FILES"],
    ("status",): ["--json", "Exit code"],
    ("watch",): ["--detach"],
    ("runs",): ["--broker"],
    ("cancel",): ["--wait"],
    ("retry",): ["--workers"],
}


@pytest.fixture
def invoke(monkeypatch):
    monkeypatch.delenv(BROKER_VARIABLE, raising=False)
    monkeypatch.delenv(STORE_VARIABLE, raising=False)
    runner = CliRunner()
    return lambda *words: runner.invoke(cli, words)


def test_without_a_command_the_commands_are_listed(invoke):
    text = invoke("--help").output
    for (command, *_), _ in COMMANDS.items():
        assert f"\n  {command} " in text
    assert "orchestrator submit corpus/" in text


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_has_help(invoke, command, flag):
    done = invoke(*command, flag)
    assert done.exit_code == 0
    for word in ["Usage:", *COMMANDS[command]]:
        assert word in done.output
    assert max(map(len, done.output.splitlines())) <= 100


def test_every_command_and_every_flag_is_explained():
    open_groups = [cli]
    while open_groups:
        for command in open_groups.pop().commands.values():
            assert command.help, command.name
            open_groups += [command] if hasattr(command, "commands") else []
            for parameter in command.params:
                argument = parameter.param_type_name == "argument"
                assert argument or parameter.help, (command.name, parameter.name)


def test_the_version_is_told(invoke):
    assert invoke("--version").output == f"orchestrator, version {paralattice.__version__}\n"


def test_orchestrator_and_paralattice_are_the_same_program():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts == dict.fromkeys(["orchestrator", "paralattice"], "orchestrator.cli:main")


@pytest.mark.parametrize("name", ["orchestrator", "paralattice"])
def test_the_usage_shows_the_name_that_was_called(main, name):
    assert main("submit", name=name)[2].startswith(f"Usage: {name} submit ")


def test_the_package_can_be_run_by_an_interpreter():
    command = [sys.executable, "-P", "-m", "orchestrator", "submit"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("Usage: python -m orchestrator submit ")


def test_options_are_listed_with_defaults(invoke):
    done = invoke("options")
    assert done.exit_code == 0
    assert "align.gap = -1\n" in done.output
    assert "sample.seed = 2006\n" in done.output


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("submit",),
        ("submit", "a", "b"),
        ("submit", "a", "--nonsense"),
        ("submit", "a", "--workers", "0"),
        ("submit", "a", "--workers", "many"),
        ("submit", "a", "--window", "0"),
        ("submit", "a", "--seed", "1.5"),
        ("sheets", "a"),
        ("sheets", "a", "--judges", "0"),
        ("sheets", "a", "--judges", "2", "--per-cluster", "0"),
        ("sheets", "a", "--judges", "2", "--split", "exam"),
        ("score", "a"),
        ("models", "nonsense"),
        ("options", "more"),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_ends_with_2_and_the_usage(invoke, words):
    done = invoke(*words)
    assert done.exit_code == 2
    assert "Usage: " in done.output
    assert "Error: " in done.output


IMPORTS = """
import json, sys
sys.argv = ["orchestrator", *json.loads(sys.argv[1])]
from orchestrator.cli import main
try:
    main()
except SystemExit:
    print()
    print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""
SLOW = {"celery", "kombu", "redis", "numpy", "numba", "torch", "stanza", "spacy", "rich", "sqlite3"}


@pytest.mark.parametrize(
    "words", [["--help"], ["submit", "--help"], ["--version"], ["submit"], ["models", "--help"]]
)
def test_help_imports_nothing_slow(words):
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, json.dumps(words)], capture_output=True, text=True, check=True
    )
    imported = set(json.loads(done.stdout.splitlines()[-1]))
    assert "click" in imported
    assert not imported & SLOW


@pytest.fixture
def main(monkeypatch, capsys, tmp_path):
    """Run the whole console script in this process; return exit code and both outputs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(BROKER_VARIABLE, raising=False)
    monkeypatch.delenv(STORE_VARIABLE, raising=False)
    limit = sys.get_int_max_str_digits()

    def main(*words, name="orchestrator"):
        monkeypatch.setattr(sys, "argv", [name, *map(str, words)])
        try:
            cli_module.main()
        except SystemExit as stop:
            code = stop.code
        else:
            code = 0
        output = capsys.readouterr()
        return code or 0, output.out, output.err

    yield main
    sys.set_int_max_str_digits(limit)


def test_bad_input_is_told_in_a_line_and_ends_with_2(main):
    assert main("submit", "nowhere", "--set", "align.gap=up") == (
        2,
        "",
        "error: --set align.gap=up: the value must be of type int\n",
    )


def test_every_problem_has_a_line_of_its_own(main, tmp_path):
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "a.txt").write_text("")
    (corpus / "b.txt").write_text("Fine .\n\nFine .\n")
    code, _, errors = main("submit", "corpus", "--tokenized")
    assert code == 2
    assert len(errors.splitlines()) == 2
    assert all(line.startswith("error: ") for line in errors.splitlines())


def test_lines_that_explain_an_error_are_no_errors_of_their_own():
    assert cli_module._prefixed("first\n  detail\nsecond") == "error: first\n  detail\nerror: second"


def test_a_file_that_cannot_be_read_is_named_and_ends_with_1(main):
    code, output, errors = main("tokenize", "absent.txt")
    assert (code, output) == (1, "")
    assert errors == "error: absent.txt: No such file or directory\n"


def test_an_error_of_the_system_without_a_number_is_told_all_the_same(main, monkeypatch):
    def fail(_files):
        raise TimeoutError("timed out")

    monkeypatch.setattr("orchestrator.corpora.tokenizing.tokenized_lines", fail)
    assert main("tokenize") == (1, "", "error: timed out\n")


def test_a_defect_of_ours_is_not_hidden(main, monkeypatch):
    def fail(_files):
        raise RuntimeError("a defect")

    monkeypatch.setattr("orchestrator.corpora.tokenizing.tokenized_lines", fail)
    with pytest.raises(RuntimeError, match="a defect"):
        main("tokenize")


def test_a_dry_run_prints_the_plan_and_writes_nothing(main, parsed_corpus, tmp_path):
    corpus = parsed_corpus(2)
    code, output, errors = main("submit", corpus, "--dry-run", "--versions", "V1,V4", "--name", "storm[uk]")
    assert (code, errors) == (0, "")
    first, *stages, last = output.splitlines()
    assert first == "run runs/storm[uk]: 2 clusters, 10 sentences, V1, V4"
    assert [line.split()[:2] for line in stages] == [
        ["parse", "0"],
        *([stage, "4"] for stage in ("chunk", "align", "merge", "build", "sample")),
    ]
    assert last == "nothing was run (--dry-run)"
    assert [path.name for path in tmp_path.iterdir()] == ["corpus"]


def test_files_that_are_not_read_are_named(main, parsed_corpus):
    corpus = parsed_corpus(1)
    (corpus / "notes[old].doc").write_text("not a cluster")
    _, output, _ = main("submit", corpus, "--dry-run")
    assert output.startswith(f"not read: {corpus / 'notes[old].doc'}\n")


def test_output_that_nobody_reads_leaves_no_trace():
    script = "import orchestrator.cli; orchestrator.cli.main()"
    command = f"{sys.executable} -c '{script}' options | true"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
