"""Classes of English words: verbs of saying, hedges, persons, numbers, function words."""

from __future__ import annotations

from functools import lru_cache

from paralattice.english.inflection import base_form


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


SAYING = word_set(
    """
    say tell add report announce claim state note explain confirm deny warn insist allege believe think
    argue suggest acknowledge admit reveal indicate declare estimate testify write quote cite according
    """
)
"""Base forms of verbs that report what someone says or thinks."""


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
HEDGES = word_set(
    """
    not n't no never neither nor none without hardly barely nearly almost could may might would should
    allegedly reportedly apparently possibly probably likely perhaps unlikely suspected alleged accused
    purported would-be first second third fourth fifth sixth last next only least most if unless whether
    attempted failed denied denies deny suspicion
    """
)
"""Words that change the claim of a sentence; they stay with their dependents."""
PERSONAL = word_set(
    """
    he him his himself she her hers herself it its itself they them their theirs themselves i me my we
    us our you your this these those
    """
)
"""Pronouns and determiners that refer to something outside their phrase."""
AUXILIARIES = word_set(
    """
    be am is are was were been being 's 're 'm have has had having 've do does did will would shall
    should can could may might must 'll 'd wo ca
    """
)
_FUNCTION = word_set(
    """
    a an the and or but of to in on at by for with from as that which who whom whose than then there
    here into onto over under up down out off about against between through during before after above
    below while when where why how if because since until although though so also both each either such
    very more most some any all own same other another not n't no nor 's ' s
    """
)
PERSONS = word_set(
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
GROUPS = word_set(
    """
    police company firm maker giant group corporation bank agency club team side franchise school
    university church hospital court party government army city town village state country province
    region island county capital nation
    """
)
"""Nouns of groups of persons, antecedents of *they*."""
NAMEABLE = PERSONS | GROUPS | word_set("area airport store supermarket ship boat film movie show series game")
"""Nouns that may be coreferent with a name, besides those in *-er*, *-or*, *-ist* and *-ian*."""
COLLECTIVES = word_set(
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
ORDINALS = word_set("first second third fourth fifth sixth seventh eighth ninth tenth")
RANKED = word_set("quarter half round degree place class floor inning grade period hand set lap")
"""Nouns that an ordinal counts, so that both may modify a noun after them: *fourth-quarter lead*."""
PASTS = word_set(
    """
    ate began broke chose drank drove fell flew forgot froze gave grew hid knew rang rode rose sang sank shook
    spoke stole swam threw took tore went woke wore wrote
    """
)
"""Past tenses that are no participles."""
TITLES = word_set(
    """
    mr. mr mrs. mrs ms. ms dr. dr sir judge president
    """
)
"""Titles before names."""
NAMELESS = word_set(
    """
    gov. sen. rep. gen. col. lt. sgt. rev. prof. capt. jr jr. sr inc
    """
)
"""Titles and suffixes that are no names by themselves."""
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
