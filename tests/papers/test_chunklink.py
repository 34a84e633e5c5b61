"""Every word of chunklink's own output (Buchholz 2000): part of speech, chunk and chain.

The documents are trees of the GUM corpus with what chunklink prints for them.
They lie beside the repository.
"""

import pytest

from paralattice.formats.trees import read_trees, unescape_word
from paralattice.syntax.chunking import chunk
from support.paths import SHARED_DATA

DOCUMENTS = sorted((SHARED_DATA / "chunklink").glob("*.mrg"))
TREEBANKS = sorted((SHARED_DATA / "treebank").glob("*.mrg"))
TAGS_AS_PRINTED = {",": "COMMA", "-LRB-": "(", "-RRB-": ")"}


def printed(path):
    """Return word, part of speech, iob_inner and iob_chain of every line, by sentence."""
    sentences = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# Sentence"):
            sentences.append([])
        elif line and not line.startswith("#"):
            _, iob, pos, word, _, _, _, chain = line.split()
            # Within a word chunklink leaves brackets escaped.
            sentences[-1].append((unescape_word(word), pos, iob, chain))
    return sentences


def as_printed(sentence):
    return [
        (
            token.word.replace(",", "COMMA"),
            TAGS_AS_PRINTED.get(token.pos, token.pos),
            token.iob,
            "/".join(token.chain),
        )
        for token in sentence.tokens
    ]


def first_trees(path, lines=1500):
    with path.open(encoding="utf-8") as text:
        return read_trees((line for _, line in zip(range(lines), text, strict=False)), path.name)


@pytest.mark.skipif(not DOCUMENTS, reason="chunklink's output for GUM is not beside the repository")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_word_has_chunklinks_part_of_speech_chunk_and_chain(document):
    trees = read_trees(document.read_text(encoding="utf-8").splitlines(), document.name)
    expected = printed(document.with_suffix(".chunklink"))
    assert len(trees) == len(expected)
    for tree, sentence in zip(trees, expected, strict=True):
        assert as_printed(chunk(tree)) == sentence


@pytest.mark.skipif(not TREEBANKS, reason="no treebank is beside the repository")
@pytest.mark.parametrize("path", TREEBANKS, ids=lambda path: path.name)
def test_every_tree_of_a_treebank_becomes_a_sentence_of_its_words(path):
    for tree in first_trees(path):
        sentence = chunk(tree)
        assert sentence.words == tree.words()
        assert [token.pos for token in sentence.tokens] == list(tree.tags())


@pytest.mark.skipif(not TREEBANKS, reason="no treebank is beside the repository")
@pytest.mark.parametrize("path", TREEBANKS, ids=lambda path: path.name)
def test_in_a_treebank_a_chunk_has_the_label_of_the_constituent_that_holds_its_words(path):
    for tree in first_trees(path):
        for token in chunk(tree).tokens:
            if token.iob != "O" and token.pos != "POS":
                assert token.iob[2:] == token.chain[-1][2:].removeprefix("WH")
