"""Gates that need a candidate's words alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.gates import Gate, GateContext, content_forms
from paralattice.exchange.operations import SourcedToken
from paralattice.exchange.words import (
    AUXILIARIES,
    DAYS,
    HEDGE_FORMS,
    MONTHS,
    is_function,
    is_punctuation,
    is_saying,
)

_PAIRS = (("(", ")"), ("[", "]"), ("``", "''"), ("“", "”"), ("-LRB-", "-RRB-"))
_RELATIVE_DAYS = frozenset({"yesterday", "today", "tomorrow", "tonight"})
_PARTS_OF_DAYS = frozenset({"morning", "afternoon", "evening", "night"})
_TIMES = DAYS | _RELATIVE_DAYS | _PARTS_OF_DAYS | (MONTHS - {"may", "march"})
_OPENERS = frozenset({"``", "“", '"', "'", "\u2018", ":"})
_BEFORE_WORDS = ("``", "“", '"', "(", "[", "$", "'")
_AFTER_WORDS = ("''", "”", '"', ")", "]", "%", "'")
_LEANING = frozenset({"DT", "IN", "TO", "PRP$", "MD", "POS", "CC", "WDT", "WP", "``", "$"})


def is_far(candidate: Candidate, context: GateContext) -> bool:
    """Return whether the candidate is far enough from every sentence of the cluster."""
    return context.distance(candidate.words) >= context.options.distance


def balances(candidate: Candidate, context: GateContext) -> bool:
    """Return whether quotation marks and brackets balance; a possessive apostrophe is no mark."""
    counts = Counter(token.word for token in candidate.tokens if context.tag(token) != "POS")
    glued = sum(word.count('"') for word in candidate.words)
    even = glued % 2 == 0 and counts["'"] % 2 == 0
    return even and all(counts[opening] == counts[closing] for opening, closing in _PAIRS)


def says_nothing_twice(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no content word occurs twice, or more often than in one of its sources."""
    counts = Counter(content_forms(candidate.words))
    most: Counter[str] = Counter()
    for source in candidate.sources:
        most |= context.contents[source]
    return all(count < 2 or count <= most[base] for base, count in counts.items())


def has_one_attribution(candidate: Candidate, context: GateContext) -> bool:
    """Return whether it has no more verbs of saying than one of its sources."""
    most = max(_sayings(_own(context, source)) for source in candidate.sources)
    return _sayings(candidate.words) <= max(most, 0)


def has_one_time(candidate: Candidate, context: GateContext) -> bool:
    """Return whether it has no more times than a source, and its days, months and years agree.

    They agree if one source has them all, or if there is one of each kind.  No time may follow an opening
    time of another sentence: *In 1962, she won on Friday*.
    """
    for operation in candidate.operations:
        if operation.what == "opening time":
            opening = {token for edit in operation.edits for token in edit.tokens}
            rest = tuple(token.word for token in candidate.tokens if token not in opening)
            if any(calendar_words(rest)[:2]):
                return False
    if _times(candidate.words) > max(_times(context.texts[source]) for source in candidate.sources):
        return False
    found = calendar_words(candidate.words)
    return all(
        len(words) < 2 or any(words <= calendar_words(context.texts[own])[place] for own in candidate.sources)
        for place, words in enumerate(found)
    )


def _times(words: Iterable[str]) -> int:
    """Return the number of words that name a day, a part of a day or a month."""
    return sum(word.lower() in _TIMES for word in words)


