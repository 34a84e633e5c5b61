"""Exchanges noun phrases that corefer."""

import re
from collections.abc import Iterator
from itertools import pairwise

from paralattice.english.calendar import DAYS, TIME_WORDS
from paralattice.english.inflection import key
from paralattice.english.tables import word_class
from paralattice.english.words import DASHES, PERSONS, TITLES, ends_as_person, is_punctuation, is_saying
from paralattice.exchange.evidence.cluster import ParsedCluster, pronouns_keep
from paralattice.exchange.evidence.mentions import Mention, content_bases, full_name, is_nameable, is_person
from paralattice.exchange.evidence.sameness import (
    alike,
    core_of,
    demonyms,
    describes_either,
    is_cut,
    names_one_thing,
    of_phrase,
    same_events,
)
from paralattice.exchange.evidence.speakers import has_no_other_speaker
from paralattice.exchange.model.operation import Operation, replacement
from paralattice.syntax.events import VerbEvent
from paralattice.syntax.nodes import Constituent, subject_of
from paralattice.syntax.phrases import are_hedged_alike, calendar, has_clause, has_pronoun, tense
from paralattice.syntax.roles import NOUN_ROLES, is_time_phrase
from paralattice.syntax.sentence import ParsedSentence

SURER = 0.95
_SURE = 0.9
"""Least probability that a noun corefers with what replaces or describes it, and that a subject does."""
_SHORT_NAME = 3
_SHORT_ASIDE, _LONG_ASIDE = 4, 12
_FOREIGN = re.compile(r"^(?:[\[:\u2013\u2014]|--)$|[a-z]\.[a-z]{2}")
"""Marks of an editor, dashes, colons, and addresses of the web."""
_RECORD = re.compile(r"(?:\(|-LRB-) (?:\d|[A-Z]\S* (?!\)|-RRB-))[^()]*| \d+ ?- ?\d+(?: ,|$)")
"""A parenthesis of figures, or of several words that begin with a name, and a score: *( 3-0 , 2-1 away )*."""
_BARE = 2
"""Words of *the company*, which refers to what was named before."""
_ORIGINS = frozenset({"of", "from"})
"""Prepositions that may follow a name: *Berg of Norvik*."""
# Participles behind a name that tell of no passing state.
_BORN = frozenset({"aged", "based", "born", "founded", "known", "located", "owned", "ranked", "seeded"})
_RELATIONAL = word_class("modifiers", "relational")
_COURTESIES = word_class("nouns", "courtesy")
_OF_ANY = (("of", "a"), ("of", "an"))
_POINTING = word_class("function_words", "pointing")
_NOUN_ROLES = NOUN_ROLES | {"possessive"}
_PASSING = frozenset({"VBG", "RB", "IN", "RP"})
"""Tags of words after *was* that often describe a passing state."""
_CURRENT = word_class("time", "current")
_APPOINTING = frozenset(map(key, word_class("verbs", "appointing")))
_KIN = word_class("nouns", "exact")
_DISMISSING = frozenset(map(key, word_class("verbs", "dismissing")))


