"""Function words, and the words that a rewording must neither drop nor invent.

A replacement keeps the numbers, the named entities, the punctuation, the grammatical persons and the
negation of the phrase that it replaces. Prepositions, articles and auxiliaries may change, but do not count
as a change of content.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from paralattice.english.stop_words import DEFAULT_STOP_WORDS

_OLDER = """
    thou thee thy thine thyself ye hath doth hast dost art wast wert shalt wilt unto whoso whosoever
    whatsoever whomsoever whoever whatever hence thence lo behold yea nay amen oh o wherefore therefore thus
"""
_FURTHER = """
    will would shall should may might must can done does upon onto within without among along across behind
    beyond near toward towards since though although whether yet still also just even ever much many such
    another every either neither something anything everything someone anyone everyone now there here
    according ca wo sha s t re ve ll d m 's 't 're 've 'll 'd 'm mr mrs ms dr yes
"""
# Verbs and nouns with too many senses to say what may replace them.
_LIGHT = """
    get gets got getting gotten go goes going went gone come comes came coming take takes took taken taking
    make makes made making lot lots deal like likes thing things way ways
    give gives gave given giving keep keeps kept keeping put puts putting let lets letting set sets setting
    see sees saw seen seeing look looks looked looking hold holds held holding well
"""
_NEGATED = """
    not no never none nothing nobody neither nor without cannot n't nt
"""
_NEGATIONS = frozenset(_NEGATED.split())
_NUMBERS = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds
    thousand thousands million millions billion billions trillion dozen dozens half quarter
    first second third fourth fifth sixth seventh eighth ninth tenth once twice last next
"""
_TIMES = """
    monday tuesday wednesday thursday friday saturday sunday january february april june july august september
    october november december today yesterday tomorrow tonight morning afternoon evening night noon midnight
    daily weekly monthly yearly annual second minute hour day week month year decade century
    seconds minutes hours days weeks months years decades centuries
"""
_DIRECTIONS_AND_SEXES = """
    north south east west northern southern eastern western
    man men woman women boy boys girl girls father mother son daughter brother sister husband wife
    fathers mothers sons daughters brothers sisters husbands wives
"""
_EXACT = frozenset(" ".join((_NUMBERS, _TIMES, _DIRECTIONS_AND_SEXES)).split())
_PERSONS = {
    word: person
    for person, words in enumerate(
        (
            "i me my mine myself",
            "we us our ours ourselves",
            "you your yours yourself yourselves thou thee thy thine thyself ye",
            "he him his himself",
            "she her hers herself",
            "it its itself",
            "they them their theirs themselves",
            "who whom whose whoever whosoever whomsoever",
            "ask asks asked asking asketh inquire inquired question questioned",
            "tell tells told telling telleth",
        )
    )
    for word in words.split()
}

_OBJECTS = frozenset(["me", "us", "you", "thee", "him", "her", "it", "them"])
_WITHOUT_OBJECT = """
    reply replies replied replying respond responds responded responding
    say says said saying saith sayest speak speaks spoke spoken speaking spake speaketh
    talk talks talked talking think thinks thought thinking
"""
_NO_OBJECT = frozenset(_WITHOUT_OBJECT.split())

_APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"

#: Lower-cased words whose replacement does not change the content of a sentence.
FUNCTION_WORDS = (
    DEFAULT_STOP_WORDS | _NEGATIONS | frozenset(_PERSONS) | frozenset((_OLDER + _FURTHER + _LIGHT).split())
)


def is_content(word: str) -> bool:
    """Return whether a lower-cased word has content: a word of letters that is no function word."""
    word = word.replace(_APOSTROPHE, "'")
    return (
        len(word) > 1
        and word not in FUNCTION_WORDS
        and not word.startswith("<")
        and any(character.isalpha() for character in word)
    )


def takes_object(verb: str, word: str) -> bool:
    """Return whether a word may follow a verb: no pronoun as the object of a verb such as ``reply``."""
    return word not in _OBJECTS or verb not in _NO_OBJECT


def fixed_parts(words: Iterable[str]) -> Counter[Hashable]:
    """Return what a replacement of these lower-cased words must keep, with the number of occurrences.

    Parts are numbers, times, words of sex, generic tokens of entities, words with other characters than
    letters, punctuation, grammatical persons, and verbs of asking and of telling, which take other objects
    than verbs of saying; two negations cancel each other out.
    """
    parts: Counter[Hashable] = Counter()
    for word in (word.replace(_APOSTROPHE, "'") for word in words):
        if word in _PERSONS:
            parts["person", _PERSONS[word]] += 1
        elif word in _NEGATIONS:
            parts["negation"] ^= 1
        elif word in _EXACT or not word.isalpha():
            parts[word] += 1
    return +parts
