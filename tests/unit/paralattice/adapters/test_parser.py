from __future__ import annotations

import gc
import logging
import random
import re

import pytest
import torch

from paralattice.adapters import parser as parser_module
from paralattice.adapters.interface import Engine, NoResultError
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import Parser, load_parser, shared_parser
from paralattice.adapters.parser_files import MODELS, parser_digest
from paralattice.errors import ParseError
from paralattice.formats.trees import write_tree
from paralattice.syntax.tree import Tree

SENTENCES = [
    tuple(line.split())
    for line in (
        "The committee will publish its report on Monday .",
        "Nobody knew where the keys were .",
        "She sold the boat ( a small one ) to her brother for $ 900 .",
        "Did the storm , which came from the west , destroy the harbour ?",
        "Go !",
        "Hello",
        "A well - known painter died in the U.S. yesterday , his family said .",
        "They say that prices rose by 3.5 % last year .",
        "In spring the river floods the meadows and nobody can cross it .",
        '" It is late , " he said .',
    )
]


def brackets(tree: Tree) -> str:
    """Write a tree, to compare and to look at."""
    text, stack = [], [tree]
    while stack:
        node = stack.pop()
        text.append(
            f"{node.label}={node.word}" if node.is_preterminal else f"{node.label}/{len(node.children)}"
        )
        stack.extend(reversed(node.children))
    return " ".join(text)


def labels(tree: Tree) -> set[str]:
    found, stack = set(), [tree]
    while stack:
        node = stack.pop()
        found.add(node.label)
        stack.extend(node.children)
    return found


def test_a_plain_sentence_gets_the_tree_one_expects(parser):
    parse = parser.parse([("Nobody", "bought", "the", "old", "boat", ".")])[0]
    expected = "ROOT/1 S/3 NP/1 NN=Nobody VP/2 VBD=bought NP/3 DT=the JJ=old NN=boat .=."
    assert brackets(parse.tree) == expected
    assert parse.note == ""


def test_trees_come_in_the_order_of_the_sentences_whatever_their_lengths(parser):
    parses = parser.parse(SENTENCES)
    assert [parse.tree.words() for parse in parses] == SENTENCES
    assert {parse.note for parse in parses} == {""}
    assert {parse.tree.label for parse in parses} == {"ROOT"}


def test_a_sentence_given_twice_gets_the_same_tree_twice(parser):
    first, _, again = parser.parse([SENTENCES[0], SENTENCES[1], SENTENCES[0]])
    assert brackets(first.tree) == brackets(again.tree)


def test_no_sentences_give_no_trees(parser):
    assert parser.parse([]) == []


def test_a_sentence_may_be_a_list(parser):
    assert parser.parse([["Go", "!"]])[0].tree.words() == ("Go", "!")


def test_a_sentence_without_tokens_is_refused_with_its_index(parser):
    with pytest.raises(ParseError, match="sentence 1 has no tokens"):
        parser.parse([("Go", "!"), (), ("Hello",)])


def test_a_one_word_sentence_is_a_tree(parser):
    tree = parser.parse([("Hello",)])[0].tree
    assert tree.words() == ("Hello",)
    assert tree.label == "ROOT"


def test_brackets_keep_their_spelling_and_get_bracket_tags(parser):
    sentences = [
        ("He", "left", "(", "late", ")", "."),
        ("He", "left", "-LRB-", "late", "-RRB-", "."),
        ("He", "left", "[", "late", "]", "."),
        ("He", "left", "-LSB-", "late", "-RSB-", "."),
    ]
    parses = parser.parse(sentences)
    assert [parse.tree.words() for parse in parses] == sentences
    for parse in parses:
        assert parse.tree.tags()[2] == "-LRB-"
        assert parse.tree.tags()[4] == "-RRB-"


def test_penn_quotes_get_the_tags_of_opening_and_closing_quotes(parser):
    sentence = ("``", "It", "is", "late", ",", "''", "he", "said", ".")
    tags = parser.parse([sentence])[0].tree.tags()
    assert (tags[0], tags[5]) == ("``", "''")


def test_the_tags_in_the_trees_are_the_taggers(parser):
    parses = parser.parse(SENTENCES)
    tagged = parser._engine.tag([list(sentence) for sentence in SENTENCES])
    assert [parse.tree.tags() for parse in parses] == tagged


ODD = [
    ("\u00a0",),
    ("",),
    (" ", "\t"),
    ("\u200b", "runs"),
    ("\ufeff",),
    ("\x00", "\x1b"),
    ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "laughs", "\U0001f602"),
    ("\ud800", "said", "\udfff"),
    ("\U0010ffff",),
    ("x" * 200_000, "said", "so"),
    ("<PAD>", "<UNK>", "<ROOT>", "<EMPTY>"),
    ("e\u0301te\u0301", "\u0301"),
    ("New York", "10\u00a0000"),
    ("((", ")))", "(", ")"),
    (")",) * 40,
    ("_", "__"),
    ("\u0627\u0644", "\u4f60\u597d"),
    ("?!?!", "!!!!", "...", "----"),
]


