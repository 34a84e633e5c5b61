"""What `orchestrator match` does: documents in, index pairs out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.corpora.files import shown
from orchestrator.files import write_whole
from orchestrator.match_models import TrainedModel
from orchestrator.texts import decode_text
from paraphrase.adapters.text import split_sentences
from paraphrase.errors import FormatError
from paraphrase.formats.clusters import decode_lines
from paraphrase.formats.document_pairs import DocumentPair, read_document_pairs
from paraphrase.options import MatchOptions
from paraphrase.sentences import Matches, match_documents, match_event
from paraphrase.sentences.page import write_match_page

HEADER = "pair\tfirst\tsecond\tprobability"


@dataclass(frozen=True, slots=True)
class Matched:
    """Two documents and their matches."""

    name: str
    first: Sequence[str]
    second: Sequence[str]
    matches: Matches

    def lines(self) -> Iterator[str]:
        """Yield a line of the table for each match."""
        for (i, j), probability in zip(
            self.matches.pairs.tolist(), self.matches.probabilities.tolist(), strict=True
        ):
            yield f"{self.name}\t{i}\t{j}\t{probability:.6f}"


def match_sources(
    sources: Sequence[Path], trained: TrainedModel, options: MatchOptions, *, whole_lines: bool = False
) -> Iterator[Matched]:
    """Return the matches of two files, of a file of pairs, or of every two documents in a folder.

    Everything is read at once, and matched one pair after the other.

    Parameters
    ----------
    sources
        Two text files; or one file of JSON Lines; or one folder.
    whole_lines
        Whether texts have a sentence a line, and are not to be split.

    Raises
    ------
    ParaphraseError
        A file is not what it should be, or two documents are too long.
    OSError
        A file cannot be read.
    """
    if len(sources) == 1 and not sources[0].is_dir():
        pairs = read_document_pairs(sources[0].read_bytes(), shown(sources[0]))
        return _match_pairs(pairs, trained, options)
    paths = sources if len(sources) == 2 else _documents(sources[0])
    texts = [_sentences(path, whole_lines) for path in paths]
    return _match_texts([_name(path) for path in paths], texts, trained, options)


def _match_pairs(
    pairs: Sequence[DocumentPair], trained: TrainedModel, options: MatchOptions
) -> Iterator[Matched]:
    for pair in pairs:
        found = match_documents(pair.first, pair.second, trained.model, options)
        yield Matched(pair.name, pair.first, pair.second, found)


def _match_texts(
    names: Sequence[str], texts: Sequence[Sequence[str]], trained: TrainedModel, options: MatchOptions
) -> Iterator[Matched]:
    for i, j, found in match_event(texts, trained.model, options):
        yield Matched(f"{names[i]} {names[j]}", texts[i], texts[j], found)


def write_page(path: Path, results: Sequence[Matched]) -> None:
    """Write the page on which matches are lines between sentences."""
    write_whole(path, write_match_page((one.name, one.first, one.second, one.matches) for one in results))


def _documents(folder: Path) -> list[Path]:
    paths = sorted(path for path in folder.glob("*.txt") if path.is_file())
    if len(paths) < 2:
        raise FormatError("two documents (*.txt) are needed, or more", shown(folder))
    return paths


def _sentences(path: Path, whole_lines: bool) -> list[str]:
    content = path.read_bytes()
    if whole_lines:
        return decode_lines(content, shown(path))
    return split_sentences(decode_text(content, shown(path)))


def _name(path: Path) -> str:
    return "_".join(shown(path.stem).split())
