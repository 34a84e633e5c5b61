"""Gates that reject faults even if a source has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.constituents import (
    NOUNS,
    Constituent,
    ParsedSentence,
    core_phrase,
    predicate_of,
    subject_of,
)
from paralattice.exchange.gates import Gate, GateContext
from paralattice.exchange.operations import quoted
from paralattice.exchange.tree_gates import Parsed
from paralattice.exchange.words import (
    COLLECTIVES,
    NAMELESS,
    TIME_WORDS,
    TITLES,
    base_form,
    is_function,
    is_punctuation,
    is_saying,
)

_FIRST_PERSONS = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves"})
_CONTRASTS = frozenset({"but", "however", "though", "although", "yet"})
_DASHES = frozenset({"-", "--", "\u2013", "\u2014"})
_AGES = re.compile(r"year(?:-| - )old(?: [A-Z][^ ]*)+ , \d\d\b")
_LOOSE_AGE = re.compile(r"\d (?:year old [A-Za-z]|(?:year|month|week|day)-old\b)")
_MAY_DOUBLE = frozenset({"had", "that", "so", "very"})
_SHORTENED = re.compile(r"[A-Z]\.[A-Z]|Ala|Ariz|Ark|Calif|Conn|Fla|Ga|Ill|Mich|Minn|Okla|Ont|Tenn|Tex|Wis")
_FATES = frozenset({"deaths", "murders", "killings"})
_SCORE = re.compile(r"\d{1,3}-\d{1,3}")
_HEADING = 8
_CLASHING = {"NN": ("VBP", "were"), "NNS": ("VBZ", "was")}
"""Tags and forms of verbs that clash with the tag of a subject's head."""
_TITLES = (TITLES | NAMELESS) - {"judge", "president", "jr", "jr.", "sr", "inc"}


def speaks_of_others(candidate: Candidate, _: GateContext) -> bool:
    """Return whether *we*, *my* and the like stand within quotations alone."""
    inside = quoted(candidate.words)
    return not any(
        word.lower() in _FIRST_PERSONS and not within
        for word, within in zip(candidate.words, inside, strict=True)
    )


def has_no_dateline(candidate: Candidate, context: GateContext) -> bool:
    """Return whether it begins neither with a place or an agency and a dash nor with a label and a colon."""
    words = candidate.words
    if (
        ":" in words[1:3]
        or (len(words[0]) > 2 and words[0][-1] in _DASHES)
        or _is_newspaper(words[:3], context)
    ):
        return False
    dash = next((place for place, word in enumerate(words[:_HEADING]) if place and word in _DASHES), 0)
    heading = words[:dash]
    large = all(word[:1].isupper() or is_punctuation(word) for word in heading)
    return not large or not any(_is_of_agency(word) for word in heading)


def _is_newspaper(words: Sequence[str], context: GateContext) -> bool:
    """Return whether a name and a dash stand at the beginning alone, and what follows also without them."""
    if len(words) < 3 or words[1] not in _DASHES or not words[2][:1].isupper():
        return False
    within = {triple for text in context.texts for triple in zip(text[1:], text[2:], text[3:], strict=False)}
    alone = any(other == words[2] and dash != words[1] for _, dash, other in within)
    return alone and tuple(words) not in within


def _is_of_agency(word: str) -> bool:
    return word == ")" or (len(word) > 2 and word.isupper())


def has_one_age(candidate: Candidate, _: GateContext) -> bool:
    """Return whether no age stands both before and behind a name, or lacks hyphens."""
    text = " ".join(candidate.words)
    return _AGES.search(text) is None and _LOOSE_AGE.search(text) is None


def keeps_scores(candidate: Candidate, context: GateContext) -> bool:
    """Return whether the score of a game stays with the word that it belongs to."""
    kept = {(token.sentence, token.position) for token in candidate.tokens}
    kept |= {
        (candidate.frame, old)
        for operation in candidate.operations
        if operation.what == "verb"
        for old, _ in operation.replaced
    }
    return all(
        (token.sentence, context.cluster.sentences[token.sentence].governors[token.position]) in kept
        for place, token in enumerate(candidate.tokens)
        if token.sentence >= 0 and _score_at(candidate.words, place)
    )


def _score_at(words: Sequence[str], place: int) -> int:
    """Return the number of tokens of the score that begins at a place: one or three; 0 if none does."""
    three = words[place : place + 3]
    if len(three) == 3 and three[1] in _DASHES and three[0].isdigit() and three[2].isdigit():
        return 3
    return int(bool(_SCORE.fullmatch(words[place])))


def contrasts_once(candidate: Candidate, context: GateContext) -> bool:
    """Return whether it has no more words such as *but* than one of its sources."""
    most = max(_contrasts(context.texts[source]) for source in candidate.sources)
    return _contrasts(candidate.words) <= most