def test_odd_tokens_never_stop_the_parser_and_are_kept(parser):
    parses = parser.parse(ODD)
    assert [parse.tree.words() for parse in parses] == ODD
    assert {parse.note for parse in parses} == {""}


def test_random_words_are_parsed_without_failure(parser):
    draw = random.Random(7)
    words = [word for sentence in SENTENCES for word in sentence]
    sentences = [tuple(draw.choices(words, k=draw.randint(1, 40))) for _ in range(60)]
    assert [parse.tree.words() for parse in parser.parse(sentences)] == sentences


def test_a_sentence_over_the_limit_gets_a_flat_tree_with_tags_and_a_note(parser):
    short = Parser(parser._engine, ParseOptions(max_tokens=5))
    long_one, fits = short.parse([SENTENCES[0], ("Nobody", "bought", "it", ".")])
    assert long_one.note == "not parsed: 9 tokens are more than 5"
    assert brackets(long_one.tree).startswith("ROOT/1 FRAG/9 DT=The NN=committee MD=will")
    assert fits.note == ""
    assert "S" in labels(fits.tree)


def test_a_sentence_too_long_to_be_tagged_gets_a_flat_tree_of_unknown_tags(parser, monkeypatch):
    monkeypatch.setattr(parser_module, "TOKENS_AT_ONCE", 8)
    parse = Parser(parser._engine, ParseOptions(max_tokens=5)).parse([SENTENCES[0]])[0]
    assert set(parse.tree.tags()) == {"XX"}
    assert parse.tree.words() == SENTENCES[0]
    assert parse.note == "not parsed: 9 tokens are more than 5"
    generous = Parser(parser._engine, ParseOptions(max_tokens=100)).parse([SENTENCES[0]])[0]
    assert generous.note == "not parsed: 9 tokens are more than 8"


def test_a_long_sentence_within_the_limit_is_parsed(parser):
    sentence = (*("and the river floods the meadows , " * 40).split(), ".")
    parse = parser.parse([sentence])[0]
    assert parse.note == ""
    assert parse.tree.words() == sentence


def test_the_batch_bounds_sentences_and_tokens(monkeypatch):
    monkeypatch.setattr(parser_module, "TOKENS_AT_ONCE", 10)
    sentences = {("a",), ("b",), ("c", "d"), ("e",) * 7, ("f",) * 12}
    batches = list(parser_module._batches({(sentence, None) for sentence in sentences}, 3))
    assert [[len(words) for words, _ in batch] for batch in batches] == [[1, 1, 2], [7], [12]]


class Balky(Engine):
    """The real models, but a word stops one of them, as a batch of stanza's may stop."""

    def __init__(self, inner: Engine, stage: str, error: Exception) -> None:
        self.inner, self.stage, self.error = inner, stage, error
        self.sizes: list[int] = []

    def tag(self, batch):
        self._refuse("tag", batch)
        return self.inner.tag(batch)

    def parse(self, batch):
        self._refuse("parse", [forms for forms, _ in batch])
        self.sizes.append(len(batch))
        return self.inner.parse(batch)

    def _refuse(self, stage, batch):
        if stage in self.stage and any("keys" in forms for forms in batch):
            raise self.error


@pytest.mark.parametrize(
    ("error", "note"),
    [
        (NoResultError("the parser found no tree"), "not parsed: the parser found no tree"),
        (TypeError("can't assign a NoneType"), "not parsed: the parser failed (TypeError)"),
    ],
)
def test_a_sentence_that_stops_the_parser_gets_a_flat_tree_and_spares_its_batch(parser, error, note):
    balky = Balky(parser._engine, "parse", error)
    parses = Parser(balky, ParseOptions()).parse(SENTENCES)
    assert [parse.note for parse in parses] == [note if "keys" in words else "" for words in SENTENCES]
    assert brackets(parses[1].tree).startswith("ROOT/1 FRAG/7 NN=Nobody VBD=knew")
    whole = parser.parse(SENTENCES)
    assert [brackets(parse.tree) for parse in parses if not parse.note] == [
        brackets(parse.tree) for parse in whole if "keys" not in parse.tree.words()
    ]
    assert max(balky.sizes) > 1


def test_a_sentence_that_stops_tagger_and_parser_gets_unknown_tags_and_spares_its_batch(parser):
    balky = Balky(parser._engine, "tag and parse", RuntimeError("shapes differ"))
    parses = Parser(balky, ParseOptions()).parse(SENTENCES)
    assert parses[1].note == "not parsed: the parser failed (RuntimeError)"
    assert set(parses[1].tree.tags()) == {"XX"}
    assert [parse.note for parse in parses].count("") == len(SENTENCES) - 1


