"""WordNet's database files (wndb(5WN), version 3.0), such as the ones of Debian's package wordnet-base.

It reads ``index.POS`` and ``data.POS`` of nouns, verbs, adjectives and adverbs, the exceptions of
inflection ``POS.exc`` and, for the frequency of senses over parts of speech, ``cntlist.rev``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from paralattice.errors import FormatError

#: Parts of speech by their letters in the database, in order of preference among equals.
PARTS_OF_SPEECH = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
#: Required files of a folder.
NEEDED_FILES = tuple(f"{kind}.{name}" for name in PARTS_OF_SPEECH.values() for kind in ("index", "data"))
#: Optional files.
OTHER_FILES = (*(f"{name}.exc" for name in PARTS_OF_SPEECH.values()), "cntlist.rev")

# Morphy's rules of detachment (morphy(7WN)): an ending, and its replacement in the base form.
_DETACHMENTS = {
    "n": (
        *(("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z")),
        *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    ),
    "v": (
        *(("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),
        *(("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
_POS_OF_NUMBER = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}


@dataclass(frozen=True, slots=True)
class Synset:
    """Words with one meaning.

    Attributes
    ----------
    pos, offset
        Part of speech (``n``, ``v``, ``a``, ``r``), and offset in the file, which identifies the synset.
    words
        As in the database, with blanks between the words of a compound.
    pointers
        Relations: symbol (``@`` for a hypernym, ``!`` for an antonym, …), part of speech and offset.
    """

    pos: str
    offset: int
    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, int], ...]


class WordNet:
    """The database.

    Parameters
    ----------
    files
        Contents by file name, at least of :data:`NEEDED_FILES`.
    folder
        The files' folder, for errors.

    Raises
    ------
    FormatError
        A file is missing.
    """

    def __init__(self, files: Mapping[str, bytes], folder: str = "") -> None:
        self._files = files
        self._folder = folder
        for name in NEEDED_FILES:
            if name not in files:
                raise FormatError(
                    "is missing: this is no folder of WordNet's database files", self._file(name)
                )
        self._index = {pos: self._read_index(pos) for pos in PARTS_OF_SPEECH}
        self._exceptions = {pos: self._read_exceptions(pos) for pos in PARTS_OF_SPEECH}

    def _file(self, name: str) -> str:
        return f"{self._folder}/{name}" if self._folder else name

    def _lines(self, name: str) -> Iterator[tuple[int, list[str]]]:
        """Yield the 1-based number and the fields of each line, without the licence."""
        for number, line in enumerate(self._files.get(name, b"").decode("latin-1").split("\n"), 1):
            if line and not line.startswith(" "):
                yield number, line.split()

    def _read_index(self, pos: str) -> dict[str, tuple[int, ...]]:
        name = f"index.{PARTS_OF_SPEECH[pos]}"
        index: dict[str, tuple[int, ...]] = {}
        for number, fields in self._lines(name):
            try:
                senses = int(fields[2])
                index[fields[0]] = tuple(map(int, fields[-senses:])) if senses else ()
            except (IndexError, ValueError):
                raise FormatError("is no line of an index", self._file(name), number) from None
        return index

    def _read_exceptions(self, pos: str) -> dict[str, tuple[str, ...]]:
        lines = self._lines(f"{PARTS_OF_SPEECH[pos]}.exc")
        return {fields[0]: tuple(fields[1:]) for _, fields in lines}

    @cached_property
    def _counts(self) -> dict[tuple[str, str, int], int]:
        """The tag count of each sense, by lemma, part of speech and number of the sense."""
        counts: dict[tuple[str, str, int], int] = {}
        for number, fields in self._lines("cntlist.rev"):
            try:
                lemma, _, rest = fields[0].partition("%")
                counts[lemma, _POS_OF_NUMBER[rest[:1]], int(fields[1])] = int(fields[2])
            except (IndexError, ValueError, KeyError):
                raise FormatError("is no count of a sense", self._file("cntlist.rev"), number) from None
        return counts

    def count(self, base: str, pos: str, sense: int) -> int:
        """Return how often a sense was tagged in texts, by its number from 1 on; 0 if it never was."""
        return self._counts.get((base.lower().replace(" ", "_"), pos, sense), 0)

    def base_forms(self, word: str, pos: str) -> tuple[str, ...]:
        """Return the entries that a word may be a form of, the word itself first (morphy(7WN))."""
        form = word.lower().replace(" ", "_")
        index = self._index[pos]
        found = [form] if form in index else []
        found += [base for base in self._exceptions[pos].get(form, ()) if base in index]
        # A form with an exception has no regular base form.
        if form not in self._exceptions[pos]:
            endings = (
                (form[: -len(end)] + base, end) for end, base in _DETACHMENTS[pos] if form.endswith(end)
            )
            found += [base for base, _ in endings if base in index]
        return tuple(base.replace("_", " ") for base in dict.fromkeys(found))

    def synsets(self, base: str, pos: str) -> Iterator[Synset]:
        """Yield the synsets of a base form, most frequent sense first; none if it has no entry."""
        for offset in self._index[pos].get(base.lower().replace(" ", "_"), ()):
            yield self.synset(pos, offset)

    def synset(self, pos: str, offset: int) -> Synset:
        """Return the synset at an offset of a file.

        Raises
        ------
        FormatError
            There is no synset at the offset.
        """
        name = f"data.{PARTS_OF_SPEECH[pos]}"
        content = self._files[name]
        fields = content[offset : content.find(b"\n", offset)].decode("latin-1").partition("|")[0].split()
        try:
            if int(fields[0]) != offset:
                raise ValueError
            size = int(fields[3], 16)
            words = tuple(word.partition("(")[0].replace("_", " ") for word in fields[4 : 4 + 2 * size : 2])
            place = 5 + 2 * size
            pointers = tuple(
                (fields[at], "a" if fields[at + 2] == "s" else fields[at + 2], int(fields[at + 1]))
                for at in range(place, place + 4 * int(fields[place - 1]), 4)
            )
        except (IndexError, ValueError):
            raise FormatError(f"no synset at byte {offset}", self._file(name)) from None
        return Synset(pos, offset, words, pointers)

    def most_frequent(self, word: str) -> tuple[str, Synset] | None:
        """Return the base form of a word and its most frequent synset, over all parts of speech.

        Frequencies are as in ``cntlist.rev``; of equal ones, nouns precede verbs, adjectives and adverbs,
        and the word itself its base forms. ``None`` for a word that WordNet does not have.
        """
        best: tuple[int, str, str] | None = None
        for pos in PARTS_OF_SPEECH:
            for base in self.base_forms(word, pos):
                count = self.count(base, pos, 1)
                if best is None or count > best[0]:
                    best = (count, base, pos)
        if best is None:
            return None
        return best[1], next(self.synsets(best[1], best[2]))
