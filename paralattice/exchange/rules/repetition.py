"""Rules of repetition: something is said, named or done twice."""

from itertools import pairwise

from paralattice.english.families import families
from paralattice.english.inflection import key
from paralattice.english.words import is_content_word, is_saying
from paralattice.exchange.evidence.facts import Facts, content_forms
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import Operation
from paralattice.exchange.rules.comparing import exceeds_sources, repeats_more
from paralattice.exchange.rules.registry import WORDS, rule


@rule("repetition", reads=WORDS, fault="a content word is repeated, and no source repeats it")
def says_again(made: Candidate, facts: Facts) -> bool:
    """Return whether a content word occurs twice, and more often than in every source.

    Refuses::

        1 The ferry sank in a storm .
        2 A storm came .
        = {2 exchange subject: A storm} sank in a storm .

        1 The 32-year-old captain left .
        2 Berg , 32 , sank .
        = The 32-year-old captain {2 insertion age: , 32 ,} left .

        1 Norvik's ferry left .
        2 Berg saw the harbour of Norvik .
        = Norvik's ferry left {2 exchange object: the harbour of Norvik} .

        1 Ida Berg , 20 , left .
        2 Twenty-year-old Ida Berg sank .
        = {2 exchange subject: Twenty-year-old Ida Berg} , 20 , left .

        1 Ida Berg , 20 , left .
        2 Twenty - year - old Ida Berg sank .
        = {2 exchange subject: Twenty - year - old Ida Berg} , 20 , left .

        1 Berg , a pinup , left .
        2 A pin-up model sank .
        = {2 exchange subject: A pin-up model} , a pinup , left .

        The ferry had been been lost .

    Allows::

        Storm after storm sank the ferry .
        The 32-year-old captain left .
        The storm that that year had had no name .
    """
    doubled = {one for one, other in pairwise(made.words) if one == other and one.islower()}
    contents = [facts.contents[source] for source in made.sources]
    return bool(doubled - {"had", "that"}) or repeats_more(content_forms(made.words), contents)


@rule("echo", reads=WORDS, fault="words from different sentences repeat a word")
def echoes_source(made: Candidate, facts: Facts) -> bool:
    """Return whether a content word of one sentence repeats one of another; names may.

    Refuses::

        1 Berg left the harbour .
        2 Workers of the harbour cheered .
        = {2 exchange subject: Workers of the harbour} left the harbour .

    Allows::

        1 Berg left the harbour .
        2 Workers of a yard cheered .
        = {2 exchange subject: Workers of a yard} left the harbour .

        1 Berg left Norvik .
        2 Workers of Norvik cheered .
        = {2 exchange subject: Workers of Norvik} left Norvik .
    """
    frame = facts.contents[made.frame]
    found: dict[str, list[int]] = {}
    for token in made.tokens:
        if is_content_word(token.word) and token.word.islower() and token.sentence >= 0:
            found.setdefault(key(token.word), []).append(token.sentence)
    return any(len(set(sentences)) > 1 and len(sentences) > frame[base] for base, sentences in found.items())


@rule("kin", reads=WORDS, fault="two words of a family repeat something")
def repeats_family(made: Candidate, facts: Facts) -> bool:
    """Return whether two words are of one family (*fire*, *blaze*), unless a source has as many.

    Refuses::

        1 The crew died in a storm .
        2 A fatal crash closed the road .
        = The crew died in {2 exchange preposition's object: a fatal crash} .

        1 Ida Berg left as governor .
        2 Gov. Ida Berg slept .
        = {2 exchange subject: Gov. Ida Berg} left as governor .

        1 The Danish crew left .
        2 The sailors of Denmark slept .
        = The Danish crew left {2 exchange object: the sailors of Denmark} .

        1 A storm hit Vik , Okla. , on Friday .
        2 The Oklahoma town of Vik slept .
        = A storm hit {2 exchange object: the Oklahoma town of Vik} , Okla. , on Friday .

    Allows::

        The crew died in a fatal crash .

        1 The crew slept in a storm .
        2 A fatal crash closed the road .
        = The crew slept in {2 exchange preposition's object: a fatal crash} .
    """
    return repeats_more(families(made.words), [facts.families[source] for source in made.sources])


@rule("spelling", reads=WORDS, fault="a word or a name is written in two ways")
def spells_in_two_ways(made: Candidate, facts: Facts) -> bool:
    """Return whether a compound is in one word and in two, *US* is beside *U.S*, or a name beside another.

    Refuses::

        1 Berg bought the datacenters .
        2 Workers of the data center cheered .
        = {2 exchange subject: Workers of the data center} bought the datacenters .

        1 The yard bought a pinup magazine .
        2 The owner of a pin - up club cheered .
        = {2 exchange subject: The owner of a pin - up club} bought a pinup magazine .

        1 The yard bought a US ferry .
        2 The owner of a U . S . ship cheered .
        = {2 exchange subject: The owner of a U . S . ship} bought a US ferry .

        1 NPC lost a ship in the first season of NPC .
        2 Norvik Power sold a ferry .
        = {2 exchange subject: Norvik Power} lost a ship in the first season of NPC .

        1 NPC lost a ship in NPC's first season .
        2 Norvik Power sold a ferry .
        = {2 exchange subject: Norvik Power} lost a ship in NPC's first season .

    Allows::

        Berg bought the data center .

        1 Norvik lost a ship in the first season of Norvik .
        2 Norvik Power sold a ferry .
        = {2 exchange subject: Norvik Power} lost a ship in the first season of Norvik .
    """
    renamed = any(_leaves_name(operation, made, facts) for operation in made.operations)
    if renamed or ("US" in made.words and "U.S" in "".join(made.words)):
        return True
    # A hyphen may be a word of its own.
    joined = " ".join(made.lowered).replace(" - ", "-").split()
    if not {word.replace("-", "") for word in joined if "-" in word}.isdisjoint(joined):
        return True
    long = {word.removesuffix("s") for word in made.lowered if len(word) > 7}
    return any(one + other.removesuffix("s") in long for one, other in pairwise(made.lowered))


def _leaves_name(operation: Operation, made: Candidate, facts: Facts) -> bool:
    """Return whether an abbreviation that an operation replaces by a name also stands elsewhere."""
    left = {token.word.removesuffix("'s") for token in made.tokens if token.sentence == made.frame}
    return any(
        facts.texts[made.frame][old].isupper() and facts.texts[made.frame][old] in left
        for old, (source, head) in operation.replaced
        if facts.cluster.sentences[source].tags[head] == "NNP"
    )


@rule("attribution", reads=WORDS, fault="it has more attributions than a source")
def attributes_again(made: Candidate, facts: Facts) -> bool:
    """Return whether it has more verbs of saying than each of its sources.

    Refuses::

        1 The captain said the ferry sank .
        2 The crew reported a leak .
        = {2 insertion attribution: The crew reported} the captain said the ferry sank .

    Allows::

        1 The captain said the ferry sank .
        2 The crew reported a leak .
        = {2 exchange attribution: The crew reported} the ferry sank .
    """
    return exceeds_sources(made, facts, lambda words: sum(map(is_saying, words)))
