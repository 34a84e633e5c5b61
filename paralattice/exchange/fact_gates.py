"""Gates that reject statements that no source makes, and repetitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.constituents import FINITE, Constituent, ParsedSentence
from paralattice.exchange.gates import Gate, GateContext
from paralattice.exchange.operations import EXCHANGE, INSERTION, Operation, SourcedToken, SpanEdit
from paralattice.exchange.tree_gates import Parsed
from paralattice.exchange.words import MONTHS, ORDINALS, base_form, is_content_word, is_punctuation

_NOUN_ROLES = frozenset({"subject", "object", "preposition's object"})
_VIEWING = frozenset(
    base_form(verb)
    for verbs in (
        "treat regard describe see view identify label name hail dismiss cite list class classify portray",
        "know use denounce depict characterise characterize define recognise consider perceive brand",
    )
    for verb in verbs.split()
)
"""Base forms of verbs that take a complement with *as*."""


def expands_once(candidate: Candidate, _: GateContext) -> bool:
    """Return whether an abbreviation and its full name, if it has both, come from one sentence."""
    words, tokens = candidate.words, candidate.tokens
    if len(candidate.sources) == 1:
        return True
    return not any(
        _is_abbreviation(word) and _has_both(words, word) and not _has_both(_of_source(tokens, token), word)
        for word, token in zip(words, tokens, strict=True)
    )


def _of_source(tokens: Sequence[SourcedToken], own: SourcedToken) -> list[str]:
    return [token.word for token in tokens if token.sentence == own.sentence]


def _is_abbreviation(word: str) -> bool:
    return 1 < len(word) < 6 and word.isalpha() and word.isupper()


def _has_both(words: Sequence[str], abbreviation: str) -> bool:
    """Return whether words have an abbreviation and names in a row that begin with its letters."""
    initials = "".join(
        part[0] if part[:1].isupper() and part != abbreviation and not part.isupper() else " "
        for word in words
        for part in word.split("-")
        if part and part.lower() not in ("of", "the", "and", "for")
    )
    return abbreviation in words and abbreviation in initials


def has_no_list_mismatch(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no exchange replaces a single item by a list, or a phrase by one with another ordinal.

    Predicates and times are not tested.
    """
    frame = context.texts[candidate.frame]
    return not any(
        _list_and_ranks(word for edit in operation.edits for word in frame[edit.begin : edit.end])
        != _list_and_ranks(token.word for edit in operation.edits for token in edit.tokens)
        for operation in candidate.operations
        if operation.kind == EXCHANGE and operation.what not in ("predicate", "time")
    )


def _list_and_ranks(words: Iterable[str]) -> tuple[bool, set[str]]:
    """Return whether words contain *and* or *or*, and their ordinals."""
    own = set(words)
    return not {"and", "or"}.isdisjoint(own), {word for word in own if word.partition("-")[0] in ORDINALS}


