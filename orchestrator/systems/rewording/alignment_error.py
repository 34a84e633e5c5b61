"""`orchestrator reword align-error`: the error rate of word alignments against manual links."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from attrs import evolve

from orchestrator.io.model_folder import ModelFolder
from orchestrator.io.text import shown
from paralattice.english.wordnet import WordNet
from paralattice.errors import FormatError, OptionError
from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.corpora.gold_links import GoldPair, read_gold_links
from paralattice.formats.pharaoh import Link, read_alignments
from paralattice.formats.tables.paper_tables import Table
from paralattice.rewording.alignment.agreement import combine_directions
from paralattice.rewording.alignment.alignment_error import alignment_table, measure_links
from paralattice.rewording.alignment.bitext import WordPair
from paralattice.rewording.alignment.shard_training import train_both_directions
from paralattice.rewording.model_files import PAIRS, lines_of, read_sentence_pairs
from paralattice.rewording.options import SYMMETRISATIONS, TrainingOptions
from paralattice.rewording.words.word_relations import WordRelations


@dataclass(frozen=True, slots=True)
class AlignmentErrorRequest:
    """A measurement of word alignments.

    Attributes
    ----------
    gold
        Files of manual links.
    model
        A model whose sentence pairs are trained on, with its options; or ``None``.
    pairs
        A file of sentence pairs in fast_align's format, instead of a model; or ``None``.
    alignments
        A file of alignments to measure instead of training, line by line with the gold; or ``None``.
    symmetrisations
        Methods that combine both directions; each has a column in the table.
    wordnet
        WordNet, for the lexical prior; or ``None``.
    """

    gold: tuple[Path, ...]
    model: Path | None = None
    pairs: Path | None = None
    alignments: Path | None = None
    symmetrisations: tuple[str, ...] = SYMMETRISATIONS
    wordnet: WordNet | None = None


def measure_alignments(request: AlignmentErrorRequest) -> Table:
    """Return Table 1.

    Words are aligned by models trained on the pairs of ``model`` or ``pairs`` and on the lower-cased
    gold sentences; the manual links serve only to measure.

    Raises
    ------
    ParalatticeError
        A file is invalid, or options exclude each other.
    OSError
        A file cannot be read.
    """
    gold = [pair for path in request.gold for pair in read_gold_links(path.read_bytes(), shown(path))]
    if request.alignments:
        given = _given(request.alignments, gold)
        return alignment_table({"given": measure_links(gold, given)}, len(gold), 0)
    options, data = _training_data(request)
    asked = [(_small(pair.first), _small(pair.second)) for pair in gold]
    pairs = [*data, *asked]
    alignment, both_ways = options.alignment, options.phrases.both_ways
    relations = WordRelations(request.wordnet)
    _, forward, backward = train_both_directions(pairs, alignment, both_ways, relations)
    chosen = (evolve(alignment, symmetrisation=method) for method in request.symmetrisations)
    results = {
        one.symmetrisation: measure_links(gold, combine_directions(asked, forward, backward, one))
        for one in chosen
    }
    return alignment_table(results, len(gold), len(pairs))


def _small(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word.lower() for word in words)


def _given(path: Path, gold: Sequence[GoldPair]) -> list[tuple[Link, ...]]:
    lines = path.read_text(encoding="utf-8").split("\n")
    # An empty line is an alignment without links, except after the last line end.
    lines = lines[:-1] if lines[-1] == "" else lines
    links = list(read_alignments(lines, shown(path)))
    if len(links) != len(gold):
        raise FormatError(f"{len(links)} alignments, and {len(gold)} pairs with links by hand", shown(path))
    for number, (pair, found) in enumerate(zip(gold, links, strict=True), 1):
        if any(i >= len(pair.first) or j >= len(pair.second) for i, j in found):
            raise FormatError("a link goes to a word that the sentences do not have", shown(path), number)
    return links


def _training_data(request: AlignmentErrorRequest) -> tuple[TrainingOptions, list[WordPair]]:
    if request.model and request.pairs:
        raise OptionError("--model and --pairs exclude each other")
    if request.model:
        folder = ModelFolder(request.model)
        options = TrainingOptions.from_dict(folder.signature["options"])
        return options, list(read_sentence_pairs(lines_of(folder.text(PAIRS)), shown(request.model / PAIRS)))
    if request.pairs:
        lines = decode_lines(request.pairs.read_bytes(), shown(request.pairs))
        return TrainingOptions(), [
            (_small(a), _small(b)) for a, b in read_sentence_pairs(lines, shown(request.pairs))
        ]
    return TrainingOptions(), []
