"""Rules of reference: a word refers to nothing in the sentence, or to something else than in its source."""

from collections.abc import Sequence
from itertools import pairwise, takewhile

from paralattice.english.calendar import DAYS, TIME_WORDS, TIMELY
from paralattice.english.inflection import key
from paralattice.english.tables import table_rows, word_class
from paralattice.english.words import STATES
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import MADE, Place, SourcedToken
from paralattice.exchange.rules.antecedents import (
    KIND_OF,
    SEVERAL,
    antecedents,
    antecedents_before,
    is_announced,
    may_be_they,
)
from paralattice.exchange.rules.registry import WORDS, rule
from paralattice.syntax.quotations import quoted

_DEMONSTRATIVES = word_class("function_words", "demonstrative")
_CONNECTIVES = word_class("modifiers", "connective")
_INNER_CONNECTIVES = word_class("modifiers", "inner-connective")
_ANNOUNCED = word_class("function_words", "announced")
_IMPERSONAL = frozenset(map(key, ("be", *word_class("verbs", "impersonal"))))
_WRITERS = word_class("function_words", "writer")
_LOCATING = word_class("function_words", "locating")
_SYNONYMS = frozenset(new for _, new, *_ in table_rows("synonyms"))
_LANDS = frozenset({"country", "nation"})
_TOWNS = frozenset({"town", "city", "village"})


@rule("pronoun", reads=WORDS, fault="a pronoun lost its antecedent, or has another")
def loses_antecedent(made: Candidate, facts: Facts) -> bool:
    """Return whether a pronoun has no possible antecedent, but has one in its source, or another one.

    The nearest subject before it that may be its antecedent must be so in its source too.  A pronoun from
    another sentence than the frame needs the same entities before it.

    Refuses::

        1 The ship left the pilot in port when he slept .
        = The ship left in port when he slept .

        1 The ship left the sailors and a pilot in Norvik when they slept .
        = The ship left in Norvik when they slept .

        1 Ida Orme , a student who found the comet , said she took it for dust .
        = Ida Orme said she took it for dust .

        1 Ida Orme , a student who found the comet , said she took it for dust .
        = Ida Orme , a student , said she took it for dust .

        1 Ida Orme , a member of a yacht club , said it lost its harbour .
        = Ida Orme said it lost its harbour .

        1 The yard said the purchase will boost its sales .
        = {1 move clause: The purchase will boost its sales} +, {1 move attribution: the yard said} .

        1 The yard said the purchase will give it sales .
        = {1 move clause: The purchase will give it sales} +, {1 move attribution: the yard said} .

        1 Vik Ferries said the purchase will give it sales .
        2 Vik Ferries 's captain says he left .
        = {1 move clause: The purchase will give it sales} +, {1 move attribution: Vik Ferries said} .

        1 Vik Ferries said the deal will give it sales .
        = The {1 recast wording: +agreement} will give it sales +, {1 move attribution: Vik Ferries said} .

        1 The guards used spray at night .
        2 The guards stopped two guests when they ran .
        = The guards used spray at night {2 insertion after: when they ran} .

        1 When Ida Orme came in , the pilot saw her , Rask said .
        = {1 move attribution: Rask said} the pilot saw her .

        1 The woman fell when the driver who hit her fled .
        = The driver who hit her fled .

        1 Berg left the yard .
        2 (S (NP (DT The) (NN pilot)) (VP (VBD lost) (NP (PRP$ his) (NN ship))) (. .))
        = Berg left {2 exchange object: his ship} .

        1 The crew left the harbour .
        2 Two sailors left the harbour , where doctors saw one of them .
        = The crew left the harbour {2 insertion relative clause: , where doctors saw one of them} .

    Allows::

        1 The ship left the pilot in port when he slept .
        = The ship left the pilot when he slept .

        1 The ship left the sailors and a pilot in Norvik when they slept .
        2 Five guests of the yard cheered .
        = The ship left {2 exchange object: five guests of the yard} in Norvik when they slept .

        1 The ship left the sailors and a pilot in Norvik when they slept .
        = The ship left the sailors in Norvik when they slept .

        1 The Aurora , which the crew had left , sank after it hit a rock .
        = The Aurora sank after it hit a rock .

        1 The ship left the pilot in port when he slept .
        = {1 move time: When he slept} +, {1 move clause: the ship left the pilot in port} .

        1 It rained and the ferry sank at night .
        = It rained .
    """
    places, referents = made.places, facts.cluster.referents
    replaced = {new: (made.frame, old) for operation in made.operations for old, new in operation.replaced}

    def entity(origin: Place) -> Place:
        return referents.first(replaced.get(origin, origin))

    for place, token in enumerate(made.tokens):
        kind = KIND_OF.get(token.word.lower())
        if kind is None or token.sentence < 0:
            continue
        source = facts.cluster.sentences[token.sentence]
        wanted = set(antecedents(source, token.position, kind, facts))
        earlier = antecedents_before(places, place, kind, facts)
        before = [
            origin
            for origin in earlier
            if origin in wanted or origin[0] != token.sentence or origin[1] > token.position
        ]
        same = set(map(entity, wanted))
        lost = wanted.isdisjoint(places) and (not before or same.isdisjoint(map(entity, places)))
        if wanted and lost:
            return True
        if token.sentence != made.frame and not same <= set(map(entity, before)):
            return True
        found = (referents.mentions.get(origin) for origin in before)
        nearest = next((one.place for one in found if one is not None and one.node.role == "subject"), None)
        if wanted and nearest is not None and entity(nearest) not in same:
            return True
        # What it may refer to would follow it, and something else would stand before it.
        behind = {entity(origin) for origin, at in places.items() if at > place and origin in wanted}
        other = earlier or same - behind or not _SYNONYMS.isdisjoint(made.lowered[:place])
        if other and behind - set(map(entity, before)):
            return True
    return False


