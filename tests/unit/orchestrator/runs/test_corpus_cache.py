"""A ledger caches its corpus as long as nothing has changed that its clusters depend on."""

from contextlib import closing
from types import SimpleNamespace

import pytest

from orchestrator.corpora import Corpus
from orchestrator.runs import corpus_cache
from orchestrator.runs.corpus_cache import CachedCorpus, corpus_key
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan
from paralattice.run_options import Options

GIVEN = {"corpus": {"clusters": 2, "digest": "d"}, "parser": {"name": "given trees", "digest": ""}}
PARSED = {**GIVEN, "parser": {"name": "default", "digest": "parser-1"}}


def plan(**options):
    return Plan(Options.from_dict({"versions": ["V1"], **options}))


def key(content="bytes", tokenized=True, split="", **options):
    corpus = Corpus(lambda: iter(()), content=content)
    return corpus_key(corpus, tokenized, split, plan(**options))


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
