"""The parser in the package on unusual text, and the same trees whatever the circumstances."""

from __future__ import annotations

import random

import pytest
import torch

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import Parser
from paralattice.errors import ParseError
from paralattice.formats.trees import read_trees, write_tree

CLAUSES = [
    "the river floods the meadows",
    "nobody can cross it",
    "the old ferry left at dawn",
    "prices rose by 3.5 %",
]


def long_sentence(tokens):
    words = []
    while len(words) < tokens - 1:
        words += [*CLAUSES[len(words) % len(CLAUSES)].split(), ",", "and"]
    return (*words[: tokens - 1], ".")


HARD = {
    "200 words": long_sentence(200),
    "a headline in capitals": ("FERRY", "SINKS", "OFF", "COAST", ";", "TWELVE", "DEAD", ",", "MAYOR", "SAYS"),
    "a headline in capitals with a verb": ("COURT", "REJECTS", "APPEAL", "IN", "2,300", "CASES"),
    "tokens never seen": ("Zyqqlor", "blarghed", "the", "frumious", "vexlet", "untowardlyish", "."),
    "numbers alone": ("3.14", "2,718", "1/2", "10:45", "-7", "1e9", "\u00bd", "\u0663"),
    "a phone number": ("+44", "(", "0", ")", "20", "7946", "0018"),
    "Arabic": ("\u063a\u0631\u0642\u062a", "\u0627\u0644\u0633\u0641\u064a\u0646\u0629", "."),
    "Chinese": ("\u8239", "\u6c89", "\u4e86", "\u3002"),
    "Cyrillic and Greek": ("\u041f\u0430\u0440\u043e\u043c", "\u03b2\u03c5\u03b8\u03cc\u03c2", "."),
    "Devanagari with marks": ("\u0928\u093e\u0935", "\u0921\u0942\u092c", "\u0917\u0908", "\u0964"),
    "emoji": ("\U0001f6a2", "\U0001f44d\U0001f3fd", "!!!"),
    "an address": ("https://example.org/a_b?c=d&e=f#g", "someone@example.org"),
    "one full stop": (".",),
    "one bracket": (")",),
    "brackets that do not match": ("(", "(", "so", ")", "]", "}"),
    "fifty commas": (",",) * 50,
    "one word fifty times": ("that",) * 50,
    "small letters without an end": ("we", "went", "to", "the", "harbour", "and", "then", "it", "rained"),
}


@pytest.mark.parametrize("words", HARD.values(), ids=HARD.keys())
def test_hard_sentences_get_a_tree_of_their_own_words_and_no_note(parser, words):
    parse = parser.parse([words])[0]
    assert parse.note == ""
    assert parse.tree.words() == words
    assert parse.tree.label == "ROOT"
    assert all(parse.tree.tags())


def test_a_sentence_in_capitals_has_the_tree_of_a_sentence(parser):
    tree = parser.parse([HARD["a headline in capitals with a verb"]])[0].tree
    assert "VP" in write_tree(tree)


def test_an_empty_sentence_is_refused_and_an_empty_list_is_not(parser):
    with pytest.raises(ParseError, match="sentence 0 has no tokens"):
        parser.parse([()])
    assert parser.parse([]) == []


def test_given_tags_are_kept_and_must_be_as_many_as_the_tokens(parser):
    words, tags = ("Time", "flies"), ("VB", "NNS")
    assert parser.parse_tagged([(words, tags)])[0].tree.tags() == tags
    both = parser.parse_tagged([(words, tags), (words, ("NN", "VBZ"))])
    assert [parse.tree.tags() for parse in both] == [tags, ("NN", "VBZ")]
    with pytest.raises(ParseError, match="sentence 1 has 2 tokens and 1 tags"):
        parser.parse_tagged([(words, tags), (words, ("NN",))])
    assert parser.parse_tagged([]) == []


def trees(parser, sentences, batch):
    sized = Parser(parser._engine, ParseOptions(batch=batch))
    return [write_tree(parse.tree) for parse in sized.parse(sentences)]


def check_all_ways(parser, sentences):
    """Parse alone, and in batches of several sizes and orders, on one thread and on two."""
    alone = [trees(parser, [sentence], 1)[0] for sentence in sentences]
    draw = random.Random(3)
    threads = torch.get_num_threads()
    try:
        for batch, count in ((3, 1), (17, 2), (64, 1), (64, 2)):
            torch.set_num_threads(count)
            order = draw.sample(range(len(sentences)), len(sentences))
            together = trees(parser, [sentences[place] for place in order], batch)
            assert [together[order.index(place)] for place in range(len(sentences))] == alone
    finally:
        torch.set_num_threads(threads)


def test_a_tree_is_the_same_alone_in_any_batch_and_on_any_number_of_threads(parser, synthetic_trees):
    sentences = [tree.words() for tree in read_trees(synthetic_trees(8))]
    check_all_ways(parser, [*sentences, *(words for words in HARD.values() if len(words) < 40)])


@pytest.mark.slow
def test_every_tree_of_the_test_split_is_the_same_whatever_the_circumstances(parser, treebank):
    lines = (treebank / "test.mrg").read_text(encoding="utf-8").splitlines()
    check_all_ways(parser, list(dict.fromkeys(tree.words() for tree in read_trees(lines))))
