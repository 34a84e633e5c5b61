"""From documents to clusters, and from documents to lattices."""

import csv

import pytest

FIRST = """The ferry Dorval sank in the lake on Monday. Twelve people died, police said.

The captain of the ferry was saved by a fisherman. The lake was calm.
"""
SECOND = """Police said that twelve people died when a ferry sank on Monday.

A fisherman saved the captain. The ferry was old. The lake was calm.
"""
PAGE = """<html><head><meta charset="iso-8859-1"><title>Old ferry had been repaired</title></head><body>
<nav><a href="/">Home page of the ferry news</a></nav><article>
<p>The ferry had been repaired in Orl\xe9ans last year. Police spoke to the captain for two hours.</p>
<p>The owner of the ferry said that nothing was wrong with it when it left the lake shore.</p>
</article></body></html>"""
FEED = '{"title": "Lake is closed", "text": "The lake is closed. No ferry may leave."}\n'
TERMS = "ferry @train\nlake   # the place\npolice = police, captain @test\n"


@pytest.fixture
def event(orchestrator):
    folder = orchestrator.folder / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text(FIRST, "utf-8")
    (folder / "b.txt").write_text(SECOND, "utf-8")
    (folder / "c.html").write_bytes(PAGE.encode("latin-1"))
    (folder / "d.jsonl").write_text(FEED, "utf-8")
    (orchestrator.folder / "t.txt").write_text(TERMS, "utf-8")
    return folder


def ran(orchestrator, *words):
    done = orchestrator.call(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def sources(folder):
    with (folder / "sources/sentences.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def lines(path):
    return path.read_text("utf-8").splitlines()


def test_texts_pages_and_feeds_become_clusters_with_a_record_of_their_sources(orchestrator, event):
    said = ran(orchestrator, "cluster", event, "--terms", "t.txt", "-o", "corpus")
    corpus = orchestrator.folder / "corpus"
    assert {path.name for path in corpus.glob("*.txt")} == {"ferry.txt", "lake.txt", "police.txt"}
    assert lines(corpus / "lake.txt") == [
        "The ferry Dorval sank in the lake on Monday.",
        "The lake was calm.",
        "The lake was calm.",
        "The owner of the ferry said that nothing was wrong with it when it left the lake shore.",
        "Lake is closed",
        "The lake is closed.",
    ]
    rows = sources(corpus)
    for row in rows:
        assert lines(corpus / f"{row['cluster']}.txt")[int(row["line"])] == row["text"]
    assert {row["document"] for row in rows} == {"a.txt", "b.txt", "c.html", "d.jsonl:1"}
    assert [row["repeats"] for row in rows if row["cluster"] == "lake"] == ["", "", "1", "", "", ""]
    terms = [" ".join(line.split()) for line in lines(corpus / "sources/terms.txt")]
    assert "lake # 6 sentences in 4 documents, 1 repeated" in terms
    assert (corpus / "corpus.toml").read_text("utf-8").splitlines()[1:] == [
        "[splits]",
        'train = ["ferry"]',
        'test = ["police"]',
    ]
    assert "3 clusters" in said


def test_repeated_sentences_can_be_left_out(orchestrator, event):
    ran(orchestrator, "cluster", event, "--terms", "t.txt", "-o", "corpus", "--drop-duplicates")
    assert lines(orchestrator.folder / "corpus/lake.txt").count("The lake was calm.") == 1
    dropped = [row for row in sources(orchestrator.folder / "corpus") if not row["line"]]
    assert [(row["document"], row["sentence"], row["repeats"]) for row in dropped] == [("b.txt", "3", "1")]


def test_suggested_terms_are_a_file_to_edit_and_give_back(orchestrator, event):
    for number in range(4):
        text = f"Witness {number} saw the ferry Dorval. The captain of the ferry Dorval was on the bridge.\n"
        (event / f"w{number}.txt").write_text(text, "utf-8")
    printed = ran(orchestrator, "cluster", event, "--suggest", "--suggested", 5)
    assert "Dorval" in printed or "ferry" in printed
    assert "TF*IDF" in printed
    (orchestrator.folder / "mine.txt").write_text(printed + "bridge\n", "utf-8")
    ran(orchestrator, "cluster", event, "--terms", "mine.txt", "-o", "corpus")
    assert (orchestrator.folder / "corpus/bridge.txt").is_file()


def test_clustering_again_replaces_what_it_wrote_and_nothing_else(orchestrator, event):
    ran(orchestrator, "cluster", event, "--terms", "t.txt", "-o", "corpus")
    (orchestrator.folder / "u.txt").write_text("ferry\nfisherman\n", "utf-8")
    ran(orchestrator, "cluster", event, "--terms", "u.txt", "-o", "corpus")
    corpus = orchestrator.folder / "corpus"
    assert {path.name for path in corpus.glob("*.txt")} == {"ferry.txt", "fisherman.txt"}
    (corpus / "own.txt").write_text("A sentence of mine.\n", "utf-8")
    done = orchestrator.call("cluster", event, "--terms", "t.txt", "-o", "corpus")
    assert done.returncode == 2
    assert "holds own.txt, which `orchestrator cluster` did not write" in done.stderr
    assert (corpus / "own.txt").is_file()


def test_submit_takes_documents_and_goes_on_with_the_same_ones_alone(orchestrator, event):
    (event / "c.html").unlink()
    submit = ("submit", event, "--terms", "t.txt", "--versions", "V1", "--workers", 1)
    done = orchestrator.run(*submit)
    assert done.returncode == 0, done.stderr
    assert "3 of 3 clusters done" in done.stdout
    files = orchestrator.files("docs")
    assert {"sources/sentences.tsv", "sources/terms.txt", "V1/lake/lattice.json"} <= set(files)
    assert "3 of 3 clusters done" in ran(orchestrator, *submit)
    assert orchestrator.files("docs") == files
    changed = orchestrator.call(*submit, "--drop-duplicates")
    assert changed.returncode == 2
    assert "was started with other input" in changed.stderr


def test_a_folder_of_events_is_recognised_and_a_dry_run_writes_nothing(orchestrator, event):
    events = orchestrator.folder / "events"
    events.mkdir()
    event.rename(events / "sinking")
    (events / "fire").mkdir()
    (events / "fire/x.txt").write_text("The barn burned. A fire broke out in the barn.\n", "utf-8")
    (events / "fire/terms.txt").write_text("barn\n", "utf-8")
    (events / "terms.txt").write_text("[sinking]\nferry\nlake\n", "utf-8")
    said = ran(orchestrator, "submit", events, "--dry-run", "--versions", "V1")
    assert "3 clusters" in said
    assert not (orchestrator.folder / "runs").exists()
    ran(orchestrator, "cluster", events, "-o", "corpus")
    names = {path.name for path in (orchestrator.folder / "corpus").glob("*.txt")}
    assert names == {"sinking.ferry.txt", "sinking.lake.txt", "fire.barn.txt"}
