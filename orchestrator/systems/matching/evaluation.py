"""`orchestrator match evaluate`: compares both methods and the baselines with known matches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from orchestrator.io.atomic import write_bytes_whole, write_whole
from orchestrator.systems.matching.models import TrainedModel, labelled_similarities, train_model
from paralattice.formats.corpora.document_pairs import DocumentPair
from paralattice.sentences import PAPER_MODELS, Evaluation, evaluate_matching
from paralattice.sentences.curves import Curve, draw_curves

BASELINES = ("overlap", "cosine")
PAPERS_FLOOR = PAPER_MODELS["gospels"].floor


@dataclass(frozen=True, slots=True)
class System:
    """A method with a similarity, its model and its evaluation."""

    name: str
    trained: TrainedModel
    result: Evaluation


def train_models(
    pairs: list[DocumentPair], further: Sequence[str] = (), context: float = 0.0, surroundings: bool = False
) -> list[TrainedModel]:
    """Fit a model for the paper's similarity and its baselines, and for further similarities.

    Parameters
    ----------
    further
        Measures that are not the paper's.
    context
        Weight of neighbouring pairs; above 0, similarities other than baselines get a second model.
    surroundings
        Whether the same similarities get further models, with features of a pair's surroundings; see
        :func:`train_model`.
    """
    models = [train_model(pairs, measure) for measure in ("tfidf", *BASELINES, *further)]
    own = [(measure, weight) for weight in (0.0, context) for measure in ("tfidf", *further)]
    if context:
        models += [train_model(pairs, measure, weight) for measure, weight in own if weight]
    if surroundings:
        asked = dict.fromkeys(own)
        models += [train_model(pairs, measure, weight, surroundings=True) for measure, weight in asked]
    return models


def evaluate_models(pairs: Sequence[DocumentPair], models: Sequence[TrainedModel]) -> list[System]:
    """Evaluate Method 1 with each model; Method 2 with those other than baselines, with both floors."""
    systems = []
    for trained in models:
        similar, truths = labelled_similarities(pairs, trained.options(1))
        for ending, model, method in _variants(trained):
            around = "+surroundings" * any(trained.model.surroundings) + "+likely" * trained.all_likely
            name = trained.measure + "+context" * bool(trained.context) + around + ending
            result = evaluate_matching(similar, truths, model.model, trained.options(method))
            systems.append(System(name, model, result))
    return systems


def _variants(trained: TrainedModel) -> Iterator[tuple[str, TrainedModel, int]]:
    yield "", trained, 1
    if trained.measure not in BASELINES:
        papers = replace(trained, model=replace(trained.model, floor=PAPERS_FLOOR))
        yield "+align", papers, 2
        if trained.model.floor != PAPERS_FLOOR:
            yield "+align+floor", trained, 2


def score_records(
    systems: Sequence[System], recalls: Sequence[float] = ()
) -> list[dict[str, str | float | int | None]]:
    """Return the rows of the table of scores by the names of their columns.

    Parameters
    ----------
    recalls
        From 0 to 1: each gets a column with the precision at the highest threshold of this recall;
        ``None`` where no threshold has it.
    """
    models = ("intercept", "slope", "threshold", "floor")
    scores = ("precision", "recall", "f1", "correct", "matched", "expected")
    return [
        {
            "system": system.name,
            **{name: getattr(system.trained.model, name) for name in models},
            **{name: getattr(system.result.score, name) for name in scores},
            **{f"precision@{recall:g}": system.result.precision_at(recall) for recall in recalls},
        }
        for system in systems
    ]


def score_lines(systems: Sequence[System], recalls: Sequence[float] = ()) -> Iterator[str]:
    """Yield the table of scores as CSV; see :func:`score_records`."""
    records = score_records(systems, recalls)
    yield ",".join(records[0]) + "\n"
    for record in records:
        yield ",".join(map(_cell, record.values())) + "\n"


def _cell(value: str | float | None) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def curve_lines(systems: Sequence[System]) -> Iterator[str]:
    """Yield the curves as CSV, one after the other, each from its highest threshold on."""
    yield "system,threshold,precision,recall,f1\n"
    for system in systems:
        for point in system.result.points:
            score = point.score
            yield (
                f"{system.name},{point.threshold:.6f},{score.precision:.4f},{score.recall:.4f},{score.f1:.4f}\n"
            )


def write_evaluation(folder: Path, systems: Sequence[System], recalls: Sequence[float] = ()) -> None:
    """Write ``scores.csv``, ``curves.csv``, ``curves.svg`` and ``curves.png`` into a folder.

    Parameters
    ----------
    recalls
        See :func:`score_records`; the curves have a line at each.
    """
    write_whole(folder / "scores.csv", score_lines(systems, recalls))
    write_whole(folder / "curves.csv", curve_lines(systems))
    # With another floor the curve is the same.
    drawn = [_drawn(system) for system in systems if not system.name.endswith("+floor")]
    for kind, content in draw_curves(drawn, recalls).items():
        write_bytes_whole(folder / f"curves.{kind}", content)


def _drawn(system: System) -> Curve:
    score = system.result.score
    points = [(point.score.recall, point.score.precision) for point in system.result.points]
    return Curve(system.name, points, (score.recall, score.precision) if score.matched else None)