@rule("alone", reads=WORDS, fault="a word refers to an earlier sentence")
def refers_back(made: Candidate, facts: Facts) -> bool:
    """Return whether a word outside of quotations refers to an earlier sentence, as in *It paid off*.

    Refuses::

        However , the ferry sank .
        The ferry , though , sank .
        Since then , two ferries have sunk .
        That was a good year .
        That company will buy a ferry .
        It paid off late .
        It is expected to sink .
        It said that a ferry sank .
        Though , the ferry sank .
        He will buy a ferry near the port .
        VIK ( NNA ) - The ferry sank here on Friday .

        1 It was felt in Vik , according to the Norvik Survey .
        = {1 move attribution: According to the Norvik Survey} +, {1 move clause: it was felt in Vik} .

        1 He was in Vik .
        2 The crew met the pilot in Vik , where Berg had a boat .
        = He was in Vik {2 insertion relative: , where Berg had a boat} .

        1 That company will buy a ferry , Berg said .
        = {1 move attribution: Berg said} {1 move clause: that company will buy a ferry} .

        1 That company will buy a ferry .
        = That {1 recast wording: +firm} will buy a ferry .

    Allows::

        Those who left were saved .
        This week a ferry sank .
        It rained at night .
        The ferry sank here on Friday .
        VIK ( NNA ) - The ferry sank , and " we live here " , the pilot said .
        It was clear that the ferry was lost .
        It was said by all of the crew that it rained .
        The crew left , and that was right .
        The Aurora sank after it hit a rock .
        In their report , Lundvik Ferry said that a boat sank .
        `` It paid off , '' the pilot said .
        In her speech , Ida Orme thanked the crew .
        Ida Orme met the pilot at their club .
        (S (NP (NNP Norvik) (NNPS Ferries)) (VP (VBD said) (S (NP (PRP it)) (VP (VBD paid)))) (. .))
        (S (S (NP (PRP It)) (VP (VBD sank))) (, ,) (NP (DT the) (NN firm)) (VP (VBD said)) (. .))
    """
    low = made.lowered
    tags = [facts.tag(token) for token in made.tokens]
    pointing = any(_opens_with_pointing(token, facts) for token in made.tokens)
    # *Here* is the place of a dateline, which is left out.
    for token in made.tokens:
        if token.word == "here" and not facts.quoted[token.sentence][token.position]:
            pointing |= not facts.cluster.sentences[token.sentence].written[0]
    if pointing or _connects(low) or _points(low, tags):
        return True

    return any(
        _is_open_pronoun(made.places, origin, low, tags, facts) or _stays_open(made, origin, facts)
        for origin, place in made.places.items()
        if low[place] in KIND_OF and origin[0] >= 0 and not facts.quoted[origin[0]][origin[1]]
    )