@lru_cache(maxsize=4096)
def calendar_words(words: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """Return the days, the months and the years that words name."""
    low = {word.lower().rstrip(".") for word in words}
    years = frozenset(word for word in low if word.isdigit() and len(word) == 4 and word[:2] in ("19", "20"))
    return frozenset(low & (DAYS | _RELATIVE_DAYS)), frozenset(low & (MONTHS - {"may", "march"})), years


def keeps_hedges(candidate: Candidate, context: GateContext) -> bool:
    """Return whether each hedge (*not*, *could*, *first* ...) is kept exactly if its governor is."""
    kept = {(token.sentence, token.position) for token in candidate.tokens}
    for source in candidate.sources:
        sentence = context.cluster.sentences[source]
        for place, word in enumerate(sentence.words):
            if word.lower() in HEDGE_FORMS:
                governor = sentence.governors[place]
                if ((source, place) in kept) != ((source, governor) in kept) and governor >= 0:
                    return False
    return True


def strands_nothing(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no article, preposition or auxiliary lost its complement, and no mark is doubled."""
    pairs = zip(candidate.tokens, candidate.tokens[1:], strict=False)
    return all(_may_follow(one, other, context) for one, other in pairs)


def _may_follow(one: SourcedToken, other: SourcedToken, context: GateContext) -> bool:
    if (one.sentence, one.position + 1) == (other.sentence, other.position):
        return True
    low, after = one.word.lower(), other.word.lower()
    if low in AUXILIARIES and is_punctuation(after):
        return False
    if (low, after) in context.bigrams:
        return True
    if low == after or _has_other_article(low, after):
        return False
    if is_punctuation(after) and after not in _BEFORE_WORDS:
        return context.tag(one) not in _LEANING and (not is_punctuation(low) or low in _AFTER_WORDS)
    return True


def _has_other_article(article: str, after: str) -> bool:
    """Return whether *a* stands for *an* before a word, or the other way round."""
    return article in ("a", "an") and (article == "an") != (after[0] in "aeiou")


def keeps_length(candidate: Candidate, context: GateContext) -> bool:
    """Return whether it is not too short, and not longer than the cluster's sentences."""
    longest = max(len(words) for words in context.texts)
    return context.options.shortest <= len(candidate.tokens) <= longest + 8


def leaves_quotations(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no edit begins or ends within a quotation."""
    marks = context.quoted[candidate.frame]
    edits = [edit for operation in candidate.operations for edit in operation.edits]
    return all(_is_outside(marks, edit.begin, edit.end) for edit in edits)


def _is_outside(marks: Sequence[bool], begin: int, end: int) -> bool:
    """Return whether neither limit of a span lies within a quotation."""
    within = 0 < begin < len(marks) and marks[begin - 1] and marks[begin]
    after = 0 < end < len(marks) and marks[end - 1] and marks[end]
    return not within and not after


def opens_with_word(candidate: Candidate, _: GateContext) -> bool:
    """Return whether its first word does not begin with a digit."""
    return not candidate.words[0][:1].isdigit()


def keeps_case(candidate: Candidate, context: GateContext) -> bool:
    """Return whether capital letters stand where running text has them.

    The first word of a source keeps its capital within a sentence only if it is a name: another word of the
    name follows, or the cluster capitalises it elsewhere.  Articles and the like are never all in capitals.
    """
    pairs = zip(candidate.tokens, candidate.tokens[1:], strict=False)
    inner = [token for before, token in pairs if before.word not in _OPENERS]
    return not any(_is_heading(token) or _is_first_word(token, context) for token in inner)


def _is_heading(token: SourcedToken) -> bool:
    return len(token.word) > 1 and token.word.isupper() and is_function(token.word)


def _is_first_word(token: SourcedToken, context: GateContext) -> bool:
    """Return whether a token has a capital letter only because it began its sentence."""
    if token.position != 0 or token.sentence < 0 or not token.word.istitle() or len(token.word) < 2:
        return False
    if token.word in context.capitalised:
        return False
    tags = context.cluster.sentences[token.sentence].tags
    if tags[0] == "NNP" and not tags[1].startswith("NN") and token.word.lower() not in context.lower_case:
        return False
    after = context.texts[token.sentence][1:2]
    return not (after and after[0][:1].isupper()) or token.word.lower() in context.lower_case


def _own(context: GateContext, source: int) -> Sequence[str]:
    return context.cluster.sentences[source].words


def _sayings(words: Iterable[str]) -> int:
    return sum(is_saying(word) for word in words)


WORD_GATES = (
    Gate("distance", "it is too near to a sentence of the cluster", is_far),
    Gate("length", "it is a scrap, or longer than the cluster's sentences", keeps_length),
    Gate("balance", "quotation marks or brackets do not balance", balances),
    Gate("quotation", "a quotation was changed", leaves_quotations),
    Gate("repetition", "it says something twice that no source says twice", says_nothing_twice),
    Gate("attribution", "it names more speakers than a source does", has_one_attribution),
    Gate("time", "its times disagree", has_one_time),
    Gate("hedge", "a negation or hedge lost what it governs", keeps_hedges),
    Gate("opening", "it begins with a figure", opens_with_word),
    Gate("case", "a capital letter is where running text has none", keeps_case),
    Gate("stranding", "a word lost what must follow it", strands_nothing),
)
"""The gates that need the words alone, in the order in which they run."""
