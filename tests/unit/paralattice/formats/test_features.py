import pytest

from paralattice.corpus import Sentence, Token
from paralattice.errors import FormatError
from paralattice.formats.features import write_features

SENTENCES = [
    Sentence((Token("Ann", "NNP", "B-NP", ("B-S", "B-NP")), Token("ran", "VBD", "B-VP", ("I-S", "B-VP")))),
    Sentence(
        (Token("#", "#", "O"), Token("1")),
    ),
]
TABLE = """0\t0\tAnn\tNNP\tB-NP\tB-S/B-NP
0\t1\tran\tVBD\tB-VP\tI-S/B-VP

1\t0\t#\t#\tO\t
1\t1\t1\t\t\t
"""


def test_a_token_is_a_line_and_sentences_are_divided_by_a_blank_one():
    assert write_features(SENTENCES) == TABLE


def test_no_sentences_are_an_empty_table():
    assert write_features([]) == ""


@pytest.mark.parametrize(
    "token",
    [
        Token(""),
        Token("two\tcolumns"),
        Token("two\nlines"),
        Token("a line\n"),
        Token("two\u2028lines"),
        Token("a", pos="N\tN"),
        Token("a", iob="\r"),
        Token("a", chain=("B-A/B",)),
        Token("a", chain=("",)),
        Token("a", chain=("B-S", "")),
    ],
)
def test_a_token_that_could_not_be_read_back_is_not_written(token):
    with pytest.raises(FormatError, match="token 1 of sentence 0 cannot be written"):
        write_features([Sentence((Token("a"), token))])


def test_a_sentence_without_tokens_is_not_written():
    with pytest.raises(FormatError, match="sentence 1 has no tokens"):
        write_features([SENTENCES[0], Sentence(())])
