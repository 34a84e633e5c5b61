import pytest

from paralattice.corpus import Sentence, Token
from paralattice.errors import FormatError
from paralattice.formats.features import read_features, write_features

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


def refusal(*lines):
    with pytest.raises(FormatError) as caught:
        read_features(lines, "run.tsv")
    assert caught.value.file == "run.tsv"
    return caught.value.line, caught.value.message


class TestWriting:
    def test_a_token_is_a_line_and_sentences_are_divided_by_a_blank_one(self):
        assert write_features(SENTENCES) == TABLE

    def test_no_sentences_are_an_empty_table(self):
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
    def test_a_token_that_could_not_be_read_back_is_not_written(self, token):
        with pytest.raises(FormatError, match="token 1 of sentence 0 cannot be written"):
            write_features([Sentence((Token("a"), token))])

    def test_a_sentence_without_tokens_is_not_written(self):
        with pytest.raises(FormatError, match="sentence 1 has no tokens"):
            write_features([SENTENCES[0], Sentence(())])


class TestReading:
    def test_what_was_written_is_read(self):
        assert read_features(TABLE.splitlines()) == SENTENCES
        assert read_features(TABLE.splitlines(keepends=True)) == SENTENCES

    def test_an_empty_table_has_no_sentences(self):
        assert read_features([]) == read_features([""]) == []

    def test_blank_lines_may_be_several_and_lines_may_end_in_two_characters(self):
        lines = [line + "\r\n" for line in TABLE.replace("\n\n", "\n\n\n").split("\n")]
        assert read_features(lines) == SENTENCES

    def test_columns_that_a_later_version_added_are_skipped(self):
        lines = ["0\t0\tran\tVBD\tB-VP\tB-VP\trun"]
        assert read_features(lines) == [Sentence((Token("ran", "VBD", "B-VP", ("B-VP",)),))]

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("0\t1\ta\t\t", "5 columns where 6 are expected: sentence, token, word, pos, iob, chain"),
            ("# a note", "1 columns where 6 are expected: sentence, token, word, pos, iob, chain"),
            ("0\t2\ta\t\t\t", "sentence '0', token '2' where 0 and 1 are expected"),
            ("0\t0\ta\t\t\t", "sentence '0', token '0' where 0 and 1 are expected"),
            ("1\t0\ta\t\t\t", "sentence '1', token '0' where 0 and 1 are expected"),
            ("0\t01\ta\t\t\t", "sentence '0', token '01' where 0 and 1 are expected"),
            ("0\t1\t\t\t\t", "the word is empty"),
            ("0\t1\ta\t\t\tB-S//B-NP", "an element of the chain 'B-S//B-NP' is empty"),
        ],
    )
    def test_a_wrong_line_is_named(self, line, message):
        assert refusal("0\t0\tAnn\t\t\t", line) == (2, message)

    def test_a_sentence_out_of_order_is_named(self):
        line, message = refusal("0\t0\ta\t\t\t", "", "2\t0\tb\t\t\t")
        assert (line, message) == (3, "sentence '2', token '0' where 1 and 0 are expected")
