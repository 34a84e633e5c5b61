"""Pools the sentence pairs of all events, the text of both language models, and the counts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from orchestrator.engine.work_items import Item
from orchestrator.engine.worker_pool import WorkerPool
from orchestrator.systems.rewording.training.em import require_all
from orchestrator.systems.rewording.training.inputs import TrainingInput
from paralattice.errors import RewordError
from paralattice.ngrams.coded_text import CodedText
from paralattice.rewording.model_files import lines_of
from paralattice.rewording.options import SentencePairOptions
from paralattice.rewording.sentence_pairs import PairCounts
from paralattice.rewording.words.entities import EntityClasses
from tasks.code import code_of
from tasks.items.training_shards import Pairs
from workers.store import Artefact, Store, digest

# Separates the sentences in files of pairs.
_BAR = "|||"

Words = tuple[str, ...]


class NoPairsError(RewordError):
    """No sentence pairs were found."""


@dataclass
class PooledPairs:
    """Sentence pairs and text of all events.

    Attributes
    ----------
    pairs
        Distinct pairs, lower-cased, with generic tokens.
    events
        The event of each pair; sentence pairs of a file that share a sentence are of one event.
    held_out
        Pairs of the events that are held out of the training.
    small, cased
        All sentences that are not held out, written as in the pairs, and in their own case.
    counts
        Pairs by filter, over all events.
    tokens
        Number of words of all sentences.
    distances, lengths
        Sums over the pairs of edit distances, and of words of both sentences.
    parts
        Number of artefacts that were pooled.
    """

    pairs: list[tuple[Words, Words]] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    held_out: list[tuple[Words, Words]] = field(default_factory=list)
    small: CodedText = field(default_factory=CodedText)
    cased: CodedText = field(default_factory=CodedText)
    counts: PairCounts = field(default_factory=PairCounts)
    tokens: int = 0
    distances: int = 0
    lengths: int = 0
    parts: int = 0

    @property
    def mean_distance(self) -> float:
        """Mean edit distance of the pairs, in words."""
        return self.distances / len(self.pairs) if self.pairs else float("nan")

    @property
    def mean_length(self) -> float:
        """Mean length of their sentences, in words."""
        return self.lengths / (2 * len(self.pairs)) if self.pairs else float("nan")


def extract_all(
    training_input: TrainingInput, options: SentencePairOptions, store: Store, work: WorkerPool
) -> list[str]:
    """Compute the pairs of every event; return the keys of the artefacts in the order of events.

    Raises
    ------
    RewordError
        An event failed.
    ProblemsError
        Files are invalid.
    """
    names: list[str] = []
    keys: dict[str, str] = {}

    def items() -> Iterator[Item]:
        for part in training_input:
            content = {**part.content, "options": options.to_dict()}
            key = store.put_content(content)
            names.append(part.name)
            yield Item(part.name, digest("sentence_pairs", code_of("sentence_pairs"), key), content)

    for item, _ in work.compute("sentence_pairs", items(), "events"):
        keys[item.name] = item.key
    require_all(names, keys, work)
    return [keys[name] for name in names]


def pool_extractions(
    artefacts: Iterable[Artefact], entities: EntityClasses, held_out: int = 0
) -> PooledPairs:
    """Return the pool of all events; equal pairs, in either order, count once.

    Parameters
    ----------
    artefacts
        The results of the stage ``sentence_pairs``.
    entities
        Classes of named entities.
    held_out
        Every such event is held out of the training; 0 for none.
    """
    found = PooledPairs()
    seen: set[tuple[str, ...]] = set()
    known: dict[Words, Words] = {}
    kept = 0
    for artefact in artefacts:
        lines = lines_of(artefact.files["sentences.txt"].decode())
        given = artefact.value["events"]
        # Given pairs have two sentences each.
        events = [found.parts if given is None else given[place // 2] for place in range(len(lines))]
        hidden = [bool(held_out) and event % held_out == held_out - 1 for event in events]
        found.parts += 1
        counts = PairCounts(**artefact.value["counts"])
        found.counts += counts
        kept += counts.kept
        shown = (line for line, out in zip(lines, hidden, strict=True) if line and not out)
        add_text(found, (line.split(" ") for line in shown), entities)
        for first, second, distance in artefact.value["pairs"]:
            sides = lines[first].lower(), lines[second].lower()
            if tuple(sorted(sides)) in seen or _BAR in " ".join(sides).split(" "):
                continue
            seen.add(tuple(sorted(sides)))
            masked = [entities.mask(side.split(" ")).words for side in sides]
            one, other = (known.setdefault(words, words) for words in masked)
            if hidden[first]:
                found.held_out.append((one, other))
                continue
            found.pairs.append((one, other))
            found.events.append(events[first])
            found.distances += distance
            found.lengths += sum(side.count(" ") + 1 for side in sides)
    # Duplicates between events.
    left = len(found.pairs) + len(found.held_out)
    found.counts = replace(found.counts, duplicates=found.counts.duplicates + kept - left, kept=left)
    return found


def add_text(found: PooledPairs, sentences: Iterable[Sequence[str]], entities: EntityClasses) -> None:
    """Add sentences without pairs for the language model and the truecaser."""
    for words in sentences:
        found.cased.add(words)
        found.small.add(entities.mask(words).words)
        found.tokens += len(words)


def count_lines(counts: PairCounts, options: SentencePairOptions) -> list[str]:
    """Return a line for each count of pairs, with its description."""
    distance = f"more than {options.distance} insertions and deletions apart"
    if options.relative_distance:
        distance += f", or more than {options.relative_distance:g} of the shorter's length"
    rows = [
        ("pairs compared", counts.compared),
        ("identical, or different in punctuation only", counts.identical),
        (f"shorter below {options.length_ratio:.3g} of the longer, or empty", counts.lengths),
        (distance, counts.distances),
        ("found already", counts.duplicates),
        ("kept", counts.kept),
    ]
    width = max(len(str(count)) for _, count in rows)
    return [f"  {count:>{width}}  {name}" for name, count in rows]


def require_pairs(found: PooledPairs, training_input: TrainingInput, options: SentencePairOptions) -> Pairs:
    """Return the pairs.

    Raises
    ------
    NoPairsError
        There are none; the message has the counts of the filters.
    """
    if found.pairs:
        return tuple(found.pairs)
    what = (
        f"{training_input.documents} documents of {len(training_input.events)} events"
        if training_input.events
        else "the file"
    )
    head = f"no sentence pairs were found in {what} ({len(found.small)} sentences):"
    raise NoPairsError("\n".join([head, *count_lines(found.counts, options)]))
