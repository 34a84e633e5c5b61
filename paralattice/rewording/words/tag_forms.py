"""The Penn tags under which one word may replace another.

A word of several parts of speech has synonyms in one of them only: "whole" is "entire" as an adjective, and
not as a noun. A tag also tells which form of a word is meant: "cast" is a base form, a past and a participle.
"""

from paralattice.rewording.decoding.decoder import Phrase
from paralattice.rewording.words.substitutions import trimmed
from paralattice.rewording.words.word_relations import Relation, WordRelations

WordForm = tuple[str, str]
"""A part of speech and a kind of form; see :func:`paralattice.english.wordnet_forms.kinds`."""

_ADJECTIVE, _PARTICIPLE = ("a", ""), ("v", "participle")
#: The form of each tag of words with content.
FORMS: dict[str, WordForm] = {
    "NN": ("n", ""),
    "NNP": ("n", ""),
    "NNS": ("n", "plural"),
    "NNPS": ("n", "plural"),
    "VB": ("v", ""),
    "VBP": ("v", ""),
    "VBZ": ("v", "third"),
    "VBD": ("v", "past"),
    "VBN": _PARTICIPLE,
    "VBG": ("v", "gerund"),
    "JJ": _ADJECTIVE,
    "JJR": ("a", "comparative"),
    "JJS": ("a", "superlative"),
    "RB": ("r", ""),
    "UH": ("r", ""),
}
# Other forms that a tagger may take for that of a tag. They count if WordNet relates the words in them.
_CONFUSED = {"VBN": _ADJECTIVE, "JJ": _PARTICIPLE}


def changed_word(source: Phrase, target: Phrase) -> tuple[int, str, str] | None:
    """Return the place of the only word of a phrase that a replacement changes, that word and the new one.

    ``None`` if the replacement changes several words.
    """
    old, new = trimmed(source, target)
    if len(old) != 1 or len(new) != 1:
        return None
    place = next(place for place, word in enumerate(source) if target[place] != word)
    return place, old[0], new[0]


def allowed_tags(source: Phrase, target: Phrase, relations: WordRelations) -> tuple[str, ...]:
    """Return the tags of the changed word under which the new word has the same form, sorted.

    If WordNet relates the two words, they must be related in the part of speech of the tag.

    Returns
    -------
    Nothing if every tag is allowed: several words change, or WordNet lacks one of them.
    """
    changed = changed_word(source, target)
    if changed is None:
        return ()
    _, old, new = changed
    if not relations.analyses(old) or not relations.analyses(new):
        return ()
    related = _common_forms(old, new, relations, in_meaning=True)
    meant = related and relations.relation(old, new) >= Relation.CLOSE
    same = related if meant else _common_forms(old, new, relations)
    return tuple(sorted(tag for tag, form in FORMS.items() if form in same or _CONFUSED.get(tag) in related))


def tags_of_form(form: WordForm) -> tuple[str, ...]:
    """Return the tags of a form, sorted."""
    return tuple(sorted(tag for tag, own in FORMS.items() if own == form))


def _common_forms(old: str, new: str, relations: WordRelations, in_meaning: bool = False) -> set[WordForm]:
    """Return the forms that two words have in common, in parts of speech that are usual for the new one.

    On request these are those in which WordNet relates them.
    """
    return {
        (pos, kind)
        for pos, base, kind in relations.analyses(old)
        for pos2, base2, kind2 in relations.analyses(new)
        if (pos, kind) == (pos2, kind2)
        and pos in relations.usual_parts(new)
        and (not in_meaning or base2 in relations.near(pos, base))
    }
