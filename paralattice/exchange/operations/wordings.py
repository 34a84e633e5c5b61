"""Replaces function words and set phrases by synonyms: *on* before a day, *over* for *more than*.

These changes are small, so that they are combined with other operations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paralattice.english.words import is_punctuation
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import (
    MADE,
    ON,
    THAT,
    WORDING,
    Operation,
    SourcedToken,
    SpanEdit,
    recast_of,
)
from paralattice.syntax.nodes import Constituent, subject_of
from paralattice.syntax.phrases import has_clause
from paralattice.syntax.quotations import quoted
from paralattice.syntax.roles import is_time_phrase
from paralattice.syntax.sentence import ParsedSentence

_WEEK = frozenset({"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"})
_VERBS = "said says say reported confirmed announced claimed believe believes believed"
_TELLING = frozenset(_VERBS.split())
_SAME = """
more than | over | CD | IN
approximately | about | CD
roughly | about | CD
around | about | CD
about | around | CD
due to | because of | DT NN NNS NNP PRP$ JJ
in spite of | despite | DT NN NNS NNP PRP$ JJ
despite | in spite of | DT NN NNS NNP PRP$ JJ
prior to | before | DT NN NNS NNP PRP$ JJ VBG
in the wake of | after | DT NN NNS NNP PRP$ JJ
as a result of | because of | DT NN NNS NNP PRP$ JJ
a number of | several | NNS JJ NN
numerous | many | NNS JJ NN
in order to | to | VB
attempting to | trying to | VB
trying to | attempting to | VB
tried to | attempted to | VB
began | started | VBG TO DT NNS PRP$ IN
although | though | DT NN NNS NNP PRP PRP$ JJ EX
though | although | DT NN NNS NNP PRP PRP$ JJ EX
purchased | bought | DT NN NNS NNP PRP$ JJ CD
occurred | happened | IN RB NNP .
happened | occurred | IN RB NNP .
took place | happened | IN RB NNP .
passed away | died | IN RB NNP . ,
stepped down | resigned | IN RB NNP . ,
towards | toward | DT NN NNS NNP PRP$ JJ
the following day | the next day | . , IN
persons | people | . , IN VBD VBP WP CC
wounded | injured | . , IN CC DT CD
currently | now | VBG VBN JJ IN DT
near | close to | NNP
several | a number of | NNS | DT PRP$ POS JJ RB IN CC
many | numerous | NNS | DT PRP$ POS JJ RB IN CC WRB
deadly | fatal | shooting shootings crash accident attack fire blaze explosion collision fight
fatal | deadly | shooting shootings crash accident attack fire blaze explosion collision
shot to death | fatally shot | IN . , CD DT NNP RB
fatally shot | shot dead | IN . , NNP | VB MD RB
shot and killed | fatally shot | DT CD NNP NN . , after in outside
was killed | died | . , when after in on
were killed | died | . , when after in on
have been killed | have died | . , when after in on
has been killed | has died | . , when after in on
was injured | was hurt | . , when after in
were injured | were hurt | . , when after in
was arrested | was taken into custody | . , IN NNP
were arrested | were taken into custody | . , IN NNP
taken into custody | arrested | . , IN NNP NN
struck | hit | DT NNP PRP PRP$ CD by | NN JJ DT
was named | was appointed | NN
sacked | fired | DT NN NNP IN . , PRP$ | NN JJ DT
car | vehicle | VBD IN . , MD VBZ CC WDT
cop | police officer | VBD IN . , WP | NN NNP JJ
cops | police officers | VBD VBP IN . , WP | NN NNP JJ
kids | children | VBD IN . , WP VBP
blaze | fire | VBD IN . , WDT
quake | earthquake | VBD IN . , WDT
temblor | earthquake | VBD IN . , WDT
at around | around | CD
at about | about | CD
along with | together with | DT NNP NN NNS PRP$
resided | lived | IN
as many as | up to | CD
up to | as many as | CD
less than | under | CD $
fewer than | under | CD
in an effort to | in an attempt to | VB
in an attempt to | in an effort to | VB
in a bid to | in an effort to | VB
at age | at the age of | CD
at the age of | at age | CD
years old | years of age | . ,
on board | aboard | DT NNP . ,
aboard | on board | DT NNP . ,
en route to | on the way to | DT NNP PRP$
at the scene | on the scene | . , IN
on the scene | at the scene | . , IN
outside of | outside | DT NNP
inside of | inside | DT NNP
amid | in the midst of | DT NN JJ NNS
in addition to | besides | DT NN NNS
every year | each year | . , IN
each year | every year | . , IN
every day | each day | . , IN
each day | every day | . , IN
at the moment | at present | . ,
stated that | said that | DT NNP PRP NN NNS CD
is going to | will | VB
are going to | will | VB
plan to | intend to | VB
plans to | intends to | VB
planned to | intended to | VB
planning to | intending to | VB
intends to | plans to | VB
decided to | chose to | VB
helped | helped to | VB
helped to | helped | VB
allowed to | permitted to | VB
discovered | found | DT PRP$ IN
bought | purchased | DT NNP
acquired | bought | DT NNP CD
acquire | buy | DT NNP CD
acquiring | buying | DT NNP CD
buy | purchase | DT NNP | DT JJ NN
led to | resulted in | DT NN NNS JJ
resulted in | led to | DT NN NNS JJ
carried out | conducted | DT NN NNS
conducted | carried out | DT
turned down | rejected | DT PRP$
rejected | turned down | DT PRP$
took part in | participated in | DT NNP PRP$
participated in | took part in | DT NNP PRP$
set up | established | DT
pointed out | noted | IN DT
shut down | closed | DT PRP$ . ,
transported to | taken to | DT NNP NN
hurt | injured | . , WRB | DT PRP$ JJ TO MD
perished | died | IN . ,
slain | killed | . , IN
gunned down | shot dead | . , IN
opened fire on | shot at | DT NNS CD NNP
was hospitalized | was taken to the hospital | . , IN
were hospitalized | were taken to the hospital | . , IN
was jailed | was sent to prison | . , IN
was detained | was taken into custody | . , IN
pleaded guilty | entered a guilty plea | . , TO
was sentenced to | received a sentence of | CD NN
was convicted of | was found guilty of | NN DT VBG CD JJ
was found guilty of | was convicted of | NN DT VBG CD JJ
been convicted of | been found guilty of | NN DT VBG CD JJ
been found guilty of | been convicted of | NN DT VBG CD JJ
being convicted of | being found guilty of | NN DT VBG CD JJ
was acquitted of | was cleared of | NN DT VBG CD JJ
was cleared of | was acquitted of | NN DT VBG CD JJ
tv | television | NN NNS . , IN | NNP
begins | starts | VBG TO
% | percent | IN . , VBD
gov. | Governor | NNP
gov . | Governor | NNP
sen. | Senator | NNP
sen . | Senator | NNP
"""
_THINGS = """
film movie, movie film, company firm, lawyer attorney, attorney lawyer, physician doctor, photo photograph,
photos photographs, photograph photo, photographs photos, teen teenager, spokesman spokesperson,
spokeswoman spokesperson, explosion blast, blast explosion, earthquake quake, airplane plane, plane aircraft,
motorist driver, agreement deal, deal agreement, victory win, acquisition purchase, automobile car,
gunman shooter, inmate prisoner, prisoner inmate, infant baby, baby infant, vessel ship,
employees workers, employee worker, award prize, prize award, mistake error, error mistake,
probe investigation, investigation probe, inquiry investigation, opponent rival, rival opponent,
fans supporters
"""
_NOUN_ROWS = [
    f"{pair.replace(' ', ' | ')} | VBD VBZ VBP MD IN . , WDT WP CC"
    for pair in " ".join(_THINGS.split()).split(", ")
]
"""Nouns with synonyms only directly after an article, a number or a possessor: a law firm is no company."""
_CALENDAR = "jan january feb february aug august sept september oct october nov november dec december"
_SHORT = _CALENDAR.split()
_MONTHS = [
    f"{short}{stop} | {month.capitalize()} | CD"
    for short, month in zip(_SHORT[::2], _SHORT[1::2], strict=True)
    for stop in (".", " .")
]
_DIGITS = "two three four five six seven eight nine"
_FIGURES = [
    f"{figure} | {word} | NNS | CD NNP $ : HYPH , #" for figure, word in enumerate(_DIGITS.split(), start=2)
]


class _Wording(NamedTuple):
    """Words, their replacement, tags or words that must follow, and tags that must not precede."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    after: frozenset[str]
    before: frozenset[str]


