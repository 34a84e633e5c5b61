"""Shen et al. 2006, Figure 2: the V4 lattice of the 18 sentences holds both published novel sentences.

Which sentences are joined hangs on the trees, here those of the parser in the package.
"""

import pytest

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import load_parser
from paralattice.adapters.text import tokenize
from paralattice.align import encode, merge, score_pairs
from paralattice.align.options import AlignOptions
from paralattice.align.versions import version_named
from paralattice.lattice import accepts, from_alignment
from paralattice.syntax.chunking import chunk


@pytest.fixture(scope="module")
def figure(shared_data):
    folder = shared_data / "figures"

    def read(name):
        return [tokenize(line) for line in (folder / name).read_text("utf-8").splitlines() if line.strip()]

    return read("shen-figure2-cluster.txt"), read("shen-figure2-novel.txt")


@pytest.fixture(scope="module")
def lattice(figure):
    return built(figure[0])


def built(sentences):
    features = [chunk(parsed.tree) for parsed in load_parser(ParseOptions()).parse(sentences)]
    options, version = AlignOptions(), version_named("V4")
    encoded = encode(features, options)
    merged = merge(encoded, score_pairs(encoded, version, options), version, options)
    return from_alignment(sentences, merged.columns)


def test_the_figure_has_eighteen_sentences_and_two_novel_ones(figure):
    assert [len(part) for part in figure] == [18, 2]
    assert not set(figure[0]) & set(figure[1])


@pytest.mark.parametrize("number", [0, 1])
def test_a_published_novel_sentence_is_a_path(figure, lattice, number):
    assert accepts(lattice, figure[1][number])


def test_the_lattice_refuses_a_sentence_with_two_words_swapped(figure, lattice):
    swapped = list(figure[1][0])
    swapped[3], swapped[9] = swapped[9], swapped[3]
    assert not accepts(lattice, swapped)
