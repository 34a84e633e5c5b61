import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from paralattice.formats.printable import printable

HOSTILE = "a\x1b[2J\x1b]0;title\x07b\x9b2K\u202ec\u2066d\r\x08\x00\x7f"


def test_what_moves_the_cursor_or_turns_the_line_is_escaped():
    assert printable(HOSTILE) == r"a\x1b[2J\x1b]0;title\x07b\x9b2K\u202ec\u2066d\x0d\x08\x00\x7f"


def test_ordinary_text_in_any_script_is_left_as_it_is():
    text = "Tab\tand line\n — naïve 日本語 עברית العربية 👩‍👩‍👧 \u00a0\u00ad\u200d"
    assert printable(text) == text


@given(st.text())
def test_no_control_character_is_left(text):
    left = {char for char in printable(text) if unicodedata.category(char) in ("Cc", "Zl", "Zp")}
    assert left <= {"\n", "\t"}
    assert not {char for char in printable(text) if unicodedata.bidirectional(char) in ("RLO", "LRO", "RLI")}
