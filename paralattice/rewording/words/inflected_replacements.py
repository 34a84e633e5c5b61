"""Replacements in forms that no sentence pair shows: as ``laid`` by ``placed``, so ``lays`` by ``places``."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from paralattice.formats.phrase_table import PhraseEntry
from paralattice.rewording.decoding.decoder import Phrase
from paralattice.rewording.words.tag_forms import tags_of_form
from paralattice.rewording.words.word_relations import Relation, WordRelations

Shown = tuple[PhraseEntry, list[int]]
"""A replacement and the sentence pairs that show it."""

_Lemmas = tuple[str, str, str]
"""A part of speech and two base forms."""


def inflected_replacements(
    shown: Sequence[Shown], vocabulary: Iterable[str], relations: WordRelations
) -> Iterator[Shown]:
    """Yield the replacements of single words in their other forms.

    Only synonyms replace each other in other forms. Such a replacement has the scores and the sentence pairs
    of the form that most pairs show, and is made only under the tags of its part of speech and form. Without
    WordNet no forms are known.

    Parameters
    ----------
    shown
        The replacements that sentence pairs show.
    vocabulary
        Lower-cased words, of which the new replacements are made.
    relations
        Forms and relations of words.
    """
    forms: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for word in sorted(set(vocabulary)):
        for pos, base, kind in relations.analyses(word):
            forms.setdefault((pos, base), []).append((word, kind))
    known = {(entry.source, entry.target) for entry, _ in shown}
    for (pos, old, new), (entry, numbers) in _best_of_lemmas(shown, relations).items():
        for source, kind in forms.get((pos, old), ()):
            for target, kind2 in forms.get((pos, new), ()):
                pair: tuple[Phrase, Phrase] = ((source,), (target,))
                if kind != kind2 or source == target or pair in known:
                    continue
                # Forms have uses of their own: "he added" is "he said", but "to add" is not "to say".
                related = relations.relation(source, target) is Relation.SYNONYM
                if not related or pos not in relations.usual_parts(target):
                    continue
                known.add(pair)
                yield replace(entry, source=pair[0], target=pair[1], tags=tags_of_form((pos, kind))), numbers


def _best_of_lemmas(shown: Sequence[Shown], relations: WordRelations) -> dict[_Lemmas, Shown]:
    """Return the replacement that most sentence pairs show, for each two base forms."""
    best: dict[_Lemmas, Shown] = {}
    for entry, numbers in sorted(shown, key=lambda one: (-one[0].counts[0], one[0].source, one[0].target)):
        if len(entry.source) == len(entry.target) == 1:
            for lemmas in _lemmas(entry.source[0], entry.target[0], relations):
                best.setdefault(lemmas, (entry, numbers))
    return best


def _lemmas(old: str, new: str, relations: WordRelations) -> Iterator[_Lemmas]:
    """Yield the base forms of two words that are the same form of a part of speech, and related in it."""
    for pos, base, kind in sorted(relations.analyses(old)):
        for pos2, base2, kind2 in sorted(relations.analyses(new)):
            if (pos, kind) == (pos2, kind2) and base != base2 and base2 in relations.near(pos, base):
                yield pos, base, base2
