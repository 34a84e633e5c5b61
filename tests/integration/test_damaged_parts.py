"""Parts of results that were cut or changed: an error names them, and the next submit makes them whole."""

import random

import pytest

from orchestrator.cli import cli
from paralattice.errors import ParalatticeError

CUTS, FLIPS = 6, 10


def damages(content):
    """Yield contents cut at some 97th byte, and with one bit turned in a header or elsewhere."""
    rng = random.Random(7)
    for end in rng.sample(range(97, len(content), 97), CUTS):
        yield content[:end]
    heads = [place for place in range(len(content)) if content.startswith(b"\x1f\x8b\x08\x04", place)]
    headers = [place + rng.randrange(26) for place in rng.sample(heads, FLIPS // 2)]
    for place in headers + [rng.randrange(len(content)) for _ in range(FLIPS // 2)]:
        yield content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]


def outcome(capsys, *words):
    """Return the code with which a command ends, what it prints, and its errors."""
    code, error = 0, ""
    try:
        cli.main(args=list(words), prog_name="orchestrator")
    except SystemExit as end:
        code = end.code or 0
    except ParalatticeError as problem:
        code, error = 2, str(problem)
    printed = capsys.readouterr()
    return code, printed.out, printed.err + error


@pytest.mark.parametrize("kind", ["results", "features"])
@pytest.mark.parametrize("command", [("report",), ("samples",), ("export", "--format", "json", "-o", "out")])
def test_a_damaged_part_gives_the_same_output_as_before_or_an_error_that_names_it(
    kind, command, finished_copy, monkeypatch, capsys
):
    folder = finished_copy.parent
    monkeypatch.chdir(folder)
    (part,) = (folder / f"runs/corpus/{kind}").glob("part-*")
    words = (command[0], "corpus", *command[1:])
    good, content = outcome(capsys, *words), part.read_bytes()
    assert good[0] == 0
    for damaged in damages(content):
        part.write_bytes(damaged)
        code, output, errors = outcome(capsys, *words)
        assert "Traceback" not in errors
        if code == 0:
            assert (output, errors) == good[1:]
        else:
            assert code in (1, 2)
            assert "part-00000" in errors or "have no record" in errors, errors


@pytest.mark.parametrize("kind", ["results", "features"])
def test_a_cut_part_is_made_whole_by_the_next_submit(kind, finished_copy, finished_run, orchestrator):
    (part,) = (orchestrator.folder / f"runs/corpus/{kind}").glob("part-*")
    content = part.read_bytes()
    part.write_bytes(content[: len(content) // 2])
    done = orchestrator.run("submit", finished_copy, "--workers", 1)
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert orchestrator.files() == finished_run.files