def _stays_open(made: Candidate, origin: Place, facts: Facts) -> bool:
    """Return whether a pronoun was open in its source, and no other sentence gives it an antecedent."""
    number, position = origin
    source, low = facts.cluster.sentences[number], facts.lowered[number]
    own = {(number, place): place for place in range(len(low))}
    others = {each: place for each, place in made.places.items() if each[0] != number}
    given = antecedents_before(others, made.places[origin], KIND_OF[low[position]], facts)
    return not given and _is_open_pronoun(own, origin, low, source.tags, facts)


def _is_open_pronoun(
    places: dict[Place, int], origin: Place, low: tuple[str, ...], tags: Sequence[str], facts: Facts
) -> bool:
    """Return whether a pronoun, which is no expletive, has no possible antecedent in the candidate."""
    place = places[origin]
    kind = KIND_OF[low[place]]
    if _is_expletive(low, tags, place) or antecedents_before(places, place, kind, facts):
        return False
    known = kind == SEVERAL and may_be_they(places, place, facts)
    return not (known or is_announced(places, place, kind, low, facts))


def _connects(low: tuple[str, ...]) -> bool:
    """Return whether an adverb refers to an earlier sentence: *However, ...*, *the crew, though, ...*."""
    opens = low[0] in _CONNECTIVES and low[1:2] == (",",)
    triples = zip(low, low[1:], low[2:], strict=False)
    inside = any(one == last == "," and middle in _INNER_CONNECTIVES for one, middle, last in triples)
    return opens or inside or low[:2] == ("since", "then")


def _opens_with_pointing(token: SourcedToken, facts: Facts) -> bool:
    """Return whether a word opened its sentence and referred back there, as in *that firm sank, he said*."""
    source = facts.cluster.sentences[token.sentence]
    return token.position == 0 and _points(facts.lowered[token.sentence], source.tags)


def _points(low: tuple[str, ...], tags: Sequence[str]) -> bool:
    """Return whether it opens with *that was* or *this firm*, but not *this week* or *those who left*."""
    if low[0] not in _DEMONSTRATIVES:
        return False
    inside = takewhile(lambda place: tags[place].startswith(("JJ", "CD", "NN")), range(1, len(low)))
    phrase = [low[place] for place in inside]
    return TIME_WORDS.isdisjoint(phrase) if phrase else any(tag.startswith(("VB", "MD")) for tag in tags[1:2])


def _is_expletive(low: tuple[str, ...], tags: Sequence[str], place: int) -> bool:
    """Return whether *it* has no antecedent or a clause: *it rained*, *it was clear to all that ...*."""
    if low[place] != "it":
        return False
    inside = takewhile(lambda later: tags[later].startswith(("VB", "MD", "RB")), range(place + 1, len(low)))
    verbs = [later for later in inside if tags[later] != "RB"]
    bases = {key(low[later]) for later in verbs}
    if not verbs or not bases & _IMPERSONAL:
        return False
    # *It* refers to the ferry in *it is expected to sink*, but to nothing in *it is good to sail*.
    openers = _ANNOUNCED if tags[verbs[-1]] == "VBN" else _ANNOUNCED | {"to"}
    return "be" not in bases or not openers.isdisjoint(low[verbs[-1] + 1 :])


