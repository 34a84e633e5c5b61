"""A ledger remembers a corpus as long as nothing has changed that its clusters depend on."""

from contextlib import closing
from types import SimpleNamespace

import pytest

from orchestrator.corpora import Corpus
from orchestrator.runs import corpus_memory
from orchestrator.runs.corpus_memory import CorpusMemory, memory_key
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan
from paralattice.run_options import Options

GIVEN = {"corpus": {"clusters": 2, "digest": "d"}, "parser": {"name": "given trees", "digest": ""}}
PARSED = {**GIVEN, "parser": {"name": "default", "digest": "parser-1"}}


def plan(**options):
    return Plan(Options.from_dict({"versions": ["V1"], **options}))


def key(content="bytes", tokenized=True, split="", **options):
    corpus = Corpus(lambda: iter(()), content=content)
    return memory_key(corpus, tokenized, split, plan(**options))


@pytest.fixture
def folder(tmp_path):
    return SimpleNamespace(ledger=tmp_path / "ledger.sqlite")


@pytest.fixture
def parser(monkeypatch):
    digests = SimpleNamespace(current="parser-1")
    monkeypatch.setattr(corpus_memory, "parser_digest", lambda _options: digests.current)
    return digests


def remember(folder, signature=GIVEN, of=None):
    memory = CorpusMemory.new(key(), signature, of or plan(), texts=False)
    with closing(Ledger(folder.ledger)) as ledger:
        ledger.remember(memory.to_text())
    return memory


def test_the_same_corpus_is_remembered(folder):
    assert CorpusMemory.of(folder, key(), plan()) is None
    memory = remember(folder)
    assert CorpusMemory.of(folder, key(), plan()) == memory
    assert (memory.source, memory.parser) == (GIVEN["corpus"], GIVEN["parser"])


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
def test_another_corpus_or_another_way_to_read_it_is_not_remembered(folder, other):
    remember(folder)
    assert CorpusMemory.of(folder, key(**other), plan()) is None


def test_other_code_reads_the_corpus_again(monkeypatch):
    before = key()
    monkeypatch.setattr(corpus_memory, "code_digest", lambda _packages: "other")
    assert key() != before


@pytest.mark.parametrize(("signature", "versions"), [(PARSED, ["V1"]), (GIVEN, ["V1", "V6"])])
def test_another_parser_reads_the_corpus_again_if_it_is_used(folder, parser, signature, versions):
    used = plan(versions=versions)
    memory = remember(folder, signature, used)
    assert CorpusMemory.of(folder, key(), used) == memory
    parser.current = "parser-2"
    assert CorpusMemory.of(folder, key(), used) is None


def test_another_parser_does_not_matter_for_given_trees(folder, parser):
    memory = remember(folder)
    parser.current = "parser-2"
    assert CorpusMemory.of(folder, key(), plan()) == memory


def test_a_corpus_that_is_adopted_replaces_the_memory(folder):
    remember(folder)
    with closing(Ledger(folder.ledger)) as ledger:
        ledger.adopt()
    assert CorpusMemory.of(folder, key(), plan()) is None


def test_a_damaged_ledger_remembers_nothing(folder):
    folder.ledger.write_bytes(b"no database at all, but long enough to be looked at")
    assert CorpusMemory.of(folder, key(), plan()) is None
