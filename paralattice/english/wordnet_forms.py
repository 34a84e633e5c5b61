"""Inflects synonyms like the word they replace, by WordNet's exceptions and regular endings.

The kind of a form is guessed from its ending, because WordNet does not state it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from paralattice.english.wordnet import WordNet

# Verbs whose past and participle are the base form; WordNet's exceptions do not list them.
_UNCHANGED = """
    bet bid burst cast cost cut hit hurt let put quit rid set shed shut slit split spread thrust upset
"""
_UNCHANGING = frozenset(_UNCHANGED.split())
# Verbs whose participle is the base form.
_LIKE_PARTICIPLE = frozenset(["become", "come", "overcome", "run"])
# Plurals without an ending, which WordNet has as entries of their own.
_PLURALS = frozenset(["people", "police", "cattle", "folk"])
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"(?<![aeiou])y$")
# Endings of regular forms by part of speech, for words in general and for words in -e.
_ENDINGS = {
    ("n", "plural"): ("s", "s"),
    ("v", "third"): ("s", "s"),
    ("v", "past"): ("ed", "d"),
    ("v", "participle"): ("ed", "d"),
    ("v", "gerund"): ("ing", ""),
    ("a", "comparative"): ("er", "r"),
    ("a", "superlative"): ("est", "st"),
}


class Inflection:
    """Inflected forms of the words of a WordNet."""

    def __init__(self, wordnet: WordNet) -> None:
        self._forms: dict[tuple[str, str], list[str]] = {}
        for pos in "nva":
            for form, bases in wordnet.exceptions(pos).items():
                for base in bases:
                    self._forms.setdefault((pos, base), []).append(form)

    def like(self, pos: str, form: str, base: str, other: str) -> tuple[str, ...]:
        """Return another base form, inflected like a given word.

        Parameters
        ----------
        pos
            Part of speech: ``n``, ``v``, ``a``, ``r``.
        form, base
            The lower-cased word, and its base form.
        other
            A base form of one or more words. The first word of a verb, or else the last word, is inflected.
        """
        words = other.split(" ")
        place = 0 if pos == "v" else -1
        words[place] = self._inflect(pos, self.kind(pos, form, base), words[place])
        return tuple(words)

    def kind(self, pos: str, form: str, base: str) -> str:
        """Return the kind of a form, such as ``plural``; empty for the base form."""
        if form == base or pos == "r":
            return ""
        if pos == "n":
            return "plural"
        if pos == "a":
            return "superlative" if form.endswith("st") else "comparative"
        if form.endswith("ing"):
            return "gerund"
        if form.endswith("s"):
            return "third"
        past = {other for other in self._forms.get((pos, base), ()) if _is_past(other)}
        return "participle" if _is_participle(form, past | {base}) else "past"

    def kinds(self, pos: str, form: str, base: str) -> tuple[str, ...]:
        """Return all kinds that a form can have; regular past forms are participles, too."""
        kind = self.kind(pos, form, base)
        if pos == "n" and form == base and form in _PLURALS:
            return ("plural",)
        if pos == "v" and form == base:
            if base in _UNCHANGING:
                return (kind, "past", "participle")
            return (kind, "participle") if base in _LIKE_PARTICIPLE else (kind,)
        if pos == "v" and kind in ("past", "participle"):
            if base in _LIKE_PARTICIPLE:
                return ("past",)
            forms = {other for other in self._forms.get((pos, base), ()) if _is_past(other)}
            # Only verbs with two different past forms tell past and participle apart.
            if len(forms) < 2:
                return ("past", "participle")
            return ("participle",) if _is_participle(form, forms) else ("past",)
        return (kind,)

    def _inflect(self, pos: str, kind: str, base: str) -> str:
        if not kind:
            return base
        if pos == "v" and kind in ("past", "participle") and base in _UNCHANGING:
            return base
        irregular = [form for form in self._forms.get((pos, base), ()) if self.kind(pos, form, base) == kind]
        if kind in ("past", "participle") and not irregular:
            # Many verbs have the same form for both.
            irregular = [form for form in self._forms.get((pos, base), ()) if _is_past(form)]
        return _shortest(irregular) if irregular else _regular(pos, kind, base)


def _is_past(form: str) -> bool:
    return not form.endswith(("ing", "s"))


def _is_participle(form: str, forms: Collection[str]) -> bool:
    """Return whether a past form is the participle: ends in -n or -ne, or has the u of sung beside sang."""
    if "u" in form and form.replace("u", "a") in forms:
        return True
    # Began is the past beside begun, and ran beside run.
    return form.endswith(("n", "ne")) and not ("a" in form and form.replace("a", "u") in forms)


def _shortest(forms: Sequence[str]) -> str:
    return min(forms, key=lambda form: (len(form), form))


def _regular(pos: str, kind: str, base: str) -> str:
    plain, after_e = _ENDINGS[pos, kind]
    if kind == "gerund":
        return (base[:-1] if base.endswith("e") and not base.endswith(("ee", "ye", "oe")) else base) + plain
    if base.endswith("e"):
        return base + after_e
    if _CONSONANT_Y.search(base):
        return base[:-1] + "i" + ("es" if plain == "s" else plain)
    return base + ("es" if plain == "s" and _SIBILANT.search(base) else plain)