def _contrasts(words: Iterable[str]) -> int:
    return sum(word.lower() in _CONTRASTS for word in words)


def ends_titles(candidate: Candidate, _: GateContext) -> bool:
    """Return whether a title as *Gov.* has its name, and no article is written in capitals."""
    words = [word for word in candidate.words[:-1] if word != "."]
    pairs = zip(words, [*words[1:], candidate.words[-1]], strict=True)
    return not any(
        (word.lower() in _TITLES and not after[:1].isupper())
        or (len(word) > 1 and word.isupper() and is_function(word) and after.isupper())
        for word, after in pairs
    )


def tells_nothing_twice(candidate: Candidate, context: GateContext) -> bool:
    """Return whether it has no event twice, from two sources."""
    kept = {(token.sentence, token.position) for token in candidate.tokens}
    events = [
        event
        for source in candidate.sources
        for event in context.cluster.events[source]
        if (event.sentence, event.verb) in kept
    ]
    return not any(
        one.sentence != other.sentence and context.cluster.referents.same_event(one, other)
        for one, other in combinations(events, 2)
    )


def names_once(candidate: Candidate, context: GateContext) -> bool:
    """Return whether it names no entity more often than one of its sources."""
    kept = ((token.sentence, token.position) for token in candidate.tokens)
    named = context.named(kept)
    return all(
        count < 2 or any(count <= context.namings[source][one] for source in candidate.sources)
        for one, count in named.items()
    )


def doubles_no_word(candidate: Candidate, _: GateContext) -> bool:
    """Return whether no word stands twice in a row, but *that that* and the like."""
    low = [word.lower() for word in candidate.words]
    return not any(one == other and one.isalpha() and one not in _MAY_DOUBLE for one, other in pairwise(low))


def sets_off_according(candidate: Candidate, _: GateContext) -> bool:
    """Return whether a comma or the like stands before each *according to*."""
    words = candidate.words
    return not any(
        word == "according" and place and not is_punctuation(words[place - 1])
        for place, word in enumerate(words)
    )


def ends_abbreviations(candidate: Candidate, _: GateContext) -> bool:
    """Return whether abbreviations such as *Fla.* have their full stops, which end a sentence as well."""
    return not any(
        _SHORTENED.fullmatch(one) and other != "." for one, other in pairwise((*candidate.words, ""))
    )


def counts_victims(candidate: Candidate, _: GateContext) -> bool:
    """Return whether *and* joins further victims to *deaths of a ...*."""
    words = [word.lower() for word in candidate.words]
    for place in range(len(words) - 2):
        if words[place] in _FATES and words[place + 1] == "of" and words[place + 2] in ("a", "an"):
            rest = words[place + 3 :]
            end = next((after for after, word in enumerate(rest) if is_punctuation(word)), len(rest))
            if "and" not in rest[:end]:
                return False
    return True


def agrees_in_number(parsed: Parsed, context: GateContext) -> bool:
    """Return whether verbs have the number of their subjects, and titles that of the names after them."""
    sentence = parsed.sentence
    nodes = list(sentence.root.phrases())
    return (
        all(_agrees(sentence, node, context) for node in nodes)
        and not any(_verbs_differ(sentence, node) for node in nodes if node.label == "VP")
        and not any(_titles_differ(sentence, node) for node in nodes if node.label == "NP")
    )


def _agrees(sentence: ParsedSentence, clause: Constituent, context: GateContext) -> bool:
    subject, predicate = subject_of(clause), predicate_of(clause)
    if subject is None or predicate is None or any(_joins(node) for node in subject.phrases()):
        return True
    noun = sentence.words[subject.head]
    if noun.lower() in COLLECTIVES or noun in context.capitalised or "of" in sentence.text(subject):
        return True
    verb = predicate.begin
    clashing = _CLASHING.get(sentence.tags[subject.head], ())
    return not {sentence.tags[verb], sentence.words[verb].lower()}.intersection(clashing)


def _joins(node: Constituent) -> bool:
    return any(child.label in ("CC", "CONJP", ",") for child in node.children)


