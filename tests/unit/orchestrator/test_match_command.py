"""What `orchestrator match` refuses, and why."""

import click
import pytest

from orchestrator.commands.match import match
from paraphrase.errors import ParaphraseError


@pytest.mark.parametrize(
    ("content", "words", "reason"),
    [
        (b"Caf\xe9.\n", ["x.txt", "x.txt"], "x.txt:1: byte 0xe9 is not UTF-8"),
        (b"Word.\n" * 6000, ["x.txt", "x.txt", "--lines"], "6,000 x 6,000 sentences"),
        (b"{}\n", ["x.txt"], "x.txt:1: the line lacks 'sents1'"),
        (b"{}\n", ["--train", "x.txt"], "x.txt:1: the line lacks"),
        (
            b'{"sents1": ["a"], "sents2": ["b"], "gold": []}\n',
            ["--train", "x.txt"],
            "that match and pairs that do",
        ),
        (b"{}\n", ["event", "--model", "x.txt"], "x.txt: not a model"),
        (
            b'{"measure": "x", "intercept": 0, "slope": 1, "threshold": 0}',
            ["event", "--model", "x.txt"],
            "'x'",
        ),
        (
            b'{"measure": "tfidf", "intercept": 0, "slope": -1, "threshold": 0}',
            ["event", "--model", "x.txt"],
            "slope > 0",
        ),
        (b"", ["event", "--model", "nobody"], "nobody: no model has that name"),
        (b"", ["event"], "event: no document found"),
        (b"", ["event", "x.txt"], "a folder stands alone"),
        (b"", ["x.txt", "x.txt", "x.txt"], "more than two"),
        (b"", [], "are needed"),
        (b"", ["event", "--save-model", "m.json"], "go with --train"),
        (b"", ["event", "--train", "x.txt", "--model", "gospels"], "exclude each other"),
    ],
)
def test_bad_input_is_refused_in_words(tmp_path, monkeypatch, content, words, reason):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "event").mkdir()
    (tmp_path / "x.txt").write_bytes(content)
    with pytest.raises((click.UsageError, ParaphraseError)) as caught:
        match.main(words, standalone_mode=False)
    assert reason in str(caught.value)
