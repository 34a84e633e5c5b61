"""Models are trained and sentences reworded from the command line."""

import json

from support.paths import EXAMPLES

DOCUMENTS = EXAMPLES / "documents"
SENTENCE = "A blaze broke out in the old building on Sunday."


def test_a_model_is_trained_sentences_are_reworded_and_a_damaged_model_is_reported(orchestrator):
    preset = ("--preset", "quirk2004")
    done = orchestrator.run("reword", "train", DOCUMENTS, "-o", "model", "--workers", 1, *preset)
    assert done.returncode == 0, done.stderr
    assert "pairs compared" in done.stderr
    done = orchestrator.call("reword", "run", "--model", "model", SENTENCE, "--json", "--u", 0.4)
    assert done.returncode == 0, done.stderr
    texts = [one["text"] for one in json.loads(done.stdout)["rewordings"]]
    assert "A fire broke out in the old building on Sunday." in texts
    table = orchestrator.folder / "model" / "phrase-table.gz"
    table.write_bytes(table.read_bytes()[:100])
    done = orchestrator.call("reword", "run", "--model", "model", SENTENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert "phrase-table.gz: is damaged" in done.stderr


def test_a_training_without_pairs_reports_what_each_filter_rejected(orchestrator):
    event = orchestrator.folder / "docs" / "event"
    event.mkdir(parents=True)
    (event / "a.txt").write_text("Snow fell on the hills all night.\n", "utf-8")
    (event / "b.txt").write_text("Yes.\n", "utf-8")
    done = orchestrator.run("reword", "train", "docs", "-o", "model", "--workers", 1)
    assert done.returncode == 2
    assert "no sentence pairs were found in 2 documents of 1 events (2 sentences):" in done.stderr
    assert "1  shorter below 0.667 of the longer" in done.stderr
    assert [path.name for path in orchestrator.folder.iterdir()] == ["docs"]
