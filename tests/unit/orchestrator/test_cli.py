"""The console script: help for everything, a line for every mistake, and nothing slow before it is needed."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import paralattice
from orchestrator import cli as cli_module
from orchestrator.cli import cli
from orchestrator.commands.common.group import SectionedGroup
from orchestrator.engine.signals import StopRequest
from support.runs import make_run
from workers.settings import BROKER_VARIABLE, STORE_VARIABLE

ROOT = Path(__file__).resolve().parents[3]
COMMANDS = {
    ("submit",): ["--versions", "--dry-run", "--set", "--update", "Exit code"],
    ("options",): ["--set"],
    ("judge",): ["deal", "score"],
    ("judge", "deal"): ["--judges", "--per-cluster", "--force", "instructions.md"],
    ("judge", "score"): ["SHEETS", "table3", "figure5", "Exit code"],
    ("phrases",): ["list", "deal", "score", "evaluate"],
    ("match",): ["run", "evaluate"],
    ("reword",): ["train", "run", "align-error", "deal", "score"],
    ("parser",): ["list", "download", "score", "train"],
    ("parser", "list"): ["--parser"],
    ("parser", "download"): ["PACKAGE"],
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


def all_commands(group=cli, path=()):
    """Yield the names of all commands, groups included, with the commands."""
    for name, command in group.commands.items():
        yield (*path, name), command
        if hasattr(command, "commands"):
            yield from all_commands(command, (*path, name))


def test_every_command_and_every_flag_is_explained():
    for path, command in all_commands():
        assert command.help, path
        for parameter in command.params:
            assert parameter.param_type_name == "argument" or parameter.help, (path, parameter.name)


def test_every_help_has_an_example_of_its_command():
    for path, command in all_commands():
        assert f"  orchestrator {' '.join(path)} " in f"{command.help} ".replace("\n", " "), path


@pytest.mark.parametrize("group", ["", "judge", "phrases", "match", "reword", "parser"])
def test_no_summary_is_cut_at_eighty_columns(invoke, group):
    text = invoke(*group.split(), "--help").output
    commands = text.partition("\nRuns:\n" if not group else "\nCommands:\n")[2]
    assert len(commands.splitlines()) >= 2
    assert "..." not in commands
    assert max(map(len, commands.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "meant"),
    [(("submitt",), "submit"), (("phrases", "lits"), "list"), (("runs", "--jsn"), "--json")],
)
def test_a_mistyped_name_is_answered_with_a_similar_one(invoke, words, meant):
    done = invoke(*words)
    assert done.exit_code == 2
    assert f"Did you mean {meant!r}?" in done.output


@pytest.mark.parametrize(
    "words", [("report",), ("judge", "deal", "--judges", "1"), ("measure",), ("phrases", "list")]
)
def test_a_run_that_is_not_there_is_answered_with_the_runs_that_are(main, tmp_path, words):
    (tmp_path / "there" / "bridges").mkdir(parents=True)
    (tmp_path / "there" / "bridges" / "run.json").write_text("{}")
    code, _, errors = main(*words, "brigdes", "--runs", "there")
    assert code == 2
    assert (
        errors == "error: there is no run 'brigdes'; the runs in there: bridges (did you mean 'bridges'?)\n"
    )


SHORT = {"-o": "--output", "-q": "--quiet", "-v": "--verbose", "-h": "--help"}


def test_short_options_mean_the_same_in_all_commands():
    for path, command in all_commands():
        if hasattr(command, "commands"):
            continue
        flags = [parameter.opts for parameter in command.params if parameter.param_type_name == "option"]
        for short, long in SHORT.items():
            assert all((short in own) == (long in own) for own in flags), (path, long)
        assert sum("-v" in own for own in flags) == sum("-V" in own for own in flags) == 1, path


@pytest.mark.parametrize("words", [("-V",), ("submit", "-V"), ("phrases", "list", "-V")])
def test_every_command_tells_the_version(invoke, words):
    assert invoke(*words).output == f"orchestrator, version {paralattice.__version__}\n"


@pytest.mark.parametrize("words", [("-v", "submit"), ("submit", "-v")])
def test_verbose_tells_where_an_error_arose(main, monkeypatch, words):
    monkeypatch.setattr("orchestrator.commands.common.group.Verbosity.errors_in_full", False)
    _, _, errors = main(*words, "nowhere", "--set", "align.gap=up")
    assert errors.startswith("Traceback")
    assert errors.endswith("error: --set align.gap=up: the value must be of type int\n")


def test_the_help_has_a_table_of_exit_codes(invoke):
    text = invoke("--help").output
    for code in (0, 1, 2, 3, 130):
        assert f"\n    {code} " in text.partition("Exit codes:")[2]


def test_the_version_is_told(invoke):
    assert invoke("--version").output == f"orchestrator, version {paralattice.__version__}\n"


def test_orchestrator_and_paralattice_are_the_same_program():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts == dict.fromkeys(["orchestrator", "paralattice"], "orchestrator.__main__:main")


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
        ("judge", "deal", "a"),
        ("judge", "deal", "a", "--judges", "0"),
        ("judge", "deal", "a", "--judges", "2", "--per-cluster", "0"),
        ("judge", "deal", "a", "--judges", "2", "--split", "exam"),
        ("parser", "nonsense"),
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
SLOW = {"celery", "kombu", "redis", "numpy", "numba", "torch", "stanza", "rich", "sqlite3"}


@pytest.mark.parametrize(
    "words", [["--help"], ["submit", "--help"], ["--version"], ["submit"], ["parser", "list", "--help"]]
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


def test_a_current_folder_that_was_removed_is_told_in_a_line(main, monkeypatch, tmp_path):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert main("options") == (2, "", "error: the current folder was removed: change to another one\n")


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
    def fail(*_):
        raise TimeoutError("timed out")

    monkeypatch.setattr("orchestrator.corpora.tokenizing.tokenized_lines", fail)
    assert main("tokenize") == (1, "", "error: timed out\n")


def test_a_defect_of_ours_is_not_hidden(main, monkeypatch):
    def fail(*_):
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
    _, output, errors = main("submit", corpus, "--dry-run")
    assert errors == f"not read: {corpus / 'notes[old].doc'}\n"
    assert output.startswith("run runs/corpus: 1 clusters")


def test_the_plan_of_a_dry_run_is_printed_as_json(main, parsed_corpus):
    code, output, errors = main("submit", parsed_corpus(2), "--dry-run", "--json", "--versions", "V1,V4")
    assert (code, errors) == (0, "")
    assert json.loads(output) == {
        "run": "runs/corpus",
        "clusters": 2,
        "sentences": 10,
        "versions": ["V1", "V4"],
        "to_compute": {
            "parse": 0,
            **dict.fromkeys(("chunk", "align", "merge", "build", "sample"), 4),
        },
        "warnings": [],
    }


def test_json_awaits_the_end_of_a_run(main, parsed_corpus):
    code, _, errors = main("submit", parsed_corpus(1), "--json", "--detach")
    assert code == 2
    assert "--detach does not await" in errors


def test_a_damaged_file_of_a_run_is_named_with_what_to_do(main, tmp_path):
    run = make_run(tmp_path / "runs" / "harbour", {"ferry": ["the ferry sank .", "it sank ."]})
    (run / "results.csv").write_text("cluster,sentences\n", "utf-8")
    (run / "run.json").write_text("{", "utf-8")
    code, output, errors = main("report", "harbour")
    assert (code, output) == (2, "")
    first, advice = errors.splitlines()
    assert first.startswith("error: runs/harbour/run.json: is damaged: ")
    assert advice == (
        "  remove runs/harbour/run.json and submit the corpus again to get it back: "
        "what the store holds is not computed again"
    )


def test_quiet_doctor_prints_warnings_and_problems_alone(main, tmp_path):
    code, output, _ = main("doctor", "-q", "--store", tmp_path / "store")
    assert code in (0, 1)
    assert "ok " not in [line[:3] for line in output.splitlines()]


def test_tokens_are_written_to_a_file(main, tmp_path):
    (tmp_path / "story.txt").write_text("It rained. The river rose.", "utf-8")
    assert main("tokenize", "story.txt", "-o", "story.tok") == (0, "", "story.tok: written\n")
    assert (tmp_path / "story.tok").read_text("utf-8") == "It rained .\nThe river rose .\n"
    assert main("tokenize", "story.txt", "-q", "-o", "again.tok") == (0, "", "")


def test_output_that_nobody_reads_leaves_no_trace():
    script = "import orchestrator.cli; orchestrator.cli.main()"
    command = f"{sys.executable} -c '{script}' options | true"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_a_dry_run_refuses_what_the_run_would_refuse_and_writes_nothing(main, parsed_corpus, tmp_path):
    corpus = parsed_corpus(1)
    run = tmp_path / "runs" / "storm"
    run.mkdir(parents=True)
    (run / "run.json").write_text(json.dumps({"id": "storm-1", "signature": {"corpus": {"digest": "other"}}}))
    before = (run / "run.json").read_bytes()
    code, _, errors = main("submit", corpus, "--dry-run", "--name", "storm")
    assert code == 2
    assert errors.startswith("error: run 'storm' was started with other input:\n")
    assert "\n  corpus." in errors
    assert main("submit", corpus, "--dry-run", "--name", "storm", "--update")[0] == 0
    assert (run / "run.json").read_bytes() == before
    assert list(run.iterdir()) == [run / "run.json"]


def test_a_dry_run_asks_the_broker_that_the_run_would_use(main, parsed_corpus, tmp_path):
    words = ("--broker", "redis://127.0.0.1:1/0", "--store", tmp_path / "store")
    code, _, errors = main("submit", parsed_corpus(1), "--dry-run", *words)
    assert code == 2
    assert "127.0.0.1:1" in errors


def test_a_dry_run_tells_that_the_run_folder_cannot_be_written(main, parsed_corpus, tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "corpus").write_text("a file")
    code, _, errors = main("submit", parsed_corpus(1), "--dry-run")
    assert code == 2
    assert "runs/corpus" in errors


def test_an_interrupt_while_the_command_line_is_read_is_a_stop_request():
    def interrupt(*_):
        raise KeyboardInterrupt

    group = SectionedGroup(params=[click.Option(["--when"], callback=interrupt)])
    with pytest.raises(StopRequest, match="stopped by Ctrl-C"):
        group.main(["--when", "now"])