def _verbs_differ(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether joined predicates have verbs of different numbers: *has gone and have come*."""
    verbs = [child for child in node.children if child.label == "VP"]
    tags = {sentence.tags[verb.begin] for verb in verbs}
    return len(verbs) > 1 and {"VBZ", "VBP"} <= tags


def _titles_differ(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a title in the plural stands before one name: *reporters Ida Berg*."""
    if _joins(node) or node.parent is None or _joins(node.parent):
        return False
    tags = [sentence.tags[child.begin] if child.is_word else "" for child in node.children]
    for place in range(len(tags) - 2):
        if tags[place : place + 3] == ["NNS", "NNP", "NNP"]:
            named = sentence.words[node.children[place + 1].begin].lower() not in TIME_WORDS
            return named and place + 3 == len(tags)
    return False


def tells_in_past(parsed: Parsed, context: GateContext) -> bool:
    """Return whether its main verb is not in the present where the cluster's prose has it in the past."""
    clause = parsed.sentence.main_clause
    predicate = predicate_of(clause) if clause is not None else None
    if predicate is None or parsed.sentence.tags[predicate.begin] not in ("VBZ", "VBP"):
        return True
    base = base_form(parsed.sentence.words[predicate.begin])
    return is_saying(base) or base not in context.past


def parts_no_subject(parsed: Parsed, _: GateContext) -> bool:
    """Return whether no single comma parts a subject from its verb."""
    return not any(_is_parted(parsed.sentence, node) for node in parsed.sentence.root.phrases())


def _is_parted(sentence: ParsedSentence, clause: Constituent) -> bool:
    subject, predicate = subject_of(clause), predicate_of(clause)
    if subject is None or predicate is None or predicate.begin == 0:
        return False
    before = sentence.words[clause.begin : predicate.begin]
    own = sentence.words[subject.begin : predicate.begin]
    opened = own[-1:] != (",",) and own.count(",") == 1 and _ASIDES.isdisjoint(own)
    return opened or (before[-1:] == (",",) and before.count(",") == 1)


def has_articles(parsed: Parsed, context: GateContext) -> bool:
    """Return whether no noun lacks the article that it has elsewhere in the cluster, as in headlines.

    A singular noun after other words of its phrase, or as a subject, needs an article if the cluster writes
    *a* before that noun; a name in the plural needs one if the cluster writes *the* before that name.
    """
    sentence = parsed.sentence
    return not any(
        _lacks_article(sentence, node, context)
        for node in sentence.root.phrases()
        if node.label == "NP" and node.role in _WITH_ARTICLES and not _is_office(sentence, node)
    )


def _is_office(sentence: ParsedSentence, node: Constituent) -> bool:
    return node.begin > 0 and sentence.words[node.begin - 1].lower() == "as"


def _lacks_article(sentence: ParsedSentence, node: Constituent, context: GateContext) -> bool:
    node = core_phrase(node)
    score = _score_at(sentence.words, node.begin)
    tags = sentence.tags[node.begin + score : node.head + 1]
    if not tags or _joins(node) or not _BARE.issuperset(tags):
        return False
    head = sentence.words[node.head]
    if tags[-1] == "NN":
        longer = score > 0 or len(tags) > 1 or node.role == "subject"
        return longer and not tags[0].startswith("NNP") and head.lower() in context.counted
    return tags[-1].startswith("NNP") and head in context.definite_names


_ASIDES = frozenset({"and", "or", "but", "(", "-LRB-", "Jr", "Jr.", "Sr", "Inc", "Inc."})
"""Words that explain a single comma in a subject."""
_WITH_ARTICLES = frozenset({"subject", "object", "preposition's object"})
_BARE = frozenset({*NOUNS, "JJ", "JJR", "JJS", "VBN", "VBG", "HYPH", "RB"})


FAULT_GATES = (
    Gate("speaker", "somebody says *we* or *my* outside of a quotation", speaks_of_others),
    Gate("dateline", "it begins with a place or an agency and a dash, or with a label", has_no_dateline),
    Gate("age", "it tells somebody's age twice, or without hyphens", has_one_age),
    Gate("score", "the score of a game lost the word that it belongs to", keeps_scores),
    Gate("contrast", "*but* stands more often than in a source", contrasts_once),
    Gate("title", "a title has no name, or an article stands in capitals", ends_titles),
    Gate("event", "two sources tell the same event in it", tells_nothing_twice),
    Gate("name", "it names somebody more often than a source does", names_once),
    Gate("doubled", "a word stands twice in a row", doubles_no_word),
    Gate("according", "no comma stands before *according to*", sets_off_according),
    Gate("abbreviation", "an abbreviation lost its full stop", ends_abbreviations),
    Gate("victims", "*deaths of a* have one victim alone", counts_victims),
)
"""The gates of faults that need the words alone."""

FAULT_TREE_GATES = (
    Gate("headline", "it tells in the present what the cluster tells in the past", tells_in_past),
    Gate("number", "a verb or a title disagrees in number", agrees_in_number),
    Gate(
        "comma", "a comma parts a subject from its verb, or opens an aside that none closes", parts_no_subject
    ),
    Gate("article", "a noun lacks its article, as in headlines", has_articles),
)
"""The gates of faults that need the tree."""
