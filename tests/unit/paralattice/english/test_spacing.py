"""Running text made of tokens."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from paralattice.adapters.text import tokenize
from paralattice.english.spacing import detokenise, joins_in, spaced


@pytest.mark.parametrize(
    "text",
    [
        'He said, "The so-called ferry isn\'t hers."',
        "The dogs' bowls weren't there; they'd gone (both of them).",
        "They cannot leave, can they?",
        "It cost $5m, or 20% more than in 2004-05.",
        "The mayor's two- and three-year-old children played rock 'n' roll.",
        "Chicago - The pilot [who landed] was fine!",
        "“Stay,” she said, “and don’t go.”",  # noqa: RUF001 - curly quotes are meant
        "He called it a 'clear' case, and left at 8:30.",
        "Is he (or she) here: yes or no?",
        "A Triple-A pilot had an X-ray.",
    ],
)
def test_a_sentence_that_was_tokenised_comes_back(text):
    assert detokenise(tokenize(text)) == text


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("ABC . com and XYZ. com closed - - too late .", "ABC.com and XYZ.com closed -- too late."),
        ("They lost in K . C . by 20 - 13 .", "They lost in K.C. by 20-13."),
        ("It left the U . S . at 4 . 30am , not at 5 p . m .", "It left the U.S. at 4.30am, not at 5 p.m."),
        (
            "The ferry cost $2 . 6 - million for 1 , 200 , 000 people .",
            "The ferry cost $2.6-million for 1,200,000 people.",
        ),
        (
            "Of 2 , 000 - foot falls , 300 were on May 5 , 200 in June .",
            "Of 2,000-foot falls, 300 were on May 5, 200 in June.",
        ),
        (
            "In 2004 , 300 left ; lots 100 , 200 and 300 did not .",
            "In 2004, 300 left; lots 100, 200 and 300 did not.",
        ),
        (
            "The just- fired then- mayor and the pre- or post- war pilots read ferry . com .",
            "The just-fired then-mayor and the pre- or post-war pilots read ferry.com.",
        ),
        ("Mr . J . Pell left at 8 : 30 .", "Mr. J. Pell left at 8:30."),
        ("They left at 7 p.m. .", "They left at 7 p.m."),
        (
            "The \u2019 66 crew and the dogs \u2019 12 bowls left .",
            "The \u201966 crew and the dogs\u2019 12 bowls left.",
        ),
        ('"We left , " she said .', '"We left," she said.'),
        ("-LRB- `` Yes , '' he said . -RRB-", '("Yes," he said.)'),
        ("The pilot ' s wife does n't know .", "The pilot's wife doesn't know."),
        ("It rose by 3 . 5 % .", "It rose by 3.5%."),
        ("He had bail of R1 , 000 .", "He had bail of R1,000."),
        ("It cost KSh1 , 000 or S$ 12 .", "It cost KSh1,000 or S$12."),
        ("A house of Grade II * burned .", "A house of Grade II* burned."),
        ("The U . S . Navy paid $ 300 , 000 .", "The U.S. Navy paid $300,000."),
        ("They fell 2 , 000ft at 4 . 30am .", "They fell 2,000ft at 4.30am."),
        ("On May 12 , 300 ships left .", "On May 12, 300 ships left."),
        ("In 2011 , 300 ships left .", "In 2011, 300 ships left."),
        ("Read it on lundvik . org .", "Read it on lundvik.org."),
        ("the ferry sank - nobody was hurt", "the ferry sank-nobody was hurt"),
        ("the ferry sank - it was old", "the ferry sank - it was old"),
        ("it sank - even before noon", "it sank - even before noon"),
        ("- he left", "- he left"),
        ("a man - Jan Berg - opened fire", "a man - Jan Berg - opened fire"),
        ("a play - in game after a break - in", "a play-in game after a break-in"),
        ("It hit passers - by and hangers - on at 91 mph .", "It hit passers-by and hangers-on at 91 mph."),
        ("a head - on crash", "a head-on crash"),
        ("a sell - on clause", "a sell-on clause"),
        ("a two - under 70 and 17 - under in all", "a two-under 70 and 17-under in all"),
        ('a lone " mark', 'a lone " mark'),
    ],
)
def test_a_corpus_that_came_as_tokens_becomes_text_where_that_can_be_decided(tokens, text):
    assert detokenise(tokens.split(" ")) == text


WORD = st.sampled_from(["ferry", "mayor", "sank", "Larch", "harbour", "pilots", "left", "seventy", "dawn"])
COMPOUND = st.builds("{}-{}".format, WORD.map(str.lower), WORD.map(str.lower))
CONTRACTION = st.sampled_from(["isn't", "they're", "mayor's", "we'll", "he'd", "can't", "I'm", "cannot"])
UNIT = st.one_of(WORD, COMPOUND, CONTRACTION, st.sampled_from(["$5", "20%", "1,000", "8:30"]))
PLAIN = st.lists(UNIT, min_size=1, max_size=5).map(" ".join)
PART = st.one_of(PLAIN, PLAIN.map("({})".format), PLAIN.map('"{}"'.format), PLAIN.map("[{}]".format))
PARTS = st.lists(PART, min_size=1, max_size=3).map(", ".join)
TEXT = st.builds("{}{}".format, PARTS, st.sampled_from([".", "!", "?"]))


@given(TEXT)
def test_sentences_of_quotes_hyphens_brackets_and_contractions_come_back(text):
    assert detokenise(tokenize(text)) == text


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zs", "Zl", "Zp", "Cf")), max_size=40))
def test_joining_tokens_adds_and_loses_nothing_but_spaces(text):
    words = tokenize(text)
    assume(not {"``", "''"} & set(words))
    assert detokenise(words).replace(" ", "") == "".join(words)
    assert "  " not in detokenise(words)


@given(TEXT)
def test_the_spaces_of_a_text_are_read_from_it(text):
    words = tokenize(text)
    assert spaced(words, joins_in(text, words)) == text


def test_tokens_of_another_text_have_no_spaces_in_it():
    assert joins_in("the ferry sank", ["the", "ferry"]) is None
    assert joins_in("the ferry", ["a", "ferry"]) is None
