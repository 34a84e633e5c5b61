"""A damaged file of a corpus or a run is named in one line, or the run does without it; never a traceback."""

import random
from pathlib import Path

import pytest

from orchestrator.cli import cli
from paralattice.errors import ParalatticeError

FLIPS = 12
COMMANDS = {
    "corpus/corpus.toml": [("submit", "corpus", "--dry-run")],
    "corpus/c000.mrg": [("submit", "corpus", "--dry-run")],
    "runs/corpus/run.json": [
        ("status", "corpus"),
        ("report", "runs/corpus"),
        ("submit", "corpus", "--dry-run"),
    ],
    "runs/corpus/status.json": [("status", "corpus"), ("runs",)],
    "runs/corpus/ledger.sqlite": [("submit", "corpus", "--dry-run")],
    "runs/corpus/results.csv": [("report", "runs/corpus")],
}


def damaged(content, limit=25):
    """Return a content cut at every 97th byte and with one bit turned, at most so many of each."""
    rng = random.Random(len(content))
    cuts = [content[:end] for end in range(0, len(content), 97)]
    yield from rng.sample(cuts, min(limit, len(cuts)))
    for place in (rng.randrange(len(content)) for _ in range(FLIPS)):
        yield content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]


def outcome(words):
    """Return the code with which a command ends, and the text of an error that it reports in one line."""
    try:
        cli.main(args=list(words), prog_name="orchestrator")
    except SystemExit as end:
        return end.code, ""
    except ParalatticeError as error:
        return 2, str(error)
    return 0, ""


@pytest.mark.parametrize("name", list(COMMANDS))
def test_a_damaged_file_gives_an_error_that_names_it_or_none(name, finished_copy, monkeypatch, capsys):
    folder = finished_copy.parent
    monkeypatch.chdir(folder)
    corpus = folder / "corpus/corpus.toml"
    corpus.write_text('[splits]\ntrain = ["c000", "c001"]\n', encoding="utf-8")
    good = (folder / name).read_bytes()
    for content in damaged(good):
        for words in COMMANDS[name]:
            (folder / name).write_bytes(content)
            code, error = outcome(words)
            assert code in (0, 1, 2, 3)
            assert "Traceback" not in capsys.readouterr().err
            # A change that leaves the file valid is another input.
            assert not error or Path(name).stem in error or "started with other input" in error, error
    (folder / name).write_bytes(good)
