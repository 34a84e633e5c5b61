"""`orchestrator parser score`: compares a parser's trees with a treebank's."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import paralattice
from orchestrator.corpora.treebank_files import Treebank
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser_files import parser_digest
from paralattice.measures.brackets import BracketScore, score_brackets
from paralattice.syntax.tree import Tree

if TYPE_CHECKING:
    from paralattice.adapters.parser import Parse, Parser

TAGS = ("predicted", "gold")
#: Upper bounds of the length bands, in words with punctuation; a last band has no bound.
BANDS = (10, 20, 30, 40)
CONVENTIONS = (
    "labelled brackets as EVALB with COLLINS.prm counts them: root left out; words with the gold tags "
    ", : . `` '' left out; ADVP = PRT; function tags and empty elements removed; an unparsed sentence has no "
    "brackets; tags on all words"
)
_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class TagsScore:
    """Scores of a parser that is given one kind of tags.

    Attributes
    ----------
    tags
        ``predicted`` (by the parser's own tagger) or ``gold``.
    total
        The score over all sentences.
    bands
        By length: the smallest and the largest number of words (``None`` without bound), and the score.
    seconds
        Processor time, including the time of the parser's own tagger.
    """

    tags: str
    total: BracketScore
    bands: tuple[tuple[int, int | None, BracketScore], ...]
    seconds: float

    @property
    def rate(self) -> float:
        """Sentences per second of processor time."""
        return self.total.sentences / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class ParserScore:
    """Scores of a parser on a treebank."""

    model: str
    digest: str
    treebank: Treebank
    scores: tuple[TagsScore, ...]

    def record(self) -> dict[str, Any]:
        """Return the scores as JSON values; shares are not rounded."""
        return {
            "paralattice": paralattice.__version__,
            "model": self.model,
            "digest": self.digest,
            "treebank": self.treebank.record(),
            "conventions": CONVENTIONS,
            "scores": {score.tags: _score_record(score) for score in self.scores},
        }


def score_parser(
    model: str, treebank: Treebank, tags: Sequence[str] = TAGS, advance: Callable[[int], object] = id
) -> ParserScore:
    """Parse the sentences of a treebank and compare the trees.

    Parameters
    ----------
    model
        As :class:`ParseOptions` names it.
    treebank
        The gold trees.
    tags
        The kinds of tags to give to the parser: some of :data:`TAGS`.
    advance
        Called with the number of sentences parsed since the last call.

    Raises
    ------
    ParseError
        A model file is absent or damaged.
    """
    from paralattice.adapters.parser import load_parser

    options = ParseOptions(parser=model)
    parser = load_parser(options)
    scores = tuple(_score(parser, treebank.trees, kind, advance) for kind in tags)
    return ParserScore(model, parser_digest(options), treebank, scores)


def _score(parser: Parser, trees: Sequence[Tree], tags: str, advance: Callable[[int], object]) -> TagsScore:
    scores: list[BracketScore] = []
    seconds = 0.0
    for start in range(0, len(trees), _AT_ONCE):
        part = trees[start : start + _AT_ONCE]
        began = time.process_time()
        parses = _parse(parser, part, tags)
        seconds += time.process_time() - began
        scores += [
            score_brackets(gold, parse.tree, not parse.note) for gold, parse in zip(part, parses, strict=True)
        ]
        advance(len(part))
    return TagsScore(tags, sum(scores, BracketScore()), _bands(scores), seconds)


def _parse(parser: Parser, trees: Sequence[Tree], tags: str) -> list[Parse]:
    if tags == "gold":
        return parser.parse_tagged([(tree.words(), tree.tags()) for tree in trees])
    return parser.parse([tree.words() for tree in trees])


def _bands(scores: Sequence[BracketScore]) -> tuple[tuple[int, int | None, BracketScore], ...]:
    bands = []
    for low, high in zip((1, *(end + 1 for end in BANDS)), (*BANDS, None), strict=True):
        inside = [score for score in scores if low <= score.words and (high is None or score.words <= high)]
        if inside:
            bands.append((low, high, sum(inside, BracketScore())))
    return tuple(bands)


def _score_record(score: TagsScore) -> dict[str, Any]:
    bands = [{"from": low, "to": high, **_figures(part)} for low, high, part in score.bands]
    return {
        **_figures(score.total),
        "by_length": bands,
        "seconds": round(score.seconds, 3),
        "sentences_a_second": round(score.rate, 2),
    }


def _figures(score: BracketScore) -> dict[str, Any]:
    shares = ("precision", "recall", "f1", "exact_match", "tag_accuracy")
    return {**{name: getattr(score, name) for name in shares}, "counts": asdict(score)}
