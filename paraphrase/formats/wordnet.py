"""WordNet's database files: which words share a meaning.

Read are ``index.noun``, ``.verb``, ``.adj`` and ``.adv`` (a line a lemma, ending
with the places of its synonym sets) and ``noun.exc`` and so on (irregular forms
with their base forms).  Lines that begin with a space are the licence's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from paraphrase.errors import FormatError

PARTS = ("noun", "verb", "adj", "adv")
"""Parts of speech, as the names of files have them."""

# Regular endings and what stands in their place in the base form (WordNet's manual, morphy(7WN)).
_ENDINGS = {
    "noun": ("s ", "ses s", "xes x", "zes z", "ches ch", "shes sh", "men man", "ies y"),
    "verb": ("s ", "ies y", "es e", "es ", "ed e", "ed ", "ing e", "ing "),
    "adj": ("er ", "est ", "er e", "est e"),
    "adv": (),
}

Sense = tuple[str, int]
"""A synonym set: part of speech and place in its file."""


class WordNet:
    """Words and the synonym sets that they are in.

    Parameters
    ----------
    lemmas
        By part of speech: lower-cased lemma to the places of its synonym sets.
    irregular
        By part of speech: irregular form to its base forms.
    """

    def __init__(
        self,
        lemmas: Mapping[str, Mapping[str, tuple[int, ...]]],
        irregular: Mapping[str, Mapping[str, tuple[str, ...]]],
    ) -> None:
        self._lemmas = lemmas
        self._irregular = irregular

    def bases(self, word: str) -> frozenset[tuple[str, str]]:
        """Return the base forms of a lower-cased word that WordNet has, each with its part of speech.

        The word itself is one of them where WordNet has it.  Forms are derived as
        WordNet's own ``morphy`` does: by the list of irregular ones, or else by endings.
        """
        return frozenset((part, base) for part in PARTS for base in self._bases(word, part))

    def _bases(self, word: str, part: str) -> set[str]:
        irregular = self._irregular.get(part, {}).get(word)
        found = {word, *(irregular if irregular is not None else _regular(word, part))}
        return {base for base in found if base in self._lemmas.get(part, {})}

    def senses(self, word: str) -> frozenset[Sense]:
        """Return the synonym sets that a lower-cased word is in, in any of its base forms."""
        return frozenset(
            (part, place) for part, base in self.bases(word) for place in self._lemmas[part][base]
        )

    def are_synonyms(self, one: str, other: str) -> bool:
        """Return whether two words share a synonym set and no base form.

        Forms of one word, such as *kill* and *killed*, are no synonyms.
        """
        return not self.bases(one) & self.bases(other) and bool(self.senses(one) & self.senses(other))


def _regular(word: str, part: str) -> Iterable[str]:
    for rule in _ENDINGS[part]:
        ending, _, instead = rule.partition(" ")
        if word.endswith(ending) and len(word) > len(ending):
            yield word[: -len(ending)] + instead


def read_wordnet(files: Mapping[str, Iterable[str]]) -> WordNet:
    """Return what the files of a database say.

    Parameters
    ----------
    files
        The lines of each file by its name, such as ``index.noun`` and ``noun.exc``; lists of
        irregular forms may be absent.

    Raises
    ------
    FormatError
        A line of an index is none, with its file and line.
    """
    lemmas = {part: _read_index(files.get(f"index.{part}", ()), f"index.{part}") for part in PARTS}
    irregular = {part: _read_irregular(files.get(f"{part}.exc", ())) for part in PARTS}
    return WordNet(lemmas, irregular)


def _read_index(lines: Iterable[str], file: str) -> dict[str, tuple[int, ...]]:
    lemmas = {}
    for number, line in enumerate(lines, 1):
        if line.startswith(" ") or not line.strip():
            continue
        fields = line.split()
        try:
            # Places come last, and the third field tells how many there are.
            places = tuple(map(int, fields[-int(fields[2]) :]))
        except (ValueError, IndexError):
            raise FormatError("is no line of a WordNet index", file, number) from None
        lemmas[fields[0]] = places
    return lemmas


def _read_irregular(lines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    entries = (line.split() for line in lines)
    return {form: tuple(bases) for form, *bases in filter(None, entries)}