@rule("same", reads=WORDS, fault="*the same* or *the previous day* has no antecedent")
def compares_with_nothing(made: Candidate, _: Facts) -> bool:
    """Return whether *the same* has no antecedent and no comparison, or *the previous day* no day before it.

    Refuses::

        Berg fell in the same harbour .
        A pilot of the previous day 's storm left .

    Allows::

        The ferry left harbour and sank in the same harbour .
        Berg earns the same wage as her mate .
        Both ferries sank at the same time .
        On Friday they found the pilot of the previous day 's storm .
    """
    low = made.lowered
    if any(one == "previous" and other == "day" for one, other in pairwise(low)) and DAYS.isdisjoint(
        low[: low.index("previous")]
    ):
        return True
    for place, (one, other) in enumerate(pairwise(low)):
        if (one, other) == ("the", "same") and place + 2 < len(low):
            told = low[place + 2] in low[:place] or "time" in low[place + 2 : place + 4]
            if not told and "as" not in low[place + 3 : place + 7]:
                return True
    return False


@rule("country", reads=WORDS, fault="*the country* has no antecedent")
def means_no_country(made: Candidate, facts: Facts) -> bool:
    """Return whether *the country* is identified by no place, people or modifier, or is of another sentence.

    Refuses::

        The country mourned Berg on Friday .
        The country mourned in May .

        1 Sailors from Norvik left the yard .
        2 Berg left the country .
        = Sailors from Norvik left {2 exchange object: the country} .

        1 Berg left Norvik .
        2 Rask saw the Danish town .
        = Berg left {2 exchange object: the Danish town} .

        1 Berg left the country today .
        2 Berg , whose ship was built in Sweden , slept .
        = Berg {2 insertion relative: , whose ship was built in Sweden ,} left the country today .

        1 In Norvik , sailors left the country today .
        = Sailors left the country today {1 move place: in Norvik} .

    Allows::

        Sailors from Norvik left the country .
        The Danish crew left the country .
        Berg left the country of the fjords .
        Berg left a country .
    """
    words = [word.lower() for word in made.words]
    lands = [
        place
        for place in range(1, len(words))
        if _points_at_place(words[max(0, place - 2) : place], words[place])
        and words[place + 1 : place + 2] not in (["of"], ["in"])
    ]
    # *Norway's highest peak* was that of *the country* in the sentence before.
    if any(made.tokens[place].sentence not in (made.frame, MADE) for place in lands):
        return True
    if _LANDS.isdisjoint(words[place] for place in lands):
        return False
    known = _lands_of(made.words, [facts.tag(token) for token in made.tokens])
    land = next(place for place in lands if words[place] in _LANDS)
    frame = facts.cluster.sentences[made.frame]
    before = _lands_of(frame.words[: made.tokens[land].position], frame.tags)
    # *Berg, whose trip to Sweden ..., left the country*.
    brought = {made.tokens[place].sentence for place in known if words[place] in STATES and place < land}
    return not known or (known[0] > land and bool(before)) or not brought <= {made.frame}


def _lands_of(words: Sequence[str], tags: Sequence[str]) -> list[int]:
    """Return the places of words that may tell which country is meant."""
    low = [word.lower() for word in words]
    return [
        place
        for place, word in enumerate(low)
        if word in STATES
        or (tags[place].startswith("JJ") and words[place][:1].isupper() and place)
        # A name after a preposition such as *in* is a place, if it is no time.
        or (tags[place].startswith("NNP") and low[place - 1] in _LOCATING and word not in TIMELY)
    ]


def _points_at_place(before: list[str], word: str) -> bool:
    """Return whether a word is that of *the country*, *the town* or *the small town*."""
    return (word in _LANDS and before[-1] == "the") or (word in _TOWNS and "the" in before)


@rule("speaker", reads=WORDS, fault="*we*, *my* or the like is outside of a quotation")
def speaks_itself(made: Candidate, facts: Facts) -> bool:
    """Return whether *we*, *my* or the like, or the *this* of a quotation, is outside of quotations.

    Refuses::

        The yard extends our lead in ferries .

        1 The yard lost a ship .
        2 " The yard , the best one of this city , slept , " she said .
        = The yard {2 insertion appositive: , the best one of this city ,} lost a ship .

    Allows::

        The yard says : " We lead in ferries . "
        The US yard leads in ferries .
    """
    outside = (token for token, inside in zip(made.tokens, quoted(made.words), strict=True) if not inside)
    return any(
        (token.word.lower() in _WRITERS and token.word != "US")
        or (token.word == "this" and token.sentence >= 0 and facts.quoted[token.sentence][token.position])
        for token in outside
    )
