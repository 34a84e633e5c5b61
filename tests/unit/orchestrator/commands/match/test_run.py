"""What `orchestrator match run` refuses, and why."""

import click
import pytest

from orchestrator.commands.match.run import run_command
from paralattice.errors import ParalatticeError
from support.messages import without_progress


@pytest.mark.parametrize(
    ("content", "words", "reason"),
    [
        (b"Caf\xe9.\n", ["x.txt", "x.txt"], "x.txt:1:4: byte 0xE9 is not UTF-8; the text looks like cp1252"),
        (b"Word.\n" * 6000, ["x.txt", "x.txt", "--lines"], "6,000 x 6,000 sentences"),
        (
            b"{}\n",
            ["x.txt"],
            "x.txt:1: not the JSON that is expected: Object missing required field `sents1`",
        ),
        (b"{}\n", ["--train", "x.txt"], "x.txt:1: not the JSON that is expected"),
        (
            b'{"sents1": ["a"], "sents2": ["b"], "gold": []}\n',
            ["--train", "x.txt"],
            "that match and pairs that do",
        ),
        (b"{}\n", ["event", "--model", "x.txt"], "x.txt: not a model"),
        (b"", ["event", "--model", "nobody"], "nobody: no model has that name"),
        (b"", ["event"], "event: no document found"),
        (b"", ["event", "x.txt"], "a folder stands alone"),
        (b"", ["x.txt", "x.txt", "x.txt"], "more than two"),
        (b"", [], "are needed"),
        (b"", ["event", "--save-model", "m.json"], "go with --train"),
        (b"", ["event", "--plain"], "go with --train"),
        (b"", ["event", "--train", "x.txt", "--model", "gospels"], "exclude each other"),
    ],
)
def test_bad_input_is_refused_in_words(tmp_path, monkeypatch, content, words, reason):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "event").mkdir()
    (tmp_path / "x.txt").write_bytes(content)
    with pytest.raises((click.UsageError, ParalatticeError)) as caught:
        run_command.main(words, standalone_mode=False)
    assert reason in str(caught.value)


def test_documents_that_are_too_long_fail_alone(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "event").mkdir()
    (tmp_path / "event/a.txt").write_text("A ferry sank in the lake.\n", "utf-8")
    for name in ("long", "longer"):
        lines = [f"The {name} word{number} came.\n" for number in range(6000)]
        (tmp_path / f"event/{name}.txt").write_text("".join([*lines, "A ferry sank in the lake.\n"]), "utf-8")
    with pytest.raises(SystemExit) as ended:
        run_command.main(["event", "--lines"], standalone_mode=False)
    output, errors = capsys.readouterr()
    assert ended.value.code == 1
    note, *failures = without_progress(errors).splitlines()
    assert "trained on entries on cities in two encyclopedias" in note
    assert failures == [
        "failed: long longer: 6,001 x 6,001 sentences: more than 25,000,000 pairs; split the documents"
    ]
    assert [line.split("\t")[:3] for line in output.splitlines()[1:]] == [
        ["a long", "0", "6000"],
        ["a longer", "0", "6000"],
    ]


def test_a_document_of_100_000_sentences_is_matched_with_a_short_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "long.txt").write_text(
        "".join(f"Word{number} came home.\n" for number in range(100_000)), "utf-8"
    )
    (tmp_path / "short.txt").write_text("Home came word77777.\n", "utf-8")
    with pytest.raises(SystemExit) as ended:
        run_command.main(["short.txt", "long.txt", "--lines"], standalone_mode=False)
    assert ended.value.code == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("short long\t0\t77777\t")


def test_identical_documents_match_sentence_by_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.txt").write_text("A ferry sank. Twelve people died. Nobody was saved.\n", "utf-8")
    with pytest.raises(SystemExit):
        run_command.main(["x.txt", "x.txt"], standalone_mode=False)
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()[1:]]
    assert [row[1:3] for row in rows if float(row[3]) > 0.9] == [["0", "0"], ["1", "1"], ["2", "2"]]


def test_all_likely_pairs_are_matched_if_asked(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    other = "".join(f"Hens {word} grain in barns.\n" for word in ("ate", "found", "hid"))
    for name in ("x.txt", "y.txt"):
        (tmp_path / name).write_text("A ferry sank near the cape.\n" * 4 + other, "utf-8")
    counts = []
    for flags in ([], ["--all-likely"]):
        with pytest.raises(SystemExit):
            run_command.main(["x.txt", "y.txt", "--lines", *flags], standalone_mode=False)
        rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()[1:]]
        counts.append(len({(row[1], row[2]) for row in rows if int(row[1]) < 4 and int(row[2]) < 4}))
    assert counts[0] < counts[1] == 16
