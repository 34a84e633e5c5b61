"""ARPA files of this package and of other programs, and invalid ones."""

import pytest

from paralattice.errors import FormatError, RewordError
from paralattice.ngrams import read_arpa, train_language_model, write_arpa
from paralattice.ngrams.options import LanguageModelOptions

TEXT = [
    ["the", "ferry", "left", "."],
    ["the", "ferry", "sank", "."],
    ["a", "boat", "left", "at", "noon", "."],
    [],
]

# As SRILM writes it: text before the head, n-grams in any order, weights left out, no unknown word.
SRILM = """\
made of nothing

\\data\\
ngram 1=4
ngram 2=3

\\1-grams:
-0.6\t</s>
-99\t<s>\t-0.3
-0.5\tno\u00a0break\t-0.2
-0.4\tb

\\2-grams:
-0.1\tno\u00a0break b
-0.2\t<s> no\u00a0break
-0.3\t<s> b

\\end\\
what follows is not read
"""


def read(text, file=""):
    return read_arpa(text.splitlines(keepends=True), file)


@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_a_model_comes_back_as_it_was_written(order):
    model = train_language_model(TEXT, LanguageModelOptions(order=order))
    text = "".join(write_arpa(model))
    back = read(text)
    assert "".join(write_arpa(back)) == text
    for words in [*TEXT, ["a", "ferry", "zebra"]]:
        assert back.score(words) == pytest.approx(model.score(words), abs=5e-7)


def test_the_text_has_head_sections_tabs_and_end():
    lines = list(write_arpa(train_language_model(TEXT, LanguageModelOptions(order=2))))
    assert lines[:3] == ["\\data\\\n", "ngram 1=12\n", "ngram 2=14\n"]
    assert lines[3:5] == ["\n", "\\1-grams:\n"]
    assert [line for line in lines if line.startswith("-99\t<s>\t-")]
    assert [line for line in lines if line.endswith("\tferry sank\n")]
    assert lines[-2:] == ["\n", "\\end\\\n"]


def test_a_file_of_another_program_is_read():
    model = read(SRILM)
    assert model.sizes == (5, 3)
    scores = model.score(["no\u00a0break", "b"])
    assert scores.tolist() == pytest.approx([-0.2, -0.1, -0.6])
    assert model.score(["b", "no\u00a0break", "x"]).tolist() == pytest.approx([-0.3, -0.5, -0.2 - 99, -0.6])


def test_an_unknown_word_in_capitals_is_the_unknown_word():
    text = SRILM.replace("ngram 1=4", "ngram 1=5").replace("-0.4\tb", "-0.4\tb\n-1.5\t<UNK>")
    assert read(text).score(["x"]).tolist() == pytest.approx([-0.3 - 1.5, -0.6])


def test_a_longer_n_gram_counts_where_the_shorter_one_was_pruned():
    text = (
        "\\data\\\nngram 1=4\nngram 2=1\nngram 3=1\n\n"
        "\\1-grams:\n-1 <s> -0.5\n-1 </s>\n-1 a -0.5\n-1 b -0.25\n"
        "\\2-grams:\n-0.5 <s> a -0.1\n\\3-grams:\n-0.2 <s> a b\n\\end\\\n"
    )
    assert read(text).score(["a", "b", "a"]).tolist() == pytest.approx([-0.5, -0.2, -0.25 - 1, -0.5 - 1])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\\end\\\nwhat follows is not read\n", "", "truncated"),
        ("\\data\\", "data", "truncated"),
        ("ngram 2=3", "ngram 3=3", r"x\.arpa:5: expected a line such as ngram 2=100"),
        ("ngram 1=4", "ngram 1=5", r"x\.arpa:13: 4 1-grams, but the header declares 5"),
        ("ngram 2=3", "ngram 2=4", r"x\.arpa:18: 3 2-grams, but the header declares 4"),
        ("\\2-grams:", "\\3-grams:", r"x\.arpa:13: expected \\2-grams:"),
        ("\\2-grams:", "", r"x\.arpa:14: 'b' is not a logarithm"),
        ("-0.4\tb", "0.4\tb", r"x\.arpa:11: log10 of a probability cannot be 0\.4"),
        ("-0.4\tb", "-0.4\tb c d", r"x\.arpa:11: expected a logarithm, 1 words and an optional"),
        ("-0.4\tb", "none\tb", r"x\.arpa:11: 'none' is not a logarithm"),
        ("-0.4\tb", "nan\tb", r"x\.arpa:11: 'nan' is not a logarithm"),
        ("-0.4\tb", "-0.4\t</s>", r"x\.arpa:11: the n-gram is repeated|x\.arpa:14: the word 'b'"),
        ("-0.3\t<s> b", "-0.3\t<s> c", r"x\.arpa:16: the word 'c' is not among the 1-grams"),
        ("-0.3\t<s> b", "-0.3\tno\u00a0break b", r"x\.arpa:16: the n-gram is repeated"),
        ("</s>", "</S>", "</s> is not among the 1-grams"),
        ("ngram 2=3\n", "ngram 2=3\nngram 3=1\n", "n-grams that the header declares are missing"),
        ("ngram 1=4\nngram 2=3\n", "", "n-grams that the header declares are missing"),
    ],
)
def test_what_is_no_arpa_text_is_named_with_its_line(old, new, message):
    assert old in SRILM
    with pytest.raises(FormatError, match=message):
        read(SRILM.replace(old, new), "x.arpa")


def test_an_n_gram_without_the_one_it_continues_is_named_with_its_line():
    text = (
        "\\data\\\nngram 1=2\nngram 2=1\nngram 3=1\n\n\\1-grams:\n-1\t<s>\n-1\t</s>\n\n"
        "\\2-grams:\n-1\t<s> </s>\n\n\\3-grams:\n-1\t</s> <s> </s>\n\n\\end\\\n"
    )
    with pytest.raises(FormatError, match=r"x:14: the first 2 words of the n-gram"):
        read(text, "x")


@pytest.mark.parametrize("word", ["", "two words", "a\ttab", "a\nline"])
def test_words_that_arpa_text_cannot_hold_are_refused(word):
    with pytest.raises(RewordError, match="cannot be written in an ARPA file"):
        list(write_arpa(train_language_model([["a", word]])))


def test_kenlm_reads_our_files_and_agrees(tmp_path):
    kenlm = pytest.importorskip("kenlm", reason="kenlm is not installed (it has no wheels; pip builds it)")
    model = train_language_model(TEXT, LanguageModelOptions(order=4))
    path = tmp_path / "ours.arpa"
    path.write_text("".join(write_arpa(model)), "utf-8")
    peer = kenlm.Model(str(path))
    for words in [*TEXT, ["a", "ferry", "zebra", "left", "."]]:
        theirs = [score for score, _, _ in peer.full_scores(" ".join(words))]
        assert model.score(words) == pytest.approx(theirs, abs=1e-5)
