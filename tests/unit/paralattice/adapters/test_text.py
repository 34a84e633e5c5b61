from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paralattice.adapters.text import split_sentences, tokenize


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("He didn't say they'll go.", "He did n't say they 'll go ."),
        ("I can't, I've tried; you're late.", "I ca n't , I 've tried ; you 're late ."),
        ("You cannot do that.", "You can not do that ."),
        ("I'm sure I've heard it.", "I 'm sure I 've heard it ."),
        ("Mr. O'Hara's o'clock", "Mr. O'Hara 's o'clock"),
        ("She said no. See No. 5 and p. 7.", "She said no . See No. 5 and p. 7 ."),
        ("J. R. Lee, Ph.D., chose plan B.", "J. R. Lee , Ph.D. , chose plan B ."),
        ("It weighs 5kg and cost US$3m at 6pm.", "It weighs 5 kg and cost US$ 3 m at 6 pm ."),
        ("It cost S$3.", "It cost S$ 3 ."),
        ("the 1990s, the 20th, -4 and and/or", "the 1990s , the 20th , -4 and and / or"),
        ("``So,'' he wrote to @bob :-)", "`` So , '' he wrote to @bob :-)"),
        ("The dog\u2019s bowl isn\u2019t here.", "The dog \u2019s bowl is n\u2019t here ."),
        ("John's dogs' tails", "John 's dogs ' tails"),
        ("It costs $5 or \u20ac3.", "It costs $ 5 or \u20ac 3 ."),
        ("Sales rose by 12.5%.", "Sales rose by 12.5 % ."),
        ("About 1,000.5 of 1,000,000 people", "About 1,000.5 of 1,000,000 people"),
        ("Dr. Lee left the U.S. on Jan. 3.", "Dr. Lee left the U.S. on Jan. 3 ."),
        ("It began at 5:50 p.m. on Monday.", "It began at 5:50 p.m. on Monday ."),
        ("She lives in the U.S.", "She lives in the U.S."),
        ("They met at 5 p.m.", "They met at 5 p.m."),
        ("He works for Acme Inc.", "He works for Acme Inc."),
        ("See https://example.org/a-b?c=1, please.", "See https://example.org/a-b?c=1 , please ."),
        ("Write to anna.lee@example.org.", "Write to anna.lee@example.org ."),
        ('"Well," she said, "go."', '" Well , " she said , " go . "'),
        ("\u201cWell,\u201d she said.", "\u201c Well , \u201d she said ."),
        ("It (the boat) sank [sic].", "It ( the boat ) sank [ sic ] ."),
        ("a well-known co-op", "a well - known co - op"),
        ("a twenty-five-year-old tree", "a twenty - five - year - old tree"),
        (
            "He left \u2014 at last \u2013 and she -- well...",
            "He left \u2014 at last \u2013 and she -- well ...",
        ),
        ("Wait\u2026 what?!", "Wait \u2026 what ? !"),
        ("one\ttwo\u00a0three\n four", "one two three four"),
    ],
)
def test_tokens_follow_the_penn_conventions_of_gum(text, tokens):
    assert tokenize(text) == tuple(tokens.split())


@pytest.mark.parametrize("text", ["", " ", "\n\t \u00a0"])
def test_blank_text_has_no_tokens(text):
    assert tokenize(text) == ()


def test_lone_surrogates_are_replaced():
    assert "".join(tokenize("a \ud800 b")) == "a\ufffdb"


def test_text_without_blanks_is_cut_and_does_not_take_for_ever():
    assert "".join(tokenize("(" * 30_000)) == "(" * 30_000


@given(st.text(max_size=80))
def test_tokens_joined_are_the_text_without_white_space(text):
    tokens = tokenize(text)
    assert "".join(tokens) == "".join(text.split())
    assert all(token and not any(letter.isspace() for letter in token) for token in tokens)


@pytest.mark.parametrize(
    "sentences",
    [
        ["Dr. Lee met Mr. J. R. Smith at 5:50 p.m. on Jan. 3.", "They talked about the U.S. economy."],
        ["She moved to the U.S. in 1990.", "Her brother stayed."],
        ['"Where are you?" he asked.', '"Here," she said.', '"Come up!"'],
        ["The fund grew by 3.5 percent to $1.2 million.", "Analysts at Smith & Co. were not surprised."],
        ["He works for Acme Inc.", "It makes anvils."],
        ["See Fig. 3 and Sec. 2.1 for details.", "The rest is in No. 5, pp. 10-12."],
        ["Wait... what was that?", "I heard nothing."],
        ["Really?!", "Yes!!!", "That is what she told me."],
        ["(He did not know it then.)", "Later he found out."],
        ["The experts (e.g. Prof. Young) agreed.", "Nobody else did."],
        ["Visit www.example.org.", "Or write to info@example.org."],
        ["The storm hit St. Louis, Mo., on Monday.", "Gov. Brown spoke."],
        ["John F. Kennedy was elected in Nov. 1960.", "He took office in 1961."],
        ["Prices fell, rose, etc.", "The market closed."],
    ],
)
def test_sentences_end_where_a_reader_ends_them(sentences):
    assert split_sentences(" ".join(sentences)) == sentences


def test_a_blank_line_ends_a_sentence():
    assert split_sentences("The weather\n\nIt rained\n  \t\nall day.") == [
        "The weather",
        "It rained",
        "all day.",
    ]


def test_lines_broken_for_want_of_room_are_joined():
    text = (
        "The ferry was late again, for the wind\nhad turned and the Captain of the old\n"
        "Harbour Master would not\nlet it go. Nobody minded."
    )
    assert split_sentences(text) == [
        "The ferry was late again, for the wind had turned and the Captain of the old "
        "Harbour Master would not let it go.",
        "Nobody minded.",
    ]


def test_a_heading_on_a_line_of_its_own_is_a_sentence():
    text = (
        "Ferry late again\nThe ferry was late again on Monday morning, for the wind had turned.\n"
        "It left at noon."
    )
    assert split_sentences(text) == [
        "Ferry late again",
        "The ferry was late again on Monday morning, for the wind had turned.",
        "It left at noon.",
    ]


@pytest.mark.parametrize("text", ["", "\n\n", " \t\r\n\x0c "])
def test_blank_text_has_no_sentences(text):
    assert split_sentences(text) == []


@given(st.text(alphabet="aB.?! \"'()\n\u2026\u00e9\x0c", max_size=120))
def test_sentences_keep_all_that_is_visible_in_order(text):
    sentences = split_sentences(text)
    assert "".join("".join(sentence.split()) for sentence in sentences) == "".join(text.split())
    assert all(sentence == " ".join(sentence.split()) and sentence for sentence in sentences)
