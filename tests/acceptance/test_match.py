"""Sentences of documents are matched from the command line."""

import csv
import json

import pytest

FIRST = "A ferry sank in the lake on Monday. Twelve people died, police said. The captain was saved.\n"
SECOND = "Twelve people were killed, police said. On Monday a ferry sank in a lake near the border.\n"
THIRD = "Prices rose again. Bread costs more than ever.\n"


@pytest.fixture
def event(orchestrator):
    folder = orchestrator.folder / "event"
    folder.mkdir()
    for name, text in (("a", FIRST), ("b", SECOND), ("c", THIRD)):
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


def gold(path, count=12):
    """Write pairs in which a sentence matches the one with the same two rare words."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            first = [f"The rare{number}x{i} and the odd{number}x{i} came ." for i in range(4)]
            second = [f"An odd{number}x{i} with a rare{number}x{i} left the town ." for i in (0, 2, 3)]
            links = [[0, 0], [2, 1], [3, 2]]
            line = {"id": f"p{number}", "sents1": first, "sents2": second, "gold": links}
            file.write(json.dumps(line) + "\n")
    return path


def rows(done):
    assert done.returncode == 0, done.stderr
    header, *lines = done.stdout.splitlines()
    assert header == "pair\tfirst\tsecond\tprobability"
    return [line.split("\t") for line in lines]


def test_two_texts_give_a_table_of_index_pairs_and_a_page(orchestrator, event):
    done = orchestrator.call("match", "run", event / "a.txt", event / "b.txt", "--html", "links.html")
    table = rows(done)
    assert [row[:3] for row in table] == [["a b", "0", "1"], ["a b", "1", "0"]]
    assert all(0.65 < float(row[3]) <= 1 for row in table)
    page = (orchestrator.folder / "links.html").read_text("utf-8")
    assert page.count("<li>") == 5
    assert 'data-links="0,1,' in page


def test_every_two_texts_of_a_folder_are_matched(orchestrator, event):
    found = {row[0] for row in rows(orchestrator.call("match", "run", event, "--method", 1))}
    # Method 1 always matches the first sentences.
    assert found == {"a b", "a c", "b c"}


def test_a_trained_model_is_kept_and_used_again(orchestrator):
    path = gold(orchestrator.folder / "gold.jsonl")
    trained = orchestrator.call(
        "match", "run", path, "--train", path, "--save-model", "model.json", "--method", 1
    )
    assert "trained: intercept -" in trained.stderr
    assert [row[:3] for row in rows(trained)][:3] == [["p0", "0", "0"], ["p0", "2", "1"], ["p0", "3", "2"]]
    again = orchestrator.call("match", "run", path, "--model", "model.json", "--method", 1)
    assert again.stdout == trained.stdout


def test_plain_training_has_no_features_but_the_similarity_of_a_pair(orchestrator):
    path = gold(orchestrator.folder / "gold.jsonl")
    weights = []
    for flags in ([], ["--plain"]):
        done = orchestrator.call("match", "run", "--train", path, "--save-model", "model.json", *flags)
        assert done.returncode == 0, done.stderr
        weights.append(json.loads((orchestrator.folder / "model.json").read_text("utf-8"))["surroundings"])
    assert any(weights[0])
    assert weights[1] == [0, 0, 0, 0]


def test_a_document_without_sentences_has_no_matches(orchestrator, event):
    (event / "empty.txt").write_text("", "utf-8")
    assert rows(orchestrator.call("match", "run", event / "a.txt", event / "empty.txt")) == []


def test_markup_in_a_text_is_shown_and_never_run(orchestrator, event):
    (event / "evil.txt").write_text("<script>alert(1)</script> sank.\n", "utf-8")
    done = orchestrator.call("match", "run", event / "evil.txt", event / "a.txt", "--html", "page.html")
    assert done.returncode == 0, done.stderr
    assert "<script>alert" not in (orchestrator.folder / "page.html").read_text("utf-8")


ADVICE = "  save as UTF-8; `submit`, `tune`, `cluster`, `tokenize` and `match run` take --encoding cp1252\n"


def test_a_byte_that_is_not_utf_8_is_reported_with_its_line_and_a_way_out(orchestrator, event):
    (orchestrator.folder / "x.txt").write_bytes(b"Fine.\nCaf\xe9.\n")
    done = orchestrator.run("match", "run", "x.txt", event / "a.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: x.txt:2:4: byte 0xE9 is not UTF-8; the text looks like cp1252\n" + ADVICE
    done = orchestrator.call("match", "run", "x.txt", event / "a.txt", "--encoding", "cp1252")
    assert done.returncode == 0, done.stderr


def test_both_methods_and_the_baselines_are_evaluated_with_curves_as_table_and_picture(orchestrator):
    train, test = gold(orchestrator.folder / "train.jsonl"), gold(orchestrator.folder / "test.jsonl", 3)
    done = orchestrator.call("match", "evaluate", test, "--train", train, "--output", "m")
    assert done.returncode == 0, done.stderr
    with (orchestrator.folder / "m/scores.csv").open(encoding="utf-8", newline="") as file:
        scores = {row["system"]: row for row in csv.DictReader(file)}
    assert list(scores) == ["tfidf", "tfidf+align", "tfidf+align+floor", "overlap", "cosine"]
    assert scores["tfidf"]["expected"] == "9"
    assert float(scores["tfidf+align"]["f1"]) == 1.0
    with (orchestrator.folder / "m/curves.csv").open(encoding="utf-8", newline="") as file:
        assert {row["system"] for row in csv.DictReader(file)} == set(scores)
    assert (orchestrator.folder / "m/curves.png").read_bytes().startswith(b"\x89PNG")
    assert "</svg>" in (orchestrator.folder / "m/curves.svg").read_text("utf-8")


def test_other_similarities_are_evaluated_beside_the_papers(orchestrator):
    train, test = gold(orchestrator.folder / "train.jsonl"), gold(orchestrator.folder / "test.jsonl", 3)
    words = ("--similarity", "mixed", "--context", 0.2, "--output", "m")
    done = orchestrator.call("match", "evaluate", test, "--train", train, *words)
    assert (done.returncode, done.stderr) == (0, "")
    with (orchestrator.folder / "m/scores.csv").open(encoding="utf-8", newline="") as file:
        systems = [row["system"] for row in csv.DictReader(file)]
    assert systems[:5] == ["tfidf", "tfidf+align", "tfidf+align+floor", "overlap", "cosine"]
    assert {"mixed", "mixed+align", "mixed+context+align", "tfidf+context"} <= set(systems)


def test_all_pairs_of_documents_of_events_are_matched_on_workers_once(orchestrator, event):
    for name in ("sinking", "other"):
        (orchestrator.folder / "events" / name).mkdir(parents=True)
        for path in event.iterdir():
            (orchestrator.folder / "events" / name / path.name).write_bytes(path.read_bytes())
    page = "<html><body><article><p>Twelve people died on Monday when a ferry sank in the lake, " * 3
    (orchestrator.folder / "events/other/d.html").write_text(page + "</p></article></body></html>", "utf-8")
    here = orchestrator.call("match", "run", "events", "--method", 1)
    words = ("match", "run", "events", "--method", 1, "--workers", 1, "-o", "there.tsv")
    there = orchestrator.run(*words)
    assert (here.returncode, there.returncode) == (0, 0), there.stderr
    table = (orchestrator.folder / "there.tsv").read_text("utf-8")
    assert table == here.stdout
    names = list(dict.fromkeys(line.partition("\t")[0] for line in table.splitlines()[1:]))
    assert names[0] == "other/a other/b"
    assert len(names) == 6 + 3
    log = orchestrator.folder / "runs/.match/worker.log"
    log.unlink()
    again = orchestrator.call(*words)
    assert (again.returncode, (orchestrator.folder / "there.tsv").read_text("utf-8")) == (0, table)
    # What is stored needs no workers.
    assert not log.exists()
