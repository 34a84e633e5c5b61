"""Reads and writes a rewording model as text files in formats of other programs.

=====================  ==============================================================================
``pairs.txt``          the training pairs, one per line, with ``|||`` between the sentences, as
                       for fast_align and eflomal
``alignments.txt``     their word alignments, one line per pair, in Pharaoh format
``phrase-table``       the replacements, as a Moses phrase table
``language-model.arpa``  trigrams of lower-cased words and generic tokens, as ARPA
``truecaser.arpa``     trigrams of cased text, as ARPA
``entities.json``      the classes of named entities: generic token to regular expression
``classes.tsv``        words and the numbers of their classes, separated by tabs
=====================  ==============================================================================
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from paralattice.errors import FormatError, RewordError
from paralattice.formats.phrase_table import PhraseEntry, read_phrase_table
from paralattice.ngrams.arpa import read_arpa
from paralattice.rewording.alignment.bitext import WordPair
from paralattice.rewording.decoding.decoder import Phrase, ReplacementTable
from paralattice.rewording.decoding.edit_weights import EditWeights
from paralattice.rewording.decoding.phrasal_rewording import RewordingModel
from paralattice.rewording.words.entities import EntityClasses
from paralattice.rewording.words.truecaser import Truecaser

PAIRS, ALIGNMENTS, PHRASES = "pairs.txt", "alignments.txt", "phrase-table"
LANGUAGE_MODEL, TRUECASER = "language-model.arpa", "truecaser.arpa"
ENTITIES, CLASSES = "entities.json", "classes.tsv"
WEIGHTS, EVIDENCE = "weights.json", "evidence.txt"

#: Names of the texts that rewording reads.
MODEL_TEXTS = (PHRASES, LANGUAGE_MODEL, TRUECASER, ENTITIES, CLASSES, WEIGHTS)

Value = TypeVar("Value")
Lines = Iterable[str]
LineSource = Callable[[str], Lines]
"""Returns the lines of the text with this name, with or without line ends."""

_BAR = " ||| "


def lines_of(text: str) -> list[str]:
    """Return the lines of a text without newlines; other line separators may be part of words."""
    return text.removesuffix("\n").split("\n") if text else []


def read_model(
    source: LineSource, shown: Callable[[str], str] = str, words: Collection[str] | None = None
) -> RewordingModel:
    """Return the model from its texts.

    Parameters
    ----------
    source
        Returns the lines of each of :data:`MODEL_TEXTS`.
    shown
        Returns the name of a text in messages.
    words
        Lower-cased words. If given, only replacements of phrases that begin with one of them or with an
        entity are read.

    Raises
    ------
    FormatError
        A text is invalid; the error has its name and line.
    """
    entities = read_entities(source(ENTITIES), shown(ENTITIES))
    lines = source(PHRASES)
    if words is not None:
        lines = _lines_beginning(lines, {*words, *entities.patterns})
    weights = read_edit_weights(source(WEIGHTS), shown(WEIGHTS))
    return RewordingModel(
        read_replacements(lines, weights, shown(PHRASES)),
        read_arpa(source(LANGUAGE_MODEL), shown(LANGUAGE_MODEL)),
        Truecaser(read_arpa(source(TRUECASER), shown(TRUECASER))),
        entities,
        dict(read_classes(source(CLASSES), shown(CLASSES))),
        weights,
    )


def read_replacements(lines: Lines, weights: EditWeights | None, file: str = "") -> ReplacementTable:
    """Return the replacements of a phrase table; with weights, scored by them.

    Raises
    ------
    FormatError
        A line is invalid, or lacks the four scores and three counts that weights need.
    """
    if weights is None:
        return ReplacementTable(read_phrase_table(lines, file))

    def score(entry: PhraseEntry) -> float:
        if len(entry.scores) != 4 or len(entry.counts) != 3 or entry.counts[1] < 1:
            raise FormatError(f"{' '.join(entry.source)}: four scores and three counts are expected", file)
        return weights.static(entry)

    return ReplacementTable(read_phrase_table(lines, file), score)


def write_weights(weights: EditWeights | None) -> str:
    """Return weights of edits as JSON; ``null`` for none."""
    return json.dumps(weights and weights.to_dict(), indent=2) + "\n"


def read_edit_weights(lines: Lines, file: str = "") -> EditWeights | None:
    """Return the weights that :func:`write_weights` wrote.

    Raises
    ------
    FormatError
        The text is not ``null`` or an object of all weights.
    """
    return _read_json(lines, lambda values: None if values is None else EditWeights.from_dict(values), file)


def _read_json(lines: Lines, read: Callable[[Any], Value], file: str) -> Value:
    try:
        return read(json.loads("\n".join(lines)))
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}", file) from error
    except RewordError as error:
        raise FormatError(str(error), file) from error


def write_evidence(numbers: Iterable[Sequence[int]]) -> Iterator[str]:
    """Yield a line for each replacement: the 0-based numbers of sentence pairs as line numbers from 1."""
    for row in numbers:
        yield " ".join(str(number + 1) for number in row) + "\n"


def read_evidence(
    phrases: Lines, evidence: Lines, file: str = ""
) -> dict[tuple[Phrase, Phrase], tuple[int, ...]]:
    """Return the 0-based numbers of the sentence pairs that show each replacement.

    Parameters
    ----------
    phrases, evidence
        The lines of the phrase table, and of the evidence.
    file
        Name of the evidence, for messages.

    Raises
    ------
    FormatError
        The texts do not have the same number of lines, or a line is invalid.
    """
    found = {}
    try:
        for entry, row in zip(read_phrase_table(phrases), evidence, strict=True):
            found[entry.source, entry.target] = tuple(int(number) - 1 for number in row.split())
    except ValueError as error:
        raise FormatError(f"does not fit the phrase table: {error}", file) from error
    return found


def _lines_beginning(lines: Lines, words: set[str]) -> Iterator[str]:
    """Yield the lines of a phrase table that begin with one of the words; other lines become empty."""
    for line in lines:
        word = line.partition(" ")[0]
        # Words with escapes such as &amp; are rare and always kept.
        yield line if word in words or "&" in word else ""


def write_entities(entities: EntityClasses) -> str:
    """Return classes of named entities as JSON."""
    return json.dumps(entities.patterns, ensure_ascii=False, indent=2) + "\n"


def read_entities(lines: Lines, file: str = "") -> EntityClasses:
    """Return the classes that :func:`write_entities` wrote.

    Raises
    ------
    FormatError
        The text is not a JSON object of strings, or an expression is invalid.
    """

    def classes(patterns: Any) -> EntityClasses:
        if not isinstance(patterns, dict) or not all(isinstance(text, str) for text in patterns.values()):
            raise RewordError("expected an object of generic tokens and regular expressions")
        return EntityClasses(patterns)

    return _read_json(lines, classes, file)


def write_classes(classes: Mapping[str, int]) -> Iterator[str]:
    """Yield a line per word, by class, then in the order of the mapping."""
    for word in sorted(classes, key=lambda word: classes[word]):
        yield f"{word}\t{classes[word]}\n"


def read_classes(lines: Lines, file: str = "") -> Iterator[tuple[str, int]]:
    """Yield words and the numbers of their classes.

    Raises
    ------
    FormatError
        A line is not a word, a tab and a number.
    """
    for number, line in enumerate(lines, 1):
        word, tab, group = line.rstrip("\r\n").partition("\t")
        if not (word and tab and group.isascii() and group.isdecimal()):
            raise FormatError("expected a word, a tab and the number of its class", file, number)
        yield word, int(group)


def write_sentence_pairs(pairs: Iterable[WordPair]) -> Iterator[str]:
    """Yield a line per sentence pair, in the format of fast_align.

    Raises
    ------
    FormatError
        A word is the separator ``|||``.
    """
    for number, (first, second) in enumerate(pairs, 1):
        if _BAR.strip() in first or _BAR.strip() in second:
            raise FormatError("the word ||| cannot be written in a file of sentence pairs", PAIRS, number)
        yield f"{' '.join(first)}{_BAR}{' '.join(second)}\n"


def read_sentence_pairs(lines: Lines, file: str = "") -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the sentence pairs of a file in the format of fast_align; blank lines are skipped.

    Raises
    ------
    FormatError
        A line is not two sentences separated by ``|||``.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        sides = f" {line.strip()} ".split(_BAR)
        if len(sides) != 2 or not all(side.strip() for side in sides):
            raise FormatError("expected two sentences separated by ' ||| '", file, number)
        yield tuple(sides[0].split()), tuple(sides[1].split())
