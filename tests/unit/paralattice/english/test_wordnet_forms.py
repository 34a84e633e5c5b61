"""Forms of synonyms."""

import pytest

from paralattice.english.wordnet_forms import kinds, like


@pytest.mark.parametrize(
    ("pos", "form", "base", "found"),
    [
        ("n", "ship", "ship", ("",)),
        ("n", "ships", "ship", ("plural",)),
        ("n", "police", "police", ("plural",)),
        ("v", "began", "begin", ("past",)),
        ("v", "beaten", "beat", ("participle",)),
        ("v", "beat", "beat", ("", "past")),
        ("v", "come", "come", ("", "participle")),
        ("v", "cast", "cast", ("", "past", "participle")),
        ("v", "levelled", "level", ("past", "participle")),
        ("a", "larger", "large", ("comparative",)),
        ("r", "better", "well", ("",)),
    ],
)
def test_a_form_has_all_its_kinds(pos, form, base, found):
    assert kinds(pos, form, base) == found


@pytest.mark.parametrize(
    ("pos", "form", "base", "other", "words"),
    [
        ("n", "ships", "ship", "box", "boxes"),
        ("n", "ships", "ship", "city", "cities"),
        ("n", "ships", "ship", "day", "days"),
        ("v", "hurts", "hurt", "pass", "passes"),
        ("v", "hurting", "hurt", "injure", "injuring"),
        ("v", "hurting", "hurt", "see", "seeing"),
        ("v", "broken", "break", "break", "broken"),
        ("v", "injured", "injure", "break", "broke"),
        ("v", "began", "begin", "carry", "carried"),
        ("v", "taken", "take", "carry", "carried"),
        ("a", "biggest", "big", "large", "largest"),
        ("r", "fast", "fast", "quickly", "quickly"),
    ],
)
def test_a_synonym_has_the_form_of_the_word(pos, form, base, other, words):
    assert like(pos, form, base, other) == tuple(words.split())