def test_exhausted_memory_is_not_taken_for_a_sentences_fault(parser):
    error = RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes")
    with pytest.raises(MemoryError):
        Parser(Balky(parser._engine, "parse", error), ParseOptions()).parse(SENTENCES)


def test_a_tasks_time_limit_is_not_taken_for_a_sentences_fault(parser):
    class TimeLimitError(Exception):
        pass

    with pytest.raises(TimeLimitError):
        Parser(Balky(parser._engine, "parse", TimeLimitError()), ParseOptions()).parse(SENTENCES)


def test_a_tree_does_not_depend_on_the_other_sentences_of_its_batch(parser):
    alone = [brackets(parser.parse([sentence])[0].tree) for sentence in SENTENCES]
    for batch in (2, 3, 64):
        together = Parser(parser._engine, ParseOptions(batch=batch)).parse(SENTENCES[::-1])
        assert [brackets(parse.tree) for parse in together][::-1] == alone


def test_the_models_agree_with_the_treebank_as_well_as_their_documentation_says(parser, treebank):
    lines = (treebank / "test.mrg").read_text(encoding="utf-8").splitlines()[:120]
    gold = [re.findall(r"\((\S+) ([^()\s]+)\)", line) for line in lines]
    sentences = [
        tuple(word.replace("-LRB-", "(").replace("-RRB-", ")") for _, word in leaves) for leaves in gold
    ]
    found = [tag for parse in parser.parse(sentences) for tag in parse.tree.tags()]
    wanted = [tag for leaves in gold for tag, _ in leaves]
    agreed = sum(tag == other for tag, other in zip(found, wanted, strict=True))
    assert agreed / len(wanted) > 0.95


def test_trees_of_the_treebank_do_not_depend_on_the_batch(parser, treebank):
    lines = (treebank / "dev.mrg").read_text(encoding="utf-8").splitlines()[:50]
    sentences = [tuple(re.findall(r"\(\S+ ([^()\s]+)\)", line)) for line in lines]
    small = Parser(parser._engine, ParseOptions(batch=9)).parse(sentences)
    large = parser.parse(sentences)
    assert [brackets(one.tree) for one in small] == [brackets(one.tree) for one in large]


def test_parsing_is_silent_and_leaves_every_logger_as_it_was(parser, capfd):
    root, own = logging.getLogger(), logging.getLogger("stanza")
    before = (
        root.level,
        root.disabled,
        own.level,
        own.disabled,
        list(own.handlers),
        logging.root.manager.disable,
    )
    parser.parse([("Nobody", "knew", ".")])
    after = (
        root.level,
        root.disabled,
        own.level,
        own.disabled,
        list(own.handlers),
        logging.root.manager.disable,
    )
    assert after == before
    assert capfd.readouterr() == ("", "")


def test_parsing_leaves_torchs_settings_as_they_were(parser):
    import torch

    parser.parse([("Nobody", "knew", ".")])
    assert torch.backends.mkldnn.enabled
    assert torch.is_grad_enabled()
    assert not torch.is_inference_mode_enabled()
    assert torch.get_num_threads() == 1


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_without_a_gpu_the_error_says_so():
    with pytest.raises(ParseError, match="no GPU with CUDA here: leave out --device cuda"):
        load_parser(ParseOptions(device="cuda"))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
def test_a_gpu_gives_nearly_the_same_trees(parser):
    found = load_parser(ParseOptions(device="cuda")).parse(SENTENCES)
    same = [
        write_tree(one.tree) == write_tree(other.tree)
        for one, other in zip(found, parser.parse(SENTENCES), strict=True)
    ]
    assert sum(same) >= len(SENTENCES) - 1


def test_trees_of_another_device_are_other_artefacts():
    assert parser_digest(ParseOptions()) != parser_digest(ParseOptions(device="cuda"))


def test_a_processs_parsers_share_their_models(parser):
    other = shared_parser(ParseOptions(batch=3))
    assert other._engine is parser._engine
    assert [parse.tree.words() for parse in other.parse(SENTENCES)] == SENTENCES


def test_the_model_folder_holds_the_licence_and_its_attribution():
    text = (MODELS / "LICENSE.md").read_text(encoding="utf-8")
    named = ("CC BY-SA 4.0", "Amir Zeldes (2017)", "Wikivoyage", "MiniLM", "Apache", "en_gum.weights")
    for needed in (*named, "Ide, Baker, Fellbaum and Passonneau (2010)", "CC BY 3.0"):
        assert needed in text


def test_parsing_leaves_the_garbage_collector_as_it_was(parser):
    parser.parse(SENTENCES[:2])
    assert gc.isenabled()
    gc.disable()
    try:
        parser.parse(SENTENCES[:2])
        assert not gc.isenabled()
    finally:
        gc.enable()
