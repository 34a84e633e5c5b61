import pytest

from paralattice.lattice.pictures.text_metrics import LINE_HEIGHT, text_width, wrap


def test_wide_letters_are_wider_than_narrow_ones_and_marks_on_letters_have_no_width():
    assert text_width("mmm") > text_width("aaa") > text_width("iii") > 0
    assert text_width("日") > text_width("a")
    assert text_width("e\u0301") == text_width("e")
    assert text_width("") == 0


def test_few_words_stay_on_one_line():
    assert wrap(["two", "words"])[0] == ["two words"]
    assert wrap([]) == ([], 0)


def test_many_words_make_a_block_that_keeps_their_order_and_is_wider_than_high():
    words = [f"word{place}" for place in range(60)]
    lines, width = wrap(words)
    assert " ".join(lines).split() == words
    assert len(lines) > 3
    assert width > 2 * len(lines) * LINE_HEIGHT


@pytest.mark.parametrize("count", [1, 2, 9, 40])
def test_the_width_is_that_of_the_widest_line(count):
    lines, width = wrap(["Milan", "is", "beautiful"] * count)
    assert width == pytest.approx(max(map(text_width, lines)))


def test_a_word_wider_than_a_line_is_not_broken():
    lines, width = wrap(["a", "m" * 100, "b"])
    assert "m" * 100 in lines
    assert width == pytest.approx(text_width("m" * 100))


def test_no_line_begins_with_a_comma_that_fits_nearly():
    lines, _ = wrap(["enough", "words", "for", "lines", ","] * 12)
    assert len(lines) > 2
    assert not [line for line in lines if line.startswith(",")]