def coreferent_pairs(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[tuple[Mention, Mention]]:
    """Yield pairs of a mention of a frame and a coreferent one in another sentence of its style.

    An office refers to nobody: *run for mayor*, *elected captain*.  The title of a work keeps its words: *the
    book, A Look at Berg*.
    """
    for old in (each for each in cluster.referents.mentions.values() if each.sentence == frame.number):
        office = not (old.named or old.plural or old.determined or old.words) and is_person(old)
        around = {frame.words[node.begin] for node in old.node.ancestors() if node.begin}
        # A dateline names nobody.
        if not office and around.isdisjoint(("A", "An")) and frame.written[old.head]:
            for new in cluster.referents.coreferent(old):
                sure = cluster.referents.are_surely_one(old, new, _SURE)
                if sure and alike(frame, cluster.sentences[new.sentence]):
                    yield old, new


def noun_phrase_exchanges(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the exchanges of noun phrases that corefer."""
    for old, new in coreferent_pairs(cluster, frame):
        source = cluster.sentences[new.sentence]
        if not _may_stand_for(cluster, old, new):
            continue
        pairs = [(old.node, new.node)]
        cores = core_of(old), core_of(new)
        tags = source.tags[cores[1].begin : cores[1].end]
        # Nothing has two owners: *the ship's captain of the Aurora*.
        # *The Norwegian captain of Norway* is odd too.
        told = "POS" in tags or bool(demonyms(cluster, new))
        owned = "PRP$" in tags or (told and of_phrase(cluster, old) is not None)
        # *Bank of Norvik* is not *Bank*.
        names = (each for each in (old, new) if each.named)
        owned |= old.possessed > new.possessed or any(of_phrase(cluster, each) is not None for each in names)
        if cores != pairs[0] and not owned and new.named == old.named:
            pairs.append(cores)
        if cores[1] is not new.node and new.named and not old.named:
            pairs.append((old.node, cores[1]))
        for one, other in pairs:
            if _may_replace(cluster, (frame, one), (source, other)):
                yield replacement(frame, one, source, other, old.node.role)


def pronoun_exchanges(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the exchange of an initial *he* or *they* for the subject of the same event elsewhere.

    Others may say the same.
    """
    clause = frame.main_clause
    subject = subject_of(clause) if clause is not None and frame.tags[0] == "PRP" else None
    # *He'd left* has another form with a noun.
    if subject is None or subject.end != 1 or frame.words[1][0] in "'\u2019":
        return
    for one, other in same_events(cluster, frame):
        named = _named_subject(cluster, other)
        alike = one.clause is clause and one.passive == other.passive and not is_saying(one.base)
        if alike and named is not None and _agrees(frame.words[0].lower(), named):
            yield replacement(frame, subject, cluster.sentences[other.sentence], named.node, "pronoun")


def _named_subject(cluster: ParsedCluster, event: VerbEvent) -> Mention | None:
    """Return the subject of an event if it is a noun phrase without pronouns."""
    found = cluster.referents.mentions.get((event.sentence, event.arguments.get(event.subject_role, -1)))
    if found is None or found.node.role != "subject" or not found.definite:
        return None
    return None if has_pronoun(cluster.sentences[event.sentence], found.node) else found


def _agrees(pronoun: str, mention: Mention) -> bool:
    """Return whether a pronoun agrees with a mention."""
    if pronoun == "they":
        return mention.plural
    return not mention.plural and pronoun in ("he", "she") and (mention.named or is_nameable(mention))


def _may_replace(
    cluster: ParsedCluster, old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether a noun phrase may replace another: it keeps claims, lists and more than a part."""
    if not differ(*old, *new) or not are_hedged_alike(old, new) or is_list(*old) != is_list(*new):
        return False
    # *Vik and Nes* are not *Vik and Moss*, and a dash in a phrase may open an aside that ends after it.
    texts = old[0].text(old[1]), new[0].text(new[1])
    names = [{word for word in text if word[:1].isupper()} for text in texts]
    listed = is_list(*old) and names[0] - names[1] and names[1] - names[0]
    after = old[0].words[old[1].end : old[1].end + 1]
    open_aside = not DASHES.isdisjoint(after) and not DASHES.isdisjoint(texts[0])
    # An address, a code such as *(Vik: FER)* and a stop in front are no part of a name.
    marks = [{*filter(_FOREIGN.search, text), *_RECORD.findall(" ".join(text))} for text in texts]
    open_aside |= bool(marks[1] - marks[0]) or is_punctuation(new[0].words[new[1].begin])
    # *Berg who won* is nobody, and *Vik (3-0, 2-1 away)* was so one day.
    open_aside |= after == ("who",) and new[0].tags[new[1].head].startswith("NNP")
    # *A yard that burned, leaving 9 dead*.
    left = after == (",",) and old[0].tags[old[1].end + 1 :][:1] == ("VBG",)
    open_aside |= left and has_clause(old[1]) > has_clause(new[1])
    # *Friday's paper will be the last*, not the paper.
    open_aside |= texts[0][0].lower() in DAYS and texts[0][0] not in texts[1]
    # *Berg vs. Orme* is a fight.
    open_aside |= not {"vs", "vs.", "v", "v."}.isdisjoint((*texts[0], *texts[1]))
    # The parser may put who says it into the last phrase: *Jan Berg, 24, prosecutors charge*.
    saying = any(
        inner.label == "S" and subject_of(inner) is not None and old[0].words[inner.begin - 1] == ","
        for inner in old[1].phrases()
    )
    # *The scene of an accident* may be another scene.
    pairs = [set(pairwise(map(str.lower, text))) for text in texts]
    # *Berg and Mr Orme*.
    uneven = "Mr" in texts[0] and "Mr" not in texts[1] and old[0].words.count("Mr") > 1
    if uneven or open_aside or listed or saying or len({each.isdisjoint(_OF_ANY) for each in pairs}) > 1:
        return False
    # *He himself* or *also* asks for others, *the previous day* for a day; what *where ...* tells was then.
    tags = new[0].tags[new[1].begin : new[1].end]
    if "WRB" in tags or any(word.endswith("self") or word.lower() in _RELATIONAL for word in texts[1]):
        return False
    # Of *served as the man known as Vik to Berg*, *to Berg* may belong to *served*.
    if "to" in " ".join(texts[1]).partition(" as ")[2].split():
        return False
    behind = [child for child in new[1].children if child.begin > new[1].head and not child.is_word]
    if any(misfits(*old, new[0], child) for child in behind):
        return False
    if is_cut(*new) or _is_in_state(*new) or _owns_under_another_verb(old, new) or _dates(cluster, old, new):
        return False
    owners = [{"PRP$", "POS"}.intersection(each.tags[node.begin : node.end]) for each, node in (old, new)]
    # A possessive pronoun refers to its own subject.
    return ("PRP$" in owners[0]) <= ("POS" not in owners[1]) and pronouns_keep(cluster, new, old)


def misfits(frame: ParsedSentence, node: Constituent, source: ParsedSentence, modifier: Constituent) -> bool:
    """Return whether a modifier may be of another noun, or fits badly behind its own.

    As in *gave the crew that he led to the port*, *beat Vik, who ..., 2-1*, *set Berg, who ..., free*, and
    *it sank, Berg, who leads the crew, said*.  *Berg said Orme, who stood at the door, left* makes Berg say
    where Orme stood.
    """
    unknown = any(map(is_saying, frame.words)) or names_unknown(source, range(modifier.begin, modifier.end))
    if (modifier.role == "relative" and unknown) or _is_passing(source, modifier):
        return True
    aside = modifier.role in ("appositive", "relative")
    if aside and (describes_either(source, modifier) or _has_owner(source, modifier)):
        return True
    if node.role == "subject" and node.end + 2 == len(frame.words):
        return len(modifier) > _SHORT_ASIDE
    tag = frame.tags[node.end] if node.end < len(frame.tags) else ""
    apart = source.words[modifier.begin - 1] == ","
    # *The scene of an accident causing death* and *without a report*.
    plain = modifier.label == "PP" and all(inner.label != "VP" for inner in modifier.phrases())
    # *Shot two men with a gun in Vik*.
    plain &= source.words[modifier.begin] != "with"
    # *The oath of office*, *beat Vik by a goal*.
    parted = len(modifier) > _LONG_ASIDE or frame.words[node.end : node.end + 1] in (("of",), ("by",))
    far = parted if apart else not plain
    return node.role != "subject" and (tag in ("CD", "JJ") or (tag in ("IN", "TO") and far))


def names_unknown(source: ParsedSentence, told: range) -> bool:
    """Return whether a clause has a noun that another sentence need not name: *who watched the ceremony*."""
    words, tags = source.words, source.tags
    nouns = [place for place in told[1:] if tags[place] == "NN" and words[place - 1] == "the"]
    # *The TV drama Vik* and *the pilot of the ship* tell which.
    told_which = {place for place in nouns if words[place + 1 : place + 2] == ("of",)}
    told_which |= {place for place in nouns if tags[place + 1 : place + 2] in (("NN",), ("NNS",), ("NNP",))}
    return any(words[place] not in TIME_WORDS and place not in told_which for place in nouns)


def _is_passing(source: ParsedSentence, node: Constituent) -> bool:
    """Return whether an aside is so for a time: *who was standing there*, *who also left*."""
    words, tags = source.text(node), source.tags[node.begin : node.end]
    stands = words[1:2] in (("was",), ("were",)) and not _PASSING.isdisjoint(tags[2:3])
    return stands or "also" in words or tags[2:4] == ("VBN", "VBG")


def _has_owner(source: ParsedSentence, node: Constituent) -> bool:
    """Return whether an aside names a possessor that another sentence may lack: *the paper's founder*.

    *The best in club history* has one too.
    """
    nouns = [place for place in range(node.begin + 1, node.end) if source.tags[place - 1] == "NN"]
    owned = any(source.tags[place] == "POS" for place in nouns) and source.words[node.begin] == "the"
    return owned or any(source.words[place] == "history" for place in nouns)


def _is_in_state(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a name has a state: *a tired Berg*, *Berg on Friday*, *today*."""
    if sentence.tags[node.head - 1 : node.head + 1] == ("JJ", "NNPS") and node.begin == node.head - 1:
        return True
    if not sentence.tags[node.head].startswith("NNP"):
        return False
    # *The tired Berg* was not so at all times, but *the 40-year-old Berg* is.
    own = sentence.tags[node.begin : node.end] == ("DT", "JJ", "NNP")
    if own and sentence.words[node.begin + 1].isalpha():
        return True
    # *Even Berg*; *Berg, several blocks away*.
    if "RB" in (sentence.tags[node.begin], sentence.tags[node.end - 1]):
        return True
    # *Berg, dressed in blue*, but *Berg, born in Vik*.
    first, *rest = sentence.words[node.head + 1 : node.end] or ("",)
    doing = sentence.tags[node.head + 2 : node.end][:1] in (("VBG",), ("VBN",)) and rest[0] not in _BORN
    if (first == "," and doing) or sentence.words[node.begin].lower() in ("a", "an"):
        return True
    parts = ("ADJP", "VP", "PP") if first not in _ORIGINS else ()
    return any(
        ((inner.label == "PP" or inner in node.children[1:]) and is_time_phrase(inner, sentence.words))
        or (inner.label in parts and inner.begin == node.head + 1)
        for inner in node.phrases()
    )


def _dates(
    cluster: ParsedCluster, old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether a phrase brings a day beside another, or a time that does not suit the verb's tense.

    As in *on Sunday, Monday's storm came*, *watch a fire on Friday* and *saw the current fire*.
    """
    gained = calendar(*new) - calendar(*old)
    now = not _CURRENT.isdisjoint(new[0].text(new[1])) and _CURRENT.isdisjoint(old[0].text(old[1]))
    if not gained and not now:
        return False
    frame, place = old[0], old[1].begin
    rest = (*frame.words[:place], *frame.words[old[1].end :])
    if gained & DAYS and not DAYS.isdisjoint(word.lower() for word in rest):
        return True
    inner = event_at(cluster, frame.number, place)
    return inner is not None and tense(frame, inner) in (("past",) if now else ("present", "perfect"))


def event_at(cluster: ParsedCluster, sentence: int, place: int) -> VerbEvent | None:
    """Return the event of the smallest clause around a place."""
    around = [event for event in cluster.events[sentence] if event.clause.begin <= place < event.clause.end]
    return min(around, key=lambda event: len(event.clause), default=None)


def _puts_words(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether words of others would describe what is told: *Berg said the heartless man left*."""
    told, told_elsewhere = (event_at(cluster, each.sentence, each.head) for each in (old, new))
    gained = () if new.named else new.words - old.words - {old.base}
    describes = any(word[0].isalpha() and not word.endswith("-old") for word in gained)
    if not describes or told is None or told_elsewhere is None:
        return False
    return not has_no_other_speaker(cluster, told, told_elsewhere)


def _owns_under_another_verb(
    old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether one phrase alone has a possessor, and different verbs govern them: *set*, *break*."""
    owned = ["POS" in sentence.tags[node.begin : node.end] for sentence, node in (old, new)]
    governors = [sentence.governors[node.head] for sentence, node in (old, new)]
    bases = {key(each.words[place]) for (each, _), place in zip((old, new), governors, strict=True)}
    return old[1].role == "object" and owned[0] != owned[1] and -1 not in governors and len(bases) > 1


def _may_stand_for(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether a coreferent mention fits the place of another."""
    roles, frame = (old.node.role, new.node.role), cluster.sentences[old.sentence]
    if not _NOUN_ROLES.issuperset(roles) or roles.count("possessive") == 1 or old.plural != new.plural:
        return False
    # The parser may part *Berg ' s*, and read *Berg'* as a name; *a man was also charged* may be another one.
    source, end = cluster.sentences[new.sentence], new.node.end
    cut = "POS" in source.tags[end - ("possessive" not in roles) : end + 1]
    # *The mast -- the sail* ends within an aside.
    cut |= source.written[new.node.begin : end].count("--") == 1
    # *Beat Berg with 30 metres left*.
    behind = (*frame.words[old.node.end :][:1], *source.words[end:][:1])
    cut |= "left" in behind and "with" in (*frame.text(old.node), *source.text(new.node))
    if cut or ("also" in frame.words and not new.definite):
        return False
    # In *a deputy Berg shot* the name may be no part of the phrase.
    if old.node.end > old.head + 1 and _is_in_state(frame, old.node):
        return False
    # *Attend church* is not *attend a church*.
    bare = len(core_of(old)) == 1 and not (old.plural or old.named)
    if old.node.role in ("object", "preposition's object") and bare and new.determined:
        return False
    possible = _is_possible(cluster, old), _is_possible(cluster, new)
    if possible[0] != possible[1] or (possible[0] and old.numbers != new.numbers):
        return False
    # Where *Berg* stood, nobody knows who *the man* is, nor *the man in Vik* after another man.
    vague = (
        len(new.node) <= _BARE
        or new.base in ("man", "woman")
        or (len(core_of(new)) <= _BARE and _follows_other(cluster, old))
    )
    if old.named and not new.named and vague:
        return False
    # Many *workers* and *attorneys* say something, and an adviser who does need not be the minister.
    other = old.base != new.base and not (old.named and new.named)
    if other and _speaks(cluster, old) and any(map(is_person, (old, new))):
        return False
    # Somebody who became a member did not become a doctor then, nobody announces a person, and nobody works
    # *as Berg* or was *born Berg*.
    verb, last = (key(one.words[one.governors[each.head]]) for one, each in ((frame, old), (source, new)))
    odd = verb == "become" or (verb == "announce" and is_person(old))
    # *Vik chose Berg* is not *Vik chose director Berg*, whom it made one; who was sacked as coach is none.
    gained = new.words - new.names - old.words - TITLES
    posted = verb in _APPOINTING or (last in _DISMISSING and verb not in _DISMISSING)
    odd |= posted and new.named and any(base in PERSONS or ends_as_person(base) for base in gained)
    # *With husband Jan Moss at her side* is clear beside his wife.
    odd |= new.named and not new.possessed and not _KIN.isdisjoint(gained)
    if odd or (new.named and frame.words[max(0, old.node.begin - 1)] in ("as", "born")):
        return False
    # In *reporters Ida Berg and Jan Moss*, the title is that of both; and a name stands in full at first.
    fits = not (_shares_title(frame, old) or _shares_title(source, new) or _comes_late(cluster, old, new))
    fits &= old.node.role == "subject" or cluster.referents.are_surely_one(old, new, SURER)
    # *Was told by Berg* needs a reader who knows her.
    shorter = old.named and new.named and len(core_of(new)) == 1 < len(full_name(frame, old.head))
    fits &= old.node.role == "subject" or not shorter
    # *Mr Berg* was named before.
    fits &= len(full_name(frame, old.head)) == 1 or _COURTESIES.isdisjoint(new.words - old.words)
    # *The road in Vik* is a part of *the road*.
    narrowed = [any(child.label == "PP" for child in each.node.children) for each in (old, new)]
    partial = new.named and narrowed[0] < narrowed[1]
    fits &= not partial or cluster.referents.certainty(old.place, new.place) >= _SURE
    fits &= cluster.referents.may_be(old, new) and not _puts_words(cluster, old, new)
    return fits and _introduces_alike(cluster, old, new) and names_one_thing(cluster, old, new)


def _shares_title(sentence: ParsedSentence, mention: Mention) -> bool:
    """Return whether a noun in the plural stands before a name, as in *reporters Ida Berg and Jan Moss*."""
    tags = sentence.tags[mention.node.begin : mention.head + 1]
    return mention.named and any(one == "NNS" and other == "NNP" for one, other in pairwise(tags))


def _comes_late(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether a longer name would follow a shorter one or a pronoun: *Berg* before *Ida Berg*."""
    same = cluster.referents.coreferent(old)
    before = [each for each in same if each.named and each.sentence == old.sentence and each.head < old.head]
    longest = max(map(len, map(core_of, [*before, old])))
    late = before or cluster.sentences[old.sentence].words[0] in ("He", "She", "His", "Her")
    return bool(late) and new.named and longest < len(core_of(new))


def _speaks(cluster: ParsedCluster, mention: Mention) -> bool:
    """Return whether a mention is the subject of a verb of saying."""
    return any(
        is_saying(event.base) and event.arguments.get(event.subject_role) == mention.head
        for event in cluster.events[mention.sentence]
    )


def _follows_other(cluster: ParsedCluster, old: Mention) -> bool:
    """Return whether *the company* would mean another one in the place of a mention: that before it."""
    others = (each for each in cluster.referents.mentions.values() if each.named and each.head < old.head)
    names = [each for each in others if each.sentence == old.sentence]
    return not cluster.referents.same(old.place, max(names, key=lambda each: each.head, default=old).place)


def _is_possible(cluster: ParsedCluster, mention: Mention) -> bool:
    """Return whether an indefinite phrase may be hypothetical: *could go on with a win* is no *3-1 win*."""
    return not mention.definite and any(
        event.hedged and event.phrase.begin <= mention.head < event.phrase.end
        for event in cluster.events[mention.sentence]
    )


def _introduces_alike(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether the articles of a mention fit where another stands.

    An indefinite phrase does not replace a definite one, nor one with *the* an indefinite one; *this* may
    refer to something else in another sentence; and a phrase with a possessor keeps one.
    """
    if new.named:
        return True
    lost = old.definite and not old.named and not new.definite
    given = new.definite and not new.possessed and not old.definite
    if lost or given or not (new.plural or new.determined):
        return False
    points = [_points(cluster.sentences[mention.sentence], mention) for mention in (old, new)]
    owner = cluster.referents.mentions.get((new.sentence, of_phrase(cluster, new) or -1))
    # *The ship of a captain* is not *the captain's ship*, and *the number of guests* not *her number*.
    anybody = owner is not None and owner.determined and not owner.definite
    anybody |= cluster.sentences[old.sentence].tags[core_of(old).begin] == "PRP$"
    owned = not old.possessed or new.possessed or (of_phrase(cluster, new) is not None and not anybody)
    return owned and points[1] <= points[0]


def _points(sentence: ParsedSentence, mention: Mention) -> frozenset[str]:
    """Return the words before a mention's head that point to something outside of it."""
    words = sentence.words[core_of(mention).begin : mention.head]
    return _POINTING.intersection(word.lower() for word in words)


def is_list(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase has a conjunction outside of its asides: it may be a list, or part of one."""
    asides = [
        inner
        for inner in node.phrases()
        if inner.role in ("appositive", "relative")
        and sentence.words[inner.begin - 1] == ","
        # *Vik, Nes and Moss* has no aside.
        and not (sentence.tags[inner.begin] == "NNP" and any(child.label == "CC" for child in inner.children))
    ]
    return any(
        sentence.words[place] in ("and", "or")
        and not any(inner.begin <= place < inner.end for inner in asides)
        for place in range(node.begin, node.end)
    )


def differ(frame: ParsedSentence, old: Constituent, source: ParsedSentence, new: Constituent) -> bool:
    """Return whether two phrases differ, and neither is a contiguous part of the other.

    An article before a bare name comes from a mistake, or belongs there: *the Waitrose*, *the US Survey*.
    """
    texts = frame.text(old), source.text(new)
    words, other = ([word.lower() for word in text] for text in texts)
    named = source.tags[new.head].startswith("NNP")
    opened = [text for text in texts if text[0].lower() == "the"]
    bare = len(opened) == 1 and not any(word[:1].islower() for word in opened[0][1:])
    if named and bare and not set(words).isdisjoint(other):
        return False
    spans = (words[place : place + len(other)] for place in range(len(words) - len(other) + 1))
    # A stretch of the old words only shortens them, but for a short name.
    if words == other or (other in spans and not (named and len(other) <= _SHORT_NAME)):
        return False
    return named or not content_bases(source, new) < content_bases(frame, old)
