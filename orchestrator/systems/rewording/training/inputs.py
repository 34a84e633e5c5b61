"""Training data of a rewording model: folders of documents by event, or a file of sentence pairs."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from orchestrator.documents.files import KINDS
from orchestrator.documents.reading import is_page, read_texts
from orchestrator.io.text import open_regular, shown
from paralattice.adapters.text import split_sentences
from paralattice.errors import FormatError, ParalatticeError, ProblemsError
from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.tmx import read_tmx
from paralattice.rewording.words.letter_repair import LetterRepair

# Pairs of a file that are one work item.
_PAIRS_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Part:
    """Training data of one work item: an event, or some pairs of a file.

    Attributes
    ----------
    name
        Its name in messages.
    content
        Content for the stage ``sentence_pairs``, without its options.
    """

    name: str
    content: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TrainingInput:
    """All training data; iterating over it reads one part at a time.

    Attributes
    ----------
    source
        A folder or a file.
    events
        Names of events with their documents; empty for a file of pairs.
    lines, tokenized
        Whether documents have one sentence per line; whether blanks separate tokens.
    pairs
        A file of further sentence pairs beside documents, or ``None``.
    repairs
        Files whose text was repaired while the parts were read, with the numbers of ligatures, and of words
        that got lost letters back.
    """

    source: Path
    events: tuple[tuple[str, tuple[Path, ...]], ...]
    lines: bool = False
    tokenized: bool = False
    pairs: Path | None = None
    repairs: dict[str, tuple[int, int]] = field(default_factory=dict, compare=False)

    @property
    def documents(self) -> int:
        """Number of documents."""
        return sum(len(paths) for _, paths in self.events)

    def __iter__(self) -> Iterator[Part]:
        """Yield the parts in order.

        Raises
        ------
        ProblemsError
            Files are invalid; raised at the end, with all problems.
        OSError
            A file cannot be read.
        """
        if not self.events:
            yield from self._given(self.source)
            return
        errors: list[ParalatticeError] = []
        # All texts are read twice: which letters are lost shows in all together, which may be large.
        letters = LetterRepair(
            text for _, paths in self.events for path in paths for text in self._texts(path, errors)
        )
        if errors:
            raise ProblemsError(errors)
        form = {"lines": self.lines, "tokenized": self.tokenized}
        for name, paths in self.events:
            texts = [text for path in paths for text in self._repaired(path, letters)]
            yield Part(name, {"documents": texts, "given": None, **form})
        if self.pairs:
            yield from self._given(self.pairs)

    def _repaired(self, path: Path, letters: LetterRepair) -> list[str]:
        """Return the texts of the documents in a file, which can be read, with their letters mended."""
        repaired = [letters.repair(text) for text in self._texts(path, [])]
        for one in repaired:
            if one.ligatures or one.words:
                self.repairs[shown(path)] = one.ligatures, one.words
        return [one.text for one in repaired]

    def _given(self, path: Path) -> Iterator[Part]:
        """Yield the parts of a file of pairs; their events may be those of the documents."""
        pairs = read_pair_file(path)
        events = events_of_pairs(pairs, [name for name, _ in self.events])
        # The lines of a file of pairs are sentences.
        form = {"lines": True, "tokenized": self.tokenized}
        for low in range(0, len(pairs), _PAIRS_AT_ONCE):
            part = slice(low, low + _PAIRS_AT_ONCE)
            given = {"given": [pair[:2] for pair in pairs[part]], "events": events[part]}
            yield Part(f"pairs-{low // _PAIRS_AT_ONCE + 1}", {"documents": [], **given, **form})

    def _texts(self, path: Path, errors: list[ParalatticeError]) -> list[str]:
        """Return the texts of the documents in a file, with their titles; errors are collected."""
        try:
            texts = ["\n\n".join(filter(None, (one.title, one.text))) for one in read_texts(path)]
        except ParalatticeError as error:
            errors.append(error)
            return []
        split = self.lines and is_page(path)
        return ["\n".join(split_sentences(text)) for text in texts] if split else texts


def find_training_input(
    source: Path, lines: bool = False, tokenized: bool = False, pairs: Path | None = None
) -> TrainingInput:
    """Return the training data in a folder or file, without reading the documents.

    Each subfolder with documents (texts, web pages, or JSON Lines with "title" and "text") is an event; a
    folder with documents and no such subfolder is
    one event. Names that begin with a dot are ignored.

    Raises
    ------
    FormatError
        There are no documents, or documents beside the folders of events.
    """
    if source.is_file():
        if pairs:
            raise FormatError("further pairs go with documents, not with a file of pairs", shown(pairs))
        return TrainingInput(source, (), True, tokenized)
    if not source.is_dir():
        raise FormatError("there is no such file or folder", shown(source))
    return TrainingInput(source, _find_events(source), lines, tokenized, pairs)


def _find_events(source: Path) -> tuple[tuple[str, tuple[Path, ...]], ...]:
    """Return the name and the documents of each event in a folder; at least one."""
    folders = sorted(path for path in source.iterdir() if path.is_dir() and not path.name.startswith("."))
    found = [(path.name, _documents(path)) for path in folders]
    events = tuple((name, paths) for name, paths in found if paths)
    loose = _documents(source)
    if events and loose:
        where = "beside the folders of events: give it a folder, as the other documents have"
        raise FormatError(f"a document stands {where}", shown(loose[0]))
    if not events and not loose:
        raise FormatError(
            f"no document found: looked for folders of events, each with documents (*{', *'.join(KINDS)})",
            shown(source),
        )
    return events or ((source.resolve().name, loose),)


def _documents(folder: Path) -> tuple[Path, ...]:
    paths = (path for path in folder.iterdir() if path.suffix.lower() in KINDS and path.is_file())
    return tuple(sorted(path for path in paths if not path.name.startswith(".")))


def read_pair_file(path: Path) -> list[list[str]]:
    """Return the sentence pairs of a file, as two texts each, and a third, the name of their event, if given.

    A line is ``{"first": …, "second": …}``, optionally with ``"event"``; or two sentences with a tab or
    `` ||| `` between them.  A file that begins with ``<`` is TMX.

    Raises
    ------
    FormatError
        The file is not TMX, or has no pair.
    ProblemsError
        The file is not UTF-8 or empty, or lines have no pair; with all such lines.
    """
    with open_regular(path) as stream:
        data = stream.read()
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        units = read_tmx(data, shown(path))
        return [[unit.first, unit.second, *([unit.event] if unit.event else [])] for unit in units]
    lines = decode_lines(data, shown(path))
    pairs: list[list[str]] = []
    errors: list[ParalatticeError] = []
    for number, line in enumerate(lines, 1):
        pair = _pair(line)
        if pair is None:
            errors.append(FormatError(_EXPECTED, shown(path), number))
        elif line.strip():
            pairs.append(pair)
    if not pairs and not errors:
        errors.append(FormatError("the file has no sentence pairs", shown(path)))
    if errors:
        raise ProblemsError(errors)
    return pairs


def events_of_pairs(pairs: Sequence[Sequence[str]], names: Sequence[str] = ()) -> list[int]:
    """Return the number of the event of each pair: that of its name, or else further ones in order.

    Pairs with the name of an event are of that event; of other pairs, those that share a sentence, directly
    or through others, are of one event.
    """
    heads: dict[tuple[str, ...], tuple[str, ...]] = {}

    def head(key: tuple[str, ...]) -> tuple[str, ...]:
        heads.setdefault(key, key)
        while heads[key] != key:
            heads[key] = key = heads[heads[key]]
        return key

    keys = [("event", pair[2]) if len(pair) > 2 else (pair[0],) for pair in pairs]
    for pair, key in zip(pairs, keys, strict=True):
        if len(pair) == 2:
            heads[head((pair[1],))] = head(key)
    numbers: dict[tuple[str, ...], int] = {("event", name): number for number, name in enumerate(names)}
    return [numbers.setdefault(head(key), len(numbers)) for key in keys]


_EXPECTED = (
    'a pair of sentences is expected: {"first": "…", "second": "…"}, or a tab or " ||| " between the two; '
    "`match run --format jsonl` writes such pairs"
)


def _pair(line: str) -> list[str] | None:
    """Return the two sentences of a line; ``None`` for an invalid line, an empty list for a blank one."""
    if not line.strip():
        return []
    if line.lstrip().startswith("{"):
        return _json_pair(line)
    for sign in ("\t", " ||| "):
        sides = line.split(sign)
        if len(sides) == 2:
            return _whole(sides)
    return None


def _json_pair(line: str) -> list[str] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    sides = [value.get("first"), value.get("second")]
    return _whole([*sides, value["event"]] if "event" in value else sides)


def _whole(sides: Sequence[Any]) -> list[str] | None:
    return list(sides) if all(isinstance(side, str) and side.strip() for side in sides) else None