def has_no_repeated_word(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no content word of one sentence repeats one of another; names may."""
    frame = context.contents[candidate.frame]
    found: dict[str, list[int]] = {}
    for token in candidate.tokens:
        if is_content_word(token.word) and token.word.islower() and token.sentence >= 0:
            found.setdefault(base_form(token.word), []).append(token.sentence)
    return all(len(set(sentences)) == 1 or len(sentences) <= frame[base] for base, sentences in found.items())


def takes_no_more(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no exchanged noun phrase includes a verb or adverb behind a comma: *it, however,*."""
    return not any(
        operation.kind == EXCHANGE
        and operation.what in _NOUN_ROLES
        and any(_goes_beyond(edit.tokens, context) for edit in operation.edits)
        for operation in candidate.operations
    )


def _goes_beyond(tokens: Sequence[SourcedToken], context: GateContext) -> bool:
    """Return whether a finite verb, or an adverb between commas, follows a comma."""
    tags = [context.tag(token) for token in tokens]
    return any(
        tag == "," and (after in FINITE or (after == "RB" and tags[place + 2 : place + 3] == [","]))
        for place, (tag, after) in enumerate(pairwise(tags))
    )


def has_no_unrelated_name(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no name is inserted behind *a ...* if the name's source lacks words of that phrase."""
    return not any(
        operation.kind == INSERTION
        and operation.what == "appositive"
        and _is_unrelated_name(operation.edits[0], candidate.frame, context)
        for operation in candidate.operations
    )


def _is_unrelated_name(edit: SpanEdit, frame: int, context: GateContext) -> bool:
    """Return whether a phrase with *a* before an inserted name has words that the name's source lacks."""
    taken = [token for token in edit.tokens if token.sentence >= 0]
    if not taken or not any(context.tag(token).startswith("NNP") for token in taken):
        return False
    host = _phrase_before(context, frame, edit.begin)
    words = context.texts[taken[0].sentence]
    return bool(host) and host[0] in ("a", "an") and not {*host[1:]} <= {word.lower() for word in words}


def _phrase_before(context: GateContext, number: int, end: int) -> list[str]:
    """Return the words, lower-cased, of the shortest noun phrase that ends at a place."""
    sentence = context.cluster.sentences[number]
    ending = [node for node in sentence.root.phrases() if node.label == "NP" and node.end == end]
    return [word.lower() for word in sentence.text(min(ending, key=len))] if ending else []


def describes_once(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no exchanged name has a description both before and behind it."""
    places = {(token.sentence, token.position): place for place, token in enumerate(candidate.tokens)}
    tags = [context.tag(token) for token in candidate.tokens]
    return not any(
        head in places and _is_described_twice(candidate.words, tags, places[head])
        for operation in candidate.operations
        if operation.what in _NOUN_ROLES
        for _, head in operation.replaced
    )


def _is_described_twice(words: Sequence[str], tags: Sequence[str], head: int) -> bool:
    """Return whether a common noun is directly before a name, and an aside behind: *pilot Berg, a Dane*."""
    first = head
    while first > 0 and tags[first].startswith("NNP"):
        first -= 1
    aside = words[head + 1 : head + 2] == (",",) and words[head + 2 : head + 3] in (("a",), ("an",), ("the",))
    return aside and first < head and tags[first] == "NN"


def takes_whole_lists(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no exchanged predicate is a part of a longer list in its source."""
    return not any(
        operation.what == "predicate" and _goes_on(operation, context) for operation in candidate.operations
    )


def _goes_on(operation: Operation, context: GateContext) -> bool:
    """Return whether the inserted words have commas without *and*, and *and* follows them in the source."""
    taken = [token for edit in operation.edits for token in edit.tokens if token.sentence >= 0]
    last = max(token.position for token in taken)
    words = {token.word for token in taken}
    if "," not in words or "and" in words:
        return False
    return context.texts[operation.source][last + 1 : last + 2] in (("and",), ("or",))


def keeps_complements(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no number lost its noun, and no comparative its complement."""
    return not any(
        one.sentence >= 0 and is_punctuation(other.word) and _asks_for_more(one, context)
        for one, other in pairwise(candidate.tokens)
        if (one.sentence, one.position + 1) != (other.sentence, other.position)
    )


def _asks_for_more(token: SourcedToken, context: GateContext) -> bool:
    """Return whether what followed a word in its source completes it: *4:43 left*, *earlier in the day*."""
    sentence = context.cluster.sentences[token.sentence]
    after = token.position + 1
    if after >= len(sentence.words):
        return False
    tag, following = sentence.tags[token.position], sentence.tags[after]
    if tag == "CD":
        dated = len(token.word) == 4 or sentence.words[token.position - 1].lower() in MONTHS
        return not dated and following in ("NN", "NNS", "VBN", "JJ", "TO")
    return tag == "RBR" and following == "IN"


def has_no_stray_as_phrase(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no *as ...* lacks the verb that takes it: *treat a fire as suspicious*."""
    return not any(
        _takes_as_phrase(operation, context)
        for operation in candidate.operations
        if operation.kind in (EXCHANGE, INSERTION)
    )


def _takes_as_phrase(operation: Operation, context: GateContext) -> bool:
    """Return whether the inserted words have *as*, but its verb precedes them in the source."""
    words = context.texts[operation.source]
    taken = sorted(token.position for edit in operation.edits for token in edit.tokens if token.sentence >= 0)
    views = [place for place in taken if words[place].lower() == "as"]
    if not views:
        return False
    asking = [place for place in range(views[-1]) if base_form(words[place]) in _VIEWING]
    return bool(asking) and asking[-1] < taken[0]


def completes_verbs(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no exchanged verb takes an adjective behind its object: *found him guilty*."""
    places = (
        place
        for operation in candidate.operations
        if operation.what == "verb"
        for old, new in operation.replaced
        for place in ((candidate.frame, old), new)
    )
    return not any(_takes_adjective(context.cluster.sentences[number], verb) for number, verb in places)


def _takes_adjective(sentence: ParsedSentence, verb: int) -> bool:
    """Return whether an adjective follows the object of a verb."""
    ends = [node.end for node in sentence.root.phrases() if node.label == "NP" and node.begin == verb + 1]
    return any(sentence.tags[end : end + 1] in (["JJ"], ("JJ",)) for end in ends)


def exchanges_names_for_names(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no exchange differs in capital letters alone: *the post*, *the Post*."""
    return not any(_renames(operation, candidate.frame, context) for operation in candidate.operations)


def _renames(operation: Operation, frame: int, context: GateContext) -> bool:
    pairs = [((frame, old), new) for old, new in operation.replaced]
    words = [[context.texts[number][place] for number, place in pair] for pair in pairs]
    inner = all(place for pair in pairs for _, place in pair)
    return inner and any(one != other and one.lower() == other.lower() for one, other in words)


def says_once_in_phrase(parsed: Parsed, _: GateContext) -> bool:
    """Return whether no noun phrase repeats a word of another source: *the club's record in club history*."""
    tokens, sentence = parsed.candidate.tokens, parsed.sentence
    return not any(
        base_form(one.word) == base_form(other.word) and one.sentence != other.sentence
        for node in sentence.root.phrases()
        if node.label == "NP" and not _has_clause(node)
        for one, other in _content_pairs(tokens[node.begin : node.end])
    )


def _has_clause(node: Constituent) -> bool:
    return any(inner.label in ("S", "SBAR", "VP", "CC", "CONJP") for inner in _all(node))


def _all(node: Constituent) -> Iterator[Constituent]:
    for child in node.children:
        yield child
        yield from _all(child)


def _content_pairs(tokens: Iterable[SourcedToken]) -> Iterator[tuple[SourcedToken, SourcedToken]]:
    return combinations((token for token in tokens if is_content_word(token.word)), 2)


FACT_GATES = (
    Gate("expansion", "it has an abbreviation and the whole name", expands_once),
    Gate("parties", "a list took the place of one thing, or another rank that of one", has_no_list_mismatch),
    Gate("echo", "a word of one sentence stands beside the same of another", has_no_repeated_word),
    Gate("swallowed", "a noun phrase came with a predicate or an adverb of its sentence", takes_no_more),
    Gate(
        "stranger", "a name was given to *a ...* of which its own sentence says less", has_no_unrelated_name
    ),
    Gate("described", "a name is described before and behind it", describes_once),
    Gate("list", "a predicate was cut from a list", takes_whole_lists),
    Gate("complement", "a number or a comparative lost what completes it", keeps_complements),
    Gate("view", "*as ...* came without the verb that asks for it", has_no_stray_as_phrase),
    Gate("verb", "a verb lost the adjective of its object, or got that of another", completes_verbs),
    Gate("capital", "a noun took the place of a name that is written alike", exchanges_names_for_names),
)
"""The gates of facts that need the words alone."""

FACT_TREE_GATES = (Gate("twice", "a noun phrase says a thing twice", says_once_in_phrase),)
"""The gate of facts that needs the tree."""
