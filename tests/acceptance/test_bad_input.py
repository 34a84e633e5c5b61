"""Bad input ends with exit code 2 and messages that name file and line; nothing runs."""

import os

import pytest


def errors_of(done):
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return done.stderr


def test_all_problems_of_a_corpus_are_reported_at_once(orchestrator, parsed_corpus):
    corpus = parsed_corpus(2)
    (corpus / "latin.txt").write_bytes("Fine .\nCaf\xe9 .\n".encode("latin-1"))
    (corpus / "gap.txt").write_text("One .\n\nTwo .\n", "utf-8")
    (corpus / "empty.txt").write_text("", "utf-8")
    (corpus / "c000.mrg").write_text("(ROOT (S (NN other) (NN words)))\n" * 5, "utf-8")
    errors = errors_of(orchestrator.call("submit", corpus))
    for place in ("latin.txt:2", "gap.txt:2", "empty.txt", "c000.mrg:1"):
        assert place in errors
    assert not (orchestrator.folder / "runs").exists()


def test_a_corpus_in_another_encoding_needs_its_name_also_to_continue(orchestrator):
    corpus = orchestrator.folder / "latin"
    corpus.mkdir()
    for number in range(12):
        (corpus / f"c{number:02}.txt").write_bytes("Le café est fermé.\nLe café ferme.\n".encode("cp1252"))
    submit = ("submit", corpus, "--language", "fr", "--versions", "V1", "--workers", "1")
    *files, more, advice = errors_of(orchestrator.call(*submit)).splitlines()
    assert [line.split(": ")[2] for line in files] == [
        "byte 0xE9 is not UTF-8; the text looks like cp1252"
    ] * 10
    assert more.endswith("and 2 more files that are not UTF-8")
    assert advice.endswith("--encoding cp1252")
    done = orchestrator.run(*submit, "--encoding", "cp1252")
    assert done.returncode == 0, done.stderr
    assert "looks like cp1252" in errors_of(orchestrator.call(*submit))
    assert orchestrator.call(*submit, "--encoding", "Windows-1252").returncode == 0
    originals = (orchestrator.folder / "runs" / "latin" / "originals.jsonl").read_text("utf-8")
    assert "Le café est fermé." in originals


def test_an_encoding_that_python_does_not_know_is_refused_with_a_similar_one(orchestrator):
    errors = errors_of(orchestrator.call("submit", "corpus", "--encoding", "windws-1252"))
    assert (
        errors
        == "error: --encoding windws-1252: Python knows no such encoding (did you mean 'windows_1252'?)\n"
    )
    assert "no such encoding" in errors_of(orchestrator.call("tokenize", "--encoding", "rot13"))


@pytest.mark.parametrize(
    "make",
    [
        lambda _: None,
        lambda folder: folder.mkdir(),
        lambda folder: (folder / "event").mkdir(parents=True),
    ],
)
def test_a_folder_without_clusters_is_refused_by_name(orchestrator, make):
    make(orchestrator.folder / "nothing")
    assert "nothing" in errors_of(orchestrator.call("submit", "nothing"))


def test_two_clusters_of_one_name_are_refused(orchestrator, parsed_corpus):
    corpus = parsed_corpus(1)
    (corpus / "more.jsonl").write_text('{"cluster": "c000", "sentence": "Again ."}\n', "utf-8")
    assert "c000" in errors_of(orchestrator.call("submit", corpus))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--versions", "V1,V9"], "unknown version 'V9'"),
        (["--set", "align.gap=up"], "align.gap=up"),
        (["--set", "align.gap=3"], "gap = 3"),
        (["--set", "nonsense=1"], "orchestrator options"),
        (["--sampler", "lucky"], "sampler"),
        (["--name", "../escape"], "../escape"),
        (["--parser", "stanza:no-such-package"], "orchestrator parser download"),
    ],
)
def test_a_flag_with_a_bad_value_is_refused_with_what_is_allowed(orchestrator, parsed_corpus, flags, message):
    corpus = parsed_corpus(1)
    (corpus / "c000.mrg").unlink()
    assert message in errors_of(orchestrator.call("submit", corpus, *flags))


def test_a_run_folder_that_cannot_be_written_is_named(orchestrator, parsed_corpus):
    corpus = parsed_corpus(1)
    (orchestrator.folder / "runs").mkdir()
    (orchestrator.folder / "runs/corpus").write_text("a file where the folder should be")
    errors = errors_of(orchestrator.call("submit", corpus))
    assert "runs/corpus/run.json: cannot be read: Not a directory" in errors


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_named(orchestrator, parsed_corpus):
    corpus = parsed_corpus(1)
    (orchestrator.folder / "runs").mkdir(mode=0o500)
    assert "cannot write the run folder" in errors_of(orchestrator.call("submit", corpus))


def test_a_damaged_run_record_is_named(orchestrator, parsed_corpus):
    corpus = parsed_corpus(1)
    (orchestrator.folder / "runs/corpus").mkdir(parents=True)
    (orchestrator.folder / "runs/corpus/run.json").write_text("{")
    assert "run.json" in errors_of(orchestrator.call("submit", corpus))
