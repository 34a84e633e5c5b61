"""The tables that CollateX's documentation prints, and those that CollateX 2.3 makes of texts of our own."""

import pytest

from paralattice import align


def table(texts, **options):
    segments = options.pop("segments", False)
    result = align(witnesses=dict(zip("ABCD", texts, strict=False)), **options)
    return [" | ".join(cell or "-" for cell in row) for row in result.table(segments=segments)]


FOX = ("The quick brown fox jumps over the dog.", "The brown fox jumps over the lazy dog.")
KOALAS = ("The big old gray koala:", "The big gray fuzzy koala.", "The grey fuzzy wombat!")


def test_the_documentation_has_these_tables():
    assert table(FOX, segments=True) == [
        "The | quick | brown fox jumps over the | - | dog.",
        "The | - | brown fox jumps over the | lazy | dog.",
    ]
    assert table(FOX) == [
        "The | quick | brown | fox | jumps | over | the | - | dog | .",
        "The | - | brown | fox | jumps | over | the | lazy | dog | .",
    ]
    assert table(["The gray koala", "The brown koala"]) == ["The | gray | koala", "The | brown | koala"]


def test_the_documentation_has_these_tables_of_near_matches():
    texts = ["The big gray koala", "The grey koala"]
    assert table(texts) == ["The | big | gray | koala", "The | grey | - | koala"]
    assert table(texts, near_match=True) == ["The | big | gray | koala", "The | - | grey | koala"]
    assert table(KOALAS, near_match=True) == [
        "The | big | old | gray | - | koala | :",
        "The | big | - | gray | fuzzy | koala | .",
        "The | - | - | grey | fuzzy | wombat | !",
    ]


def test_tokens_of_the_documentation_are_compared_by_n_and_shown_by_t():
    witnesses = {
        name: [{"t": "The ", "n": "The"}, {"t": f"{shown} ", "n": compared}, {"t": "koala", "n": "koala"}]
        for name, shown, compared in (("A", "gray", "gray"), ("B", "grey", "gray"), ("C", "brown", "brown"))
    }
    result = align(witnesses=witnesses)
    assert result.to_csv() == "A,The,gray,koala\nB,The,grey,koala\nC,The,brown,koala\n"
    assert [row.tolist()[1] for row in result.nodes] == [1, 1, 3]


@pytest.mark.parametrize(
    ("texts", "rows"),
    [
        (
            ["the black cat", "the black and white cat", "the black and green cat", "the black old cat"],
            [
                "the black | - | - | cat",
                "the black | and | white | cat",
                "the black | and | green | cat",
                "the black | old | - | cat",
            ],
        ),
        (
            ["a black cat sat on the mat", "a cat sat on the black mat"],
            ["a | black | cat sat on the | - | mat", "a | - | cat sat on the | black | mat"],
        ),
        (
            ["the white and black cat", "the black cat", "the black and white cat"],
            [
                "the | white | and | black | cat",
                "the | - | - | black | cat",
                "the | black | and | white | cat",
            ],
        ),
    ],
)
def test_collatex_makes_the_same_segments_of_our_texts(texts, rows):
    assert table(texts, segments=True) == rows
