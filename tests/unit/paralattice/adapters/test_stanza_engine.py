"""Models of stanza parse as the parser of the package does; the test trains small ones."""

from __future__ import annotations

import pytest

from paralattice.adapters import stanza_engine
from paralattice.adapters.engines import load_engine
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import Parser
from paralattice.adapters.stanza_engine import own_tree
from paralattice.formats.trees import write_tree

SENTENCES = [
    ("the", "old", "ferry", "left", "."),
    ("the", "ferry", "left", "."),
    ("the", "bridge", "left", "later", "."),
]


@pytest.fixture(scope="module")
def parser(stanza_models):
    settings = {
        "constituency_model_path": "parser",
        "constituency_pretrain_path": "words",
        "pos_model_path": "tagger",
        "pos_pretrain_path": "words",
    }
    engine = load_engine({setting: stanza_models[name] for setting, name in settings.items()})
    return Parser(engine, ParseOptions())


def test_sentences_get_trees_of_their_words_without_a_note(parser):
    parses = parser.parse(SENTENCES)
    assert [parse.tree.words() for parse in parses] == SENTENCES
    assert {parse.note for parse in parses} == {""}


def test_tags_are_the_taggers_or_those_given(parser):
    own = parser.parse(SENTENCES[:1])[0].tree.tags()
    assert own == parser.tag(SENTENCES[:1])[0]
    given = ("DT", "JJ", "NN", "VBD", ".")
    assert parser.parse_tagged([(SENTENCES[0], given)])[0].tree.tags() == given


def test_near_ties_are_decided_by_parsing_the_sentence_alone(parser, monkeypatch):
    sizes = []
    parse = parser._engine.parse

    def watched(batch):
        sizes.append(len(batch))
        return parse(batch)

    expected = [write_tree(parser.parse([words])[0].tree) for words in SENTENCES]
    monkeypatch.setattr(stanza_engine, "MARGIN", 1e6)
    monkeypatch.setattr(parser._engine, "parse", watched)
    assert [write_tree(parse.tree) for parse in parser.parse(SENTENCES)] == expected
    assert sizes.count(1) == len(SENTENCES)


def test_labels_the_models_know_are_kept_whatever_they_are():
    class Node:
        def __init__(self, label, *children):
            self.label, self.children = label, children

        def is_preterminal(self):
            return len(self.children) == 1 and not self.children[0].children

    top = Node("S", Node("NML", Node("NN", Node("x")), Node("NN", Node("y"))))
    tree = own_tree(top, ("stone", "bridge"))
    assert write_tree(tree) == "(ROOT (S (NML (NN stone) (NN bridge))))"


def test_a_tree_deeper_than_the_recursion_limit_is_converted():
    class Node:
        def __init__(self, label, *children):
            self.label, self.children = label, children

        def is_preterminal(self):
            return len(self.children) == 1 and not self.children[0].children

    node = Node("NN", Node("x"))
    for _ in range(20_000):
        node = Node("NP", node)
    tree = own_tree(Node("ROOT", node), ("stone",))
    assert tree.words() == ("stone",)
