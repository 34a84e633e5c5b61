"""`orchestrator reword evaluate`: systems on the same sentences (Quirk et al. 2004, sections 4 and 5).

One folder then has Table 1, if there are links by hand; automatic measures of each system; and the sheets of
two blind studies, from whose returned sheets `orchestrator reword score` makes Tables 2 and 3.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from rich.console import Console

from orchestrator.corpora.tokenizing import tokenizer
from orchestrator.corpora.wordnet_files import DEBIAN_WORDNET, open_wordnet
from orchestrator.io.atomic import write_whole
from orchestrator.io.console import say
from orchestrator.io.model_folder import ModelFolder, new_folder
from orchestrator.io.tables import write_tables
from orchestrator.io.text import read_text, shown
from orchestrator.judging.rewording_study import RewordingSheetOptions, RewordingStudy
from orchestrator.judging.study import deal_study
from orchestrator.systems.rewording.alignment_error import AlignmentErrorRequest, measure_alignments
from orchestrator.systems.rewording.output import SentenceRewordings, json_line
from paralattice.adapters.tagging import tags_of_words
from paralattice.adapters.text import tokenize
from paralattice.english.wordnet import WordNet
from paralattice.errors import FormatError, OptionError
from paralattice.formats.tables.paper_tables import Cell, Column, Table
from paralattice.rewording.decoding.phrasal_rewording import RewordingModel
from paralattice.rewording.decoding.rewriter import Rewriter
from paralattice.rewording.options import DecodeOptions
from paralattice.rewording.words.substitutions import changed_content
from paralattice.rewording.words.word_distance import word_distance
from paralattice.rewording.words.word_relations import WordRelations

BASELINES = ("wn", "wn+lm", "cl")
RECORD = "evaluation.json"


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """A comparison of systems.

    Attributes
    ----------
    sentences
        A file with a sentence on each line, which no model was trained on.
    models
        Folders of models, each a system named like its folder. The first also serves the baselines.
    output
        The folder of the results.
    baselines
        Systems of the paper beside the models; see :data:`paralattice.rewording.decoding.rewriter.SYSTEMS`.
    gold
        Files of links by hand, for Table 1; the first model's pairs are trained on.
    wordnet
        Folder of WordNet's database files.
    ranks, judges
        Number of rewordings of a sentence by each model that are judged in Table 2, and of judges.
    seed
        Random seed of the baseline ``wn``, and of the order of items.
    tokenized
        Whether sentences have blanks between all tokens.
    force
        Whether the results of an earlier evaluation are replaced, and the answers in their sheets.
    """

    sentences: Path
    models: tuple[Path, ...]
    output: Path
    baselines: tuple[str, ...] = BASELINES
    gold: tuple[Path, ...] = ()
    wordnet: Path = DEBIAN_WORDNET
    ranks: int = 5
    judges: int = 2
    seed: int = 2004
    tokenized: bool = False
    force: bool = False


def evaluate_systems(request: ComparisonRequest, console: Console) -> list[Table]:
    """Reword the sentences by all systems; write the folder of the results, and return its tables.

    Raises
    ------
    ParalatticeError
        A model, WordNet or a file is invalid, two models have one name, or the folder exists already.
    OSError
        A file cannot be read or written.
    """
    names = [path.resolve().name for path in request.models]
    if len({*names, *request.baselines}) < len(names) + len(request.baselines):
        raise OptionError("systems are named like the folders of their models: two have the same name")
    sentences = [line for line in read_text(request.sentences).splitlines() if line.strip()]
    if not sentences:
        raise FormatError("has no sentence", shown(request.sentences))
    with new_folder(request.output, request.force, RECORD) as folder:
        return _write_results(request, sentences, folder, console)


def _write_results(
    request: ComparisonRequest, sentences: Sequence[str], folder: Path, console: Console
) -> list[Table]:
    wordnet = open_wordnet(request.wordnet) if request.baselines or request.wordnet.is_dir() else None
    tables = []
    if request.gold:
        say(console, "word alignment against links by hand")
        tables.append(
            measure_alignments(AlignmentErrorRequest(request.gold, request.models[0], wordnet=wordnet))
        )
    outputs = dict(_outputs(request, sentences, wordnet, console))
    tables.append(measures_table(outputs, _open_model(request.models[0], sentences), WordRelations(wordnet)))
    write_tables(folder, tables)
    files = [folder / "rewordings" / f"{name}.jsonl" for name in outputs]
    for file, (name, rewordings) in zip(files, outputs.items(), strict=True):
        lines = (json_line(one, name) + "\n" for one in rewordings)
        write_whole(file, "".join(lines))
    for kind, ranks in (("acceptability", request.ranks), ("qualities", 1)):
        options = RewordingSheetOptions(kind, request.judges if ranks > 1 else 1, ranks, seed=request.seed)
        package = deal_study(RewordingStudy(folder / kind, files), options)
        say(console, f"{kind}: {len(package.items)} items for each of {options.judges} judges")
    record = {
        "sentences": len(sentences),
        "models": {path.resolve().name: ModelFolder(path).identity for path in request.models},
        "baselines": list(request.baselines),
        "seed": request.seed,
    }
    write_whole(folder / RECORD, json.dumps(record, indent=1) + "\n")
    return tables


def _open_model(path: Path, sentences: Sequence[str]) -> RewordingModel:
    words = {word.lower() for sentence in sentences for word in (*tokenize(sentence), *sentence.split())}
    return ModelFolder(path).load(words)


def _outputs(
    request: ComparisonRequest, sentences: Sequence[str], wordnet: WordNet | None, console: Console
) -> Iterator[tuple[str, tuple[SentenceRewordings, ...]]]:
    """Yield each system's name and rewordings: the models, then the baselines with the first model."""

    def systems() -> Iterator[tuple[str, Rewriter, int]]:
        for path in request.models:
            model = _open_model(path, sentences)
            yield path.resolve().name, Rewriter(model, tag=tags_of_words), request.ranks
        for system in request.baselines:
            model = _open_model(request.models[0], sentences)
            yield system, Rewriter(model, system, wordnet, request.seed), 1

    split = list(map(tokenizer(request.tokenized), sentences))
    for name, rewriter, best in systems():
        rewordings = rewriter.reword_all(split, DecodeOptions(best=best))
        found = tuple(
            SentenceRewordings(text, words, tuple(ways), request.tokenized)
            for text, words, ways in zip(sentences, split, rewordings, strict=True)
        )
        done = sum(bool(one.rewordings) for one in found)
        say(console, f"{name}: {done} of {len(sentences)} sentences reworded")
        yield name, found


