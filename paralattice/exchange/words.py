"""Classifies English words: verbs of saying, times, hedges, persons; computes base forms."""

from __future__ import annotations

import re
from functools import lru_cache


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


SAYING = _set(
    """
    say tell add report announce claim state note explain confirm deny warn insist allege believe think
    argue suggest acknowledge admit reveal indicate declare estimate testify write quote cite according
    """
)
"""Base forms of verbs that report what someone says or thinks."""

DAYS = _set(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun mon.
    tue. tues. wed. thu. thurs. fri. sat. sun.
    """
)
MONTHS = _set(
    """
    january february march april may june july august september october november december jan. feb. mar.
    apr. jun. jul. aug. sep. sept. oct. nov. dec. jan feb mar apr jun jul aug sep sept oct nov dec
    """
)
_PARTS_OF_TIME = _set(
    """
    today yesterday tomorrow tonight morning afternoon evening night noon midnight day days week weeks
    weekend month months year years hour hours minute minutes second seconds season quarter decade
    century a.m. p.m. am pm time spring summer autumn winter
    """
)
TIME_WORDS = DAYS | (MONTHS - {"may", "mar", "march"}) | _PARTS_OF_TIME
"""Head words of time expressions."""

TIMELY = (
    TIME_WORDS
    | MONTHS
    | _set(
        """
    the a an this that last next early earlier late later on in at of by around about just only past
    previous same following one two three four five six seven eight nine ten ago shortly before after
    since until during first second couple few more than nearly almost over within for local every each
    """
    )
)
"""Words within time expressions."""


def _names(text: str) -> frozenset[str]:
    return frozenset(name.strip() for name in text.split(","))


STATES = _names(
    """
    alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware, florida, georgia,
    hawaii, idaho, illinois, indiana, iowa, kansas, kentucky, louisiana, maine, maryland, massachusetts,
    michigan, minnesota, mississippi, missouri, montana, nebraska, nevada, new hampshire, new jersey,
    new mexico, new york, north carolina, north dakota, ohio, oklahoma, oregon, pennsylvania,
    rhode island, south carolina, south dakota, tennessee, texas, utah, vermont, virginia, west virginia,
    wisconsin, wyoming, ala., ariz., ark., calif., colo., conn., del., fla., ga., ill., ind., kan., ky.,
    la., md., mass., mich., minn., miss., mo., mont., neb., nev., n.h., n.j., n.m., n.y., n.c., n.d.,
    okla., ore., pa., r.i., s.c., s.d., tenn., tex., vt., va., wash., w.va., wis., wyo., d.c., ontario,
    quebec, alberta, manitoba, british columbia, nova scotia, england, scotland, wales, ireland, france,
    germany, italy, spain, switzerland, australia, new zealand, canada, mexico, japan, china, india
    """
)
"""Names of states and countries that follow a city after a comma, with abbreviations."""

TIME_OPENERS = _set("after before following since during until when while as once")
"""First words of time phrases and time clauses."""

HEDGES = _set(
    """
    not n't no never neither nor none without hardly barely nearly almost could may might would should
    allegedly reportedly apparently possibly probably likely perhaps unlikely suspected alleged accused
    purported would-be first second third fourth fifth sixth last next only least most if unless whether
    attempted failed denied denies deny suspicion
    """
)
"""Words that change the claim of a sentence; they stay with their dependents."""

PERSONAL = _set(
    """
    he him his himself she her hers herself it its itself they them their theirs themselves i me my we
    us our you your this these those
    """
)
"""Pronouns and determiners that refer to something outside their phrase."""

AUXILIARIES = _set(
    """
    be am is are was were been being 's 're 'm have has had having 've do does did will would shall
    should can could may might must 'll 'd wo ca
    """
)

_FUNCTION = _set(
    """
    a an the and or but of to in on at by for with from as that which who whom whose than then there
    here into onto over under up down out off about against between through during before after above
    below while when where why how if because since until although though so also both each either such
    very more most some any all own same other another not n't no nor 's ' s
    """
)

PERSONS = _set(
    """
    captain skipper pilot clerk tenant mayor agent assistant cook aide expert inmate convict man woman
    boy girl teenager teen child person people suspect victim officer cop detective doctor lawyer
    attorney judge coach player actor actress star singer legend icon model queen king champion
    president minister senator governor mayor chief chairman ceo executive spokesman spokeswoman
    official leader member founder owner soldier student teacher nurse pastor priest father mother son
    daughter brother sister husband wife widow friend neighbor neighbour resident native veteran rookie
    quarterback fighter guard
    """
)
"""Nouns of persons, besides those in *-er*, *-or*, *-ist* and *-ian*."""

GROUPS = _set(
    """
    police company firm maker giant group corporation bank agency club team side franchise school
    university church hospital court party government army city town village state country province
    region island county capital nation
    """
)
"""Nouns of groups of persons, antecedents of *they*."""

NAMEABLE = PERSONS | GROUPS | _set("area airport store supermarket ship boat film movie show series game")
"""Nouns that may be coreferent with a name, besides those in *-er*, *-or*, *-ist* and *-ian*."""

COLLECTIVES = _set(
    """
    police people staff crew team group company firm family couple public media press government majority
    number lot handful series pair half rest dozen hundred thousand million per percent % news
    headquarters politics physics data committee jury board council band army side
    """
)
"""Nouns whose verbs may be singular or plural."""

_SPELLED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: str(number) for number, word in enumerate(_SPELLED, 1)}
"""Small numbers in letters with their figures."""
ORDINALS = _set("first second third fourth fifth sixth seventh eighth ninth tenth")
RANKED = _set("quarter half round degree place class floor inning grade period hand set lap")
"""Nouns that an ordinal counts, so that both may modify a noun after them: *fourth-quarter lead*."""

PASTS = _set(
    """
    ate began broke chose drank drove fell flew forgot froze gave grew hid knew rang rode rose sang sank shook
    spoke stole swam threw took tore went woke wore wrote
    """
)
"""Past tenses that are no participles."""

TITLES = _set(
    """
    mr. mr mrs. mrs ms. ms dr. dr sir judge president
    """
)
"""Titles before names."""

NAMELESS = _set(
    """
    gov. sen. rep. gen. col. lt. sgt. rev. prof. capt. jr jr. sr inc
    """
)
"""Titles and suffixes that are no names by themselves."""

_ROWS = [
    line.split()
    for line in """
    be am is are was were been being 's 're 'm
    have has had having 've
    do does did done doing
    go goes went gone
    say says said
    tell told
    take took taken
    give gave given
    get got gotten getting
    make made
    come came
    see saw seen
    find found
    think thought
    know knew known
    become became
    leave left
    begin began begun beginning
    hold held
    bring brought
    buy bought
    catch caught
    fight fought
    seek sought
    teach taught
    win won winning
    lose lost
    send sent
    spend spent
    build built
    lead led
    meet met
    pay paid
    sell sold
    shoot shot
    sit sat sitting
    stand stood
    strike struck stricken
    steal stole stolen
    speak spoke spoken
    break broke broken
    choose chose chosen
    drive drove driven
    fall fell fallen
    fly flew flown
    hit hit
    put put
    cut cut
    set set
    hurt hurt
    shut shut
    quit quit
    cost cost
    burst burst
    spread spread
    grow grew grown
    throw threw thrown
    draw drew drawn
    rise rose risen
    write wrote written
    ride rode ridden
    wear wore worn
    bear bore born borne
    swear swore sworn
    tear tore torn
    hide hid hidden
    bite bit bitten
    run ran running
    swim swam swum
    sing sang sung
    sink sank sunk
    drink drank drunk
    feel felt
    keep kept
    sleep slept
    sweep swept
    flee fled
    feed fed
    bleed bled
    die died dies dying
    lie lay lain lying
    lay laid
    hear heard
    plead pled
    hang hung hanged
    man men
    woman women
    child children
    person people
    wife wives
    life lives
    """.strip().splitlines()
]
"""Forms of irregular words: the base form and, of a verb, the past tense first."""
_IRREGULAR = {form: forms[0] for forms in _ROWS for form in forms}
IRREGULAR_PASTS = {forms[0]: forms[1] for forms in _ROWS}
"""Past tenses of irregular verbs by their base forms; plurals of irregular nouns too."""
_DOUBLED = re.compile(r"([bdgkmnprt])\1$")


@lru_cache(maxsize=65536)
def base_form(word: str) -> str:
    """Return a rough base form of a word: lower-cased, without the ending of an inflection.

    Words with the same base form are forms of one word; the base form itself may be no word
    (``charg`` for *charge*, *charged* and *charging*).
    """
    low = word.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    for ending in ("ing", "ed", "es", "s", "e"):
        if low.endswith(ending) and len(low) - len(ending) >= 3 and not low.endswith(("ss", "us", "is")):
            low = low[: -len(ending)]
            break
    if len(low) > 3 and low.endswith("i"):
        low = low[:-1] + "y"
    return _DOUBLED.sub(r"\1", low) if len(low) > 4 else low


SAYING_FORMS = frozenset(base_form(word) for word in SAYING)
HEDGE_FORMS = frozenset(HEDGES)


def is_saying(word: str) -> bool:
    """Return whether a word is a form of a verb of saying."""
    return base_form(word) in SAYING_FORMS


@lru_cache(maxsize=65536)
def is_content_word(word: str) -> bool:
    """Return whether a word is a content word: it has a letter or digit and is no function word."""
    low = word.lower()
    if low in _FUNCTION or low in AUXILIARIES or low in PERSONAL:
        return False
    return any(letter.isalnum() for letter in word)


def is_function(word: str) -> bool:
    """Return whether a word is an article, a preposition, a conjunction or the like."""
    return word.lower() in _FUNCTION


@lru_cache(maxsize=65536)
def is_punctuation(word: str) -> bool:
    """Return whether a token has neither letters nor digits."""
    return not any(letter.isalnum() for letter in word)
