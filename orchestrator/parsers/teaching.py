"""Text without labels, and its labelling by teachers before a training."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orchestrator.corpora.tokenizing import tokenizer
from orchestrator.corpora.treebank_files import file_record
from orchestrator.io.problems import Problems
from orchestrator.io.text import read_text, shown
from orchestrator.parsers.epochs import ReportLine, duration
from orchestrator.parsers.training_folder import TrainingFolder
from paralattice.adapters.text import split_sentences
from paralattice.errors import FormatError

if TYPE_CHECKING:
    from paralattice.adapters.training.corpora import Example
    from paralattice.adapters.training.teacher import Teachers

_TEXT, _TOKENS = ".txt", ".tok"
LENGTHS = range(2, 101)
"""Numbers of words of a sentence; longer ones are seldom right, and slow."""

_AT_ONCE = 1000
"""Sentences labelled before they are stored."""

Sentences = list[tuple[str, ...]]


def read_unlabelled(paths: Sequence[Path]) -> tuple[Sentences, list[dict[str, Any]]]:
    """Read texts; return their different sentences of 2 to 100 words, and a record of each path.

    Parameters
    ----------
    paths
        Texts (``.txt``), sentences on lines with blanks between tokens (``.tok``), or folders of both.

    Raises
    ------
    ProblemsError
        All problems: a file with another ending, text that is not UTF-8, a path without sentences.
    """
    found: dict[tuple[str, ...], None] = {}
    records = []
    problems = Problems()
    for path in paths:
        with problems.collected(path):
            before = len(found)
            found.update(dict.fromkeys(_sentences(path)))
            records.append({**file_record(path), "sentences": len(found) - before})
    problems.raise_any()
    return list(found), records


def _sentences(path: Path) -> Iterator[tuple[str, ...]]:
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    files = [file for file in files if file.suffix in (_TEXT, _TOKENS)]
    if not files:
        raise FormatError(f"unlabelled text must end in {_TEXT} or, as tokens, in {_TOKENS}", shown(path))
    empty = True
    for file in files:
        text, tokenized = read_text(file), file.suffix == _TOKENS
        for sentence in text.splitlines() if tokenized else split_sentences(text):
            words = tokenizer(tokenized)(sentence)
            if len(words) in LENGTHS:
                empty = False
                yield words
    if empty:
        raise FormatError(f"no sentence has {LENGTHS[0]} to {LENGTHS[-1]} words", shown(path))


def label_sentences(
    teachers: Teachers, sentences: Sentences, folder: TrainingFolder, report: ReportLine
) -> list[Example]:
    """Return the sentences with the teachers' labels, which are stored in the folder part by part.

    Parameters
    ----------
    report
        Takes a line of text after every part; parts that are stored already are not labelled again.

    Raises
    ------
    ParseError
        A stored part is damaged.
    """
    from paralattice.adapters.training.teacher import read_labelled

    examples: list[Example] = []
    began, labelled = time.monotonic(), 0
    for begin in range(0, len(sentences), _AT_ONCE):
        part = sentences[begin : begin + _AT_ONCE]
        name = f"taught-{begin // _AT_ONCE + 1}"
        data = folder.kept(name)
        if data is None:
            data = teachers.label(part)
            folder.keep(name, data)
            labelled += len(part)
            done = begin + len(part)
            left = (time.monotonic() - began) / labelled * (len(sentences) - done)
            rest = f", {duration(left)} left" if done < len(sentences) else ""
            report(f"teacher  {done:,}/{len(sentences):,} sentences{rest}")
        examples += read_labelled(data)
    return examples
