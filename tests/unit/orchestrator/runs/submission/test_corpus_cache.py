"""A ledger caches its corpus as long as nothing has changed that its clusters depend on."""

import os
from contextlib import closing
from types import SimpleNamespace

import pytest

from orchestrator.corpora import Corpus, CorpusSettings
from orchestrator.runs.folder import RunError
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan
from orchestrator.runs.submission import corpus_cache
from orchestrator.runs.submission.corpus_cache import CachedCorpus, corpus_key
from paralattice.run_options import Options

GIVEN = {"corpus": {"clusters": 2, "digest": "d"}, "parser": {"name": "given trees", "digest": ""}}
PARSED = {**GIVEN, "parser": {"name": "default", "digest": "parser-1"}}


def plan(**options):
    return Plan(Options.from_dict({"versions": ["V1"], **options}))


def key(content="bytes", tokenized=True, tagged=False, split="", **options):
    corpus = Corpus(lambda: iter(()), content=content)
    return corpus_key(corpus, CorpusSettings(tokenized, tagged=tagged), split, plan(**options))


@pytest.fixture
def folder(tmp_path):
    return SimpleNamespace(ledger=tmp_path / "ledger.sqlite")


@pytest.fixture
def parser(monkeypatch):
    digests = SimpleNamespace(current="parser-1")
    monkeypatch.setattr(corpus_cache, "parser_digest", lambda _options: digests.current)
    return digests


def cache(folder, signature=GIVEN, of=None):
    cached = CachedCorpus.new(key(), signature, of or plan(), texts=False)
    with closing(Ledger(folder.ledger)) as ledger:
        ledger.note_corpus(cached.to_text())
    return cached


def test_the_same_corpus_is_cached(folder):
    assert CachedCorpus.of(folder, key(), plan()) is None
    cached = cache(folder)
    assert CachedCorpus.of(folder, key(), plan()) == cached
    assert (cached.source, cached.parser) == (GIVEN["corpus"], GIVEN["parser"])


@pytest.mark.parametrize(
    "other",
    [
        {"content": "other bytes"},
        {"tokenized": False},
        {"tagged": True},
        {"split": "dev"},
        {"versions": ["V2"]},
        {"sample": {"seed": 9}},
        {"content": ""},
    ],
)
def test_another_corpus_or_another_way_to_read_it_is_not_cached(folder, other):
    cache(folder)
    assert CachedCorpus.of(folder, key(**other), plan()) is None


def test_other_code_reads_the_corpus_again(monkeypatch):
    before = key()
    monkeypatch.setattr(corpus_cache, "code_digest", lambda _packages: "other")
    assert key() != before


@pytest.mark.parametrize(("signature", "versions"), [(PARSED, ["V1"]), (GIVEN, ["V1", "V6"])])
def test_another_parser_reads_the_corpus_again_if_it_is_used(folder, parser, signature, versions):
    used = plan(versions=versions)
    cached = cache(folder, signature, used)
    assert CachedCorpus.of(folder, key(), used) == cached
    parser.current = "parser-2"
    assert CachedCorpus.of(folder, key(), used) is None


def test_another_parser_does_not_matter_for_given_trees(folder, parser):
    cached = cache(folder)
    parser.current = "parser-2"
    assert CachedCorpus.of(folder, key(), plan()) == cached


def test_a_corpus_that_is_adopted_replaces_the_cached_one(folder):
    cache(folder)
    with closing(Ledger(folder.ledger)) as ledger:
        ledger.adopt()
    assert CachedCorpus.of(folder, key(), plan()) is None


def test_a_damaged_ledger_has_no_cached_corpus(folder):
    folder.ledger.write_bytes(b"no database at all, but long enough to be looked at")
    assert CachedCorpus.of(folder, key(), plan()) is None


def test_an_unchanged_corpus_is_not_read_again(run, parsed_corpus, unread):
    corpus = parsed_corpus(3)
    run(corpus)
    assert len(unread) == 3
    before = run.record()["signature"]
    for file in corpus.iterdir():
        os.utime(file, (1, 1))
    assert run(corpus) == 0
    assert len(unread) == 3
    assert run.record()["signature"] == before
    assert "3 of 3 clusters done" in run.output


def test_a_word_that_changed_in_a_file_of_the_same_size_and_time_is_seen(run, parsed_corpus):
    corpus = parsed_corpus(2)
    run(corpus)
    for file in (corpus / "c001.txt", corpus / "c001.mrg"):
        times, text = file.stat(), file.read_text("utf-8")
        file.write_text(text.replace("the", "Zhe").replace("The", "Zhe"), "utf-8")
        assert file.read_text("utf-8") != text
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(RunError, match=r"corpus\.digest(.*\n)+.*--update"):
        run(corpus)
    assert run(corpus, update=True) == 0
    assert {message["cluster"] for _, message in run.taken} == {"c001"}


def test_a_corpus_that_changes_while_it_is_read_is_read_again(run, parsed_corpus, unread, monkeypatch):
    corpus = parsed_corpus(2)
    settings = corpus / "corpus.toml"
    settings.write_text("", "utf-8")
    adopt = Ledger.adopt
    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "adopt", lambda ledger: (adopt(ledger), settings.write_text("# new", "utf-8")))
        run(corpus)
    settings.write_text("", "utf-8")
    run(corpus)
    assert len(unread) == 4