def _wording_of(row: str) -> _Wording:
    old, new, after, *before = (part.split() for part in row.split("|"))
    return _Wording(tuple(old), tuple(new), frozenset(after), frozenset(*before))


_TABLE: dict[str, list[_Wording]] = {}
"""The wordings by their first word."""
for _row in (*_SAME.strip().splitlines(), *_MONTHS, *_FIGURES):
    _TABLE.setdefault(_row.split()[0], []).append(_wording_of(_row))
_NOUNS = {row.split()[0]: _wording_of(row) for row in _NOUN_ROWS}
_OWN = frozenset({"DT", "PRP$", "POS", "CD"})
_VERBAL = frozenset({"VB", "VBD", "VBN", "VBG", "MD"})


def wordings(_: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the wordings of a frame of prose."""
    if not frame.is_prose:
        return
    for node in frame.root.phrases():
        yield from _on_day(frame, node)
        yield from _that(frame, node)
        yield from _following(frame, node)
    inside = quoted(frame.words)
    for place in range(len(frame.words) - 1):
        if not inside[place]:
            yield from _other_words(frame, place)


def _on_day(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *on Friday* of a bare *Friday*."""
    if node.label != "NP" or node.role != "adjunct" or frame.words[node.begin] not in _WEEK:
        return
    before = frame.tags[node.begin - 1] if node.begin else ""
    if is_time_phrase(node, frame.words) and before not in ("IN", "TO", "DT", "JJ", "CC", ",", ":"):
        # The edit includes the day, so that no move separates it from *on*.
        begin = node.begin
        day = SourcedToken(frame.words[begin], frame.number, begin)
        yield _wording(frame, "on", SpanEdit(begin, begin + 1, (ON, day)), [node.head])


def _that(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *said that S* of *said S*."""
    told = node.children[-1]
    if node.label != "VP" or told.role != "complement" or frame.words[node.head].lower() not in _TELLING:
        return
    clause = told.children[0] if told.label == "SBAR" and len(told.children) == 1 else told
    subject = subject_of(clause) if clause.label == "S" else None
    if subject is None or clause.children[0] is not subject or is_punctuation(frame.words[told.begin - 1]):
        return
    if not has_clause(subject) and frame.tags[subject.begin] != "EX":
        # The edit includes the word before, so that no move separates the attribution from *that*.
        place = told.begin - 1
        before = SourcedToken(frame.words[place], frame.number, place)
        yield _wording(frame, "that", SpanEdit(place, told.begin, (before, THAT)), [clause.head])


def _following(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *following the attack* of *after the attack*, and back."""
    other = {"after": "following", "following": "after"}.get(frame.words[node.begin].lower(), "")
    given = node.children[-1]
    if node.label != "PP" or not other or len(node.children) != 2 or given.label != "NP":
        return
    if frame.words[given.begin].lower() not in ("the", "a", "an", "his", "her", "their", "its"):
        return
    if not is_time_phrase(node, frame.words) and frame.tags[given.head] == "NN" and not has_clause(given):
        begin = node.begin
        yield _wording(
            frame, other, SpanEdit(begin, begin + 1, (SourcedToken(other, MADE, MADE),)), [begin, given.head]
        )


def _other_words(frame: ParsedSentence, place: int) -> Iterator[Operation]:
    """Yield the wordings of the tables for the words at a place."""
    for old, new, after, before in _wordings_at(frame, place):
        end = place + len(old)
        low = tuple(word.lower() for word in frame.words[place:end])
        if low != old or end >= len(frame.words) or after.isdisjoint((frame.tags[end], frame.words[end])):
            continue
        if place and frame.tags[place - 1] in before:
            continue
        verb = frame.tags[place] in _VERBAL
        if verb and not _keeps_form(frame, place, new):
            continue
        tokens = tuple(SourcedToken(word, MADE, MADE) for word in new)
        free = [
            other
            for other, governor in enumerate(frame.governors)
            if place <= governor < end and not place <= other < end
        ]
        yield _wording(frame, " ".join(new), SpanEdit(place, end, tokens), free)


def _wordings_at(frame: ParsedSentence, place: int) -> Iterator[_Wording]:
    """Yield the rows of the tables that begin with a word."""
    word = frame.words[place]
    yield from _TABLE.get(word.lower(), ())
    if word in _NOUNS and place and frame.tags[place] in ("NN", "NNS") and frame.tags[place - 1] in _OWN:
        yield _NOUNS[word]


def _keeps_form(frame: ParsedSentence, place: int, new: Sequence[str]) -> bool:
    """Return whether a verb of the table fits: *started* for *began*, never for *begun*."""
    return frame.tags[place] != "VBN" or new[0] not in _PASTS


_PASTS = frozenset({"started", "happened", "occurred", "died", "resigned", "chose", "participated"})


def _wording(frame: ParsedSentence, what: str, edit: SpanEdit, free: Sequence[int]) -> Operation:
    return recast_of(frame, f"{WORDING}: {what}", [edit], free)
