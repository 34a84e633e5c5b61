"""`orchestrator reword train`: from documents to the folder of a rewording model."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from orchestrator.corpora.wordnet_files import DEBIAN_WORDNET, open_wordnet
from orchestrator.documents.reading import check_texts, read_document_sentences
from orchestrator.engine.resources import Resources
from orchestrator.engine.signals import StopRequest
from orchestrator.engine.work_items import Item
from orchestrator.engine.worker_pool import WorkerPool, open_worker_pool
from orchestrator.io import model_folder
from orchestrator.io.console import say
from orchestrator.io.text import shown
from orchestrator.runs.folder import LOCK, RunFolder
from orchestrator.systems.rewording.training import em, pooling
from orchestrator.systems.rewording.training.inputs import TrainingInput, find_training_input
from orchestrator.systems.rewording.training.replacements import (
    Learnt,
    counted_replacements,
    scored_replacements,
)
from paralattice.adapters.text import tokenize
from paralattice.ngrams.arpa import write_arpa
from paralattice.ngrams.kneser_ney import train_n_grams
from paralattice.ngrams.language_model import LanguageModel
from paralattice.rewording import model_files
from paralattice.rewording.alignment.shard_training import ShardedTraining
from paralattice.rewording.decoding.tuning import tune_weights
from paralattice.rewording.options import TrainingOptions
from paralattice.rewording.phrase_scores import Knowledge
from paralattice.rewording.words.entities import EntityClasses
from paralattice.rewording.words.truecaser import Truecaser, proper_names
from paralattice.rewording.words.word_classes import word_classes
from paralattice.rewording.words.word_relations import WordRelations
from tasks.code import code_of
from tasks.items.training_shards import encode_model
from workers.store import Store, digest

# Suffix of the folder beside the model's that holds the state of the training.
WORK_SUFFIX = ".training"
_STOPPED = "stopped; what is computed is kept, and the same command continues from there"


@dataclass(frozen=True, slots=True)
class TrainRequest:
    """A training of a rewording model.

    Attributes
    ----------
    documents
        A folder of events, or a file of pairs.
    output
        The model's folder.
    resources
        Workers and store.
    options
        Options of all stages.
    lines, tokenized
        Whether documents have one sentence per line; whether blanks separate tokens.
    force
        Whether an existing model is replaced.
    wordnet
        Folder of WordNet's database files, which support replacements; ``None`` for none.
    texts
        Files or folders of further text for the language model and the truecaser.
    pairs
        A file of further sentence pairs beside the documents, or ``None``.
    """

    documents: Path
    output: Path
    resources: Resources
    options: TrainingOptions
    lines: bool = False
    tokenized: bool = False
    force: bool = False
    wordnet: Path | None = None
    texts: tuple[Path, ...] = ()
    pairs: Path | None = None


def find_wordnet(given: Path | None, options: TrainingOptions, console: Console) -> Path | None:
    """Return the folder of WordNet for a training: the given one, or Debian's; ``None`` if none is needed.

    Without it a message says what the model will lack.
    """
    if options.phrases.scoring != "frequency" and not options.alignment.lexical_prior:
        return None
    if given or DEBIAN_WORDNET.is_dir():
        return given or DEBIAN_WORDNET
    say(
        console,
        f"no WordNet in {DEBIAN_WORDNET} (Debian and Ubuntu: apt install wordnet-base; elsewhere: --wordnet "
        f"FOLDER): only replacements that {options.phrases.least_events} events show are kept, and their "
        "forms are not checked",
    )
    return None


def work_folder(output: Path) -> Path:
    """Return the folder of the state of a training."""
    return output.with_name(output.name + WORK_SUFFIX)


def train_reworder(request: TrainRequest, console: Console) -> None:
    """Train a model and write its folder; an interrupted training continues where it stopped.

    Raises
    ------
    ParalatticeError
        The input is invalid or has no pairs, or the model cannot be computed or written.
    StopRequest
        A stop was requested.
    """
    model_folder.require_free(request.output, request.force)
    training_input = checked_input(request)
    folder = RunFolder(work_folder(request.output))
    # The folder is removed at the end: it must be empty or a training's.
    root = folder.root
    if root.exists() and not (root / LOCK).is_file() and not (root.is_dir() and not any(root.iterdir())):
        raise model_folder.ModelFolderError(
            f"{shown(root)}: is there already, of something else; training needs it"
        )
    folder.create()
    with folder.locked():
        workforce = open_worker_pool(request.resources, f"train-{request.output.name}", folder.root, console)
        try:
            train_with(request, training_input, workforce, console)
        except KeyboardInterrupt:
            # Work in this process has no safe stopping point.
            raise StopRequest(_STOPPED) from None
        except pooling.NoPairsError:
            # There is no state to continue from.
            shutil.rmtree(folder.root, ignore_errors=True)
            raise
    shutil.rmtree(folder.root, ignore_errors=True)


def checked_input(request: TrainRequest) -> TrainingInput:
    """Return the training data; further texts are checked now, because they are read only after long work."""
    check_texts(request.texts)
    return find_training_input(request.documents, request.lines, request.tokenized, request.pairs)


def train_with(
    request: TrainRequest,
    training_input: TrainingInput,
    workforce: AbstractContextManager[WorkerPool],
    console: Console,
) -> None:
    """Train with a given pool: see :func:`train_reworder`."""
    store = request.resources.open_store()
    entities = EntityClasses()
    with workforce as work:
        keys = pooling.extract_all(training_input, request.options.pairs, store, work)
        found = pooling.pool_extractions(map(store.get, keys), entities, request.options.held_out)
        pooling.add_text(found, read_further_texts(request), entities)
        pooling.require_pairs(found, training_input, request.options.pairs)
        _show_repairs(training_input, console)
        for line in pooling.count_lines(found.counts, request.options.pairs):
            say(console, line)
        means = f"mean distance {found.mean_distance:.2f}, mean length {found.mean_length:.1f} words"
        say(console, means)
        learnt, alignments = _learn(found, request, store, work, console)
    say(console, "language model, truecaser and classes of words")
    model = train_n_grams(found.small, request.options.language_model)
    if request.options.phrases.scoring == "frequency":
        learnt = _tuned(learnt, found, model, console)
    with model_folder.new_folder(request.output, request.force) as folder:
        digests = model_folder.write_texts(folder, _texts(found, alignments, learnt, model, request.options))
        model_folder.write_signature(folder, _signature(request, training_input, found, learnt), digests)
    say(console, f"{request.output}: {learnt.size} replacements out of {len(found.pairs)} pairs")


def _show_repairs(training_input: TrainingInput, console: Console) -> None:
    for file, (ligatures, words) in training_input.repairs.items():
        parts = [f"{ligatures} ligatures written as letters"] * bool(ligatures)
        parts += [f"{words} words had lost the letters of a ligature and got them back"] * bool(words)
        say(console, f"{file}: {', '.join(parts)}")


def _learn(
    found: pooling.PooledPairs, request: TrainRequest, store: Store, work: WorkerPool, console: Console
) -> tuple[Learnt, list[str]]:
    """Align the words of all pairs; return the replacements and the lines of the alignments."""
    options = request.options
    shards = em.store_shards(store, tuple(found.pairs), options)

    def report(iteration: str, likelihood: float) -> None:
        say(console, f"  {iteration}: log-likelihood {likelihood:.1f}")

    turned = not options.phrases.both_ways
    relations = WordRelations(open_wordnet(request.wordnet) if request.wordnet else None)
    backward = em.train_direction(work, shards, options, relations, report, turned)
    forward = em.train_direction(work, shards, options, relations, report) if turned else None
    items = list(_items(shards, options, backward, forward))
    done = {item.name: artefact for item, artefact in work.compute("phrase_pairs", items, "shards")}
    em.require_all([item.name for item in items], done, work)
    texts = [done.pop(item.name).files for item in items]
    alignments = [f"{line}\n" for part in texts for line in part["alignments.txt"].decode().split("\n")[:-1]]
    tables = [part["phrase-table"].decode() for part in texts]
    phrases = options.phrases
    if phrases.scoring == "model1":
        return scored_replacements(tables, phrases.least_count), alignments
    names = proper_names(found.cased)
    knowledge = Knowledge(relations, names, phrases.least_events, phrases.least_affinity)
    events = found.events
    return counted_replacements(tables, phrases.least_count, events, backward.model, knowledge), alignments


def _tuned(learnt: Learnt, found: pooling.PooledPairs, model: LanguageModel, console: Console) -> Learnt:
    """Return the replacements with weights, tuned on the pairs that are held out."""
    tuned = tune_weights(found.held_out, learnt.entries, model)
    say(
        console,
        f"weights tuned on {tuned.edits} edits of {len(found.held_out)} held-out pairs, "
        f"{tuned.right} of them right",
    )
    tuning = {"pairs": len(found.held_out), "edits": tuned.edits, "right": tuned.right}
    return replace(learnt, weights=tuned.weights, tuning=tuning)


def read_further_texts(request: TrainRequest) -> Iterator[tuple[str, ...]]:
    """Yield the sentences of the further texts of a request, as words.

    Raises
    ------
    ParalatticeError
        A text does not follow the format of its ending.
    OSError
        A text cannot be read.
    """
    for path in request.texts:
        for sentence in read_document_sentences(path, request.lines):
            words = sentence.split() if request.tokenized else tokenize(sentence)
            if words:
                yield tuple(words)


def _items(
    shards: Sequence[em.StoredShard],
    options: TrainingOptions,
    backward: ShardedTraining,
    forward: ShardedTraining | None,
) -> Iterator[Item]:
    """Yield the work item of each shard: its alignments and replacements."""
    for place, shard in enumerate(shards):
        if shard.lexicon:
            continue
        last = encode_model(backward.model_of(place))
        content: dict[str, Any] = {
            "shard": shard.key,
            "doubled": options.phrases.both_ways,
            "phrases": options.phrases.to_dict(),
            "symmetrisation": options.alignment.symmetrisation,
            "agreement": options.alignment.agreement,
            "model1": encode_model(backward.model_of(place, model1=True)),
            "forward": encode_model(forward.model_of(place)) if forward else last,
            "backward": last if forward else None,
        }
        yield Item(
            f"replace-shard-{place + 1}", digest("phrase_pairs", code_of("phrase_pairs"), content), content
        )


def _texts(
    found: pooling.PooledPairs,
    alignments: list[str],
    learnt: Learnt,
    model: LanguageModel,
    options: TrainingOptions,
) -> dict[str, Iterable[str]]:
    truecaser = Truecaser.of_text(found.cased)
    wanted = options.classes
    classes = word_classes(found.small, wanted.count, wanted.iterations) if wanted.iterations else {}
    return {
        model_files.PAIRS: model_files.write_sentence_pairs(found.pairs),
        model_files.ALIGNMENTS: alignments,
        model_files.PHRASES: learnt.phrases,
        model_files.EVIDENCE: model_files.write_evidence(learnt.evidence),
        model_files.WEIGHTS: [model_files.write_weights(learnt.weights)],
        model_files.LANGUAGE_MODEL: write_arpa(model),
        model_files.TRUECASER: write_arpa(truecaser.model),
        model_files.ENTITIES: [model_files.write_entities(EntityClasses())],
        model_files.CLASSES: model_files.write_classes(classes),
    }


def _signature(
    request: TrainRequest, training_input: TrainingInput, found: pooling.PooledPairs, learnt: Learnt
) -> dict[str, Any]:
    return {
        "trained_on": {
            "source": str(request.documents.resolve()),
            "events": len(training_input.events),
            "documents": training_input.documents,
            "lines": training_input.lines,
            "tokenized": training_input.tokenized,
            "sentences": len(found.small),
            "tokens": found.tokens,
            "texts": [str(path.resolve()) for path in request.texts],
            "pairs": str(request.pairs.resolve()) if request.pairs else None,
            "repaired": len(training_input.repairs),
            "digest": digest([[*pair] for pair in found.pairs]),
        },
        "pairs": asdict(found.counts)
        | {"mean_distance": found.mean_distance, "mean_length": found.mean_length},
        "aligner": "paralattice",
        "wordnet": request.wordnet is not None,
        "replacements": learnt.size,
        "tuned_on": learnt.tuning,
        "options": request.options.to_dict(),
    }