def measures_table(
    outputs: Mapping[str, Sequence[SentenceRewordings]], model: RewordingModel, relations: WordRelations
) -> Table:
    """Return the automatic measures of the best rewordings of each system.

    They are the share of sentences with a rewording; and, of the rewordings, the share in which a content
    word changes, the mean edit distance in words, the ratio of lengths, and the mean change of entropy under
    the model's language model, in bits per token.
    """
    columns = (
        Column("system", "System"),
        Column("reworded", "Reworded (%)"),
        Column("content", "Content changed (%)"),
        Column("distance", "Edit distance"),
        Column("length", "Length ratio"),
        Column("entropy", "Entropy (bits)"),
    )
    rows: list[tuple[Cell, ...]] = []
    for name, rewordings in outputs.items():
        best = [(one.words, one.rewordings[0].words) for one in rewordings if one.rewordings]
        measured = [_measures(words, others, model, relations) for words, others in best]
        means: list[Cell] = [fmean(values) for values in zip(*measured, strict=True)]
        share = 100 * len(best) / len(rewordings)
        rows.append((name, share, *(means or [None] * 4)))
    caption = f"Automatic measures of the best rewordings of {len(next(iter(outputs.values())))} sentences."
    return Table("measures", caption, columns, tuple(rows))


def _measures(
    words: Sequence[str], others: Sequence[str], model: RewordingModel, relations: WordRelations
) -> tuple[float, float, float, float]:
    small, new = (tuple(word.lower() for word in side) for side in (words, others))
    entropies = [model.language_model.entropy(model.entities.mask(side).words) for side in (words, others)]
    return (
        100.0 * all(changed_content(small, new, relations)),
        float(word_distance(words, others)),
        len(others) / len(words),
        entropies[1] - entropies[0],
    )
