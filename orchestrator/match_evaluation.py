"""What `orchestrator evaluate-match` does: both methods and the baselines against known matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.files import write_bytes_whole, write_whole
from orchestrator.match_models import TrainedModel, index_pair, train_model
from paraphrase.evaluate.curves import Curve, draw_curves
from paraphrase.formats.document_pairs import DocumentPair
from paraphrase.options import MEASURES, MatchOptions
from paraphrase.sentences import Evaluation, evaluate_matching, similarities, truth_of_pairs


@dataclass(frozen=True, slots=True)
class System:
    """A method with a measure, its model and how good it is."""

    name: str
    trained: TrainedModel
    result: Evaluation


def train_models(pairs: list[DocumentPair]) -> list[TrainedModel]:
    """Fit a model for each measure, TF*IDF first."""
    return [train_model(pairs, measure) for measure in MEASURES]


def evaluate_models(pairs: Sequence[DocumentPair], models: Sequence[TrainedModel]) -> list[System]:
    """Evaluate Method 1 with each model and Method 2 with the first."""
    systems = []
    for number, trained in enumerate(models):
        for method in (1, 2) if number == 0 else (1,):
            options = MatchOptions(measure=trained.measure, method=method)
            values = [similarities(*index_pair(pair), options) for pair in pairs]
            truths = [
                truth_of_pairs(matrix.shape, pair.gold or ())
                for matrix, pair in zip(values, pairs, strict=True)
            ]
            result = evaluate_matching(values, truths, trained.model, options)
            systems.append(System(trained.measure + "+align" * (method == 2), trained, result))
    return systems


def score_lines(systems: Sequence[System]) -> Iterator[str]:
    """Yield the table of scores as CSV."""
    yield "system,intercept,slope,threshold,precision,recall,f1,correct,matched,expected\n"
    for system in systems:
        model, score = system.trained.model, system.result.score
        numbers = (model.intercept, model.slope, model.threshold, score.precision, score.recall, score.f1)
        shown = ",".join(f"{number:.4f}" for number in numbers)
        yield f"{system.name},{shown},{score.correct},{score.matched},{score.expected}\n"


def curve_lines(systems: Sequence[System]) -> Iterator[str]:
    """Yield the curves as CSV, one after the other, each from its highest threshold on."""
    yield "system,threshold,precision,recall,f1\n"
    for system in systems:
        for point in system.result.points:
            score = point.score
            yield (
                f"{system.name},{point.threshold:.6f},{score.precision:.4f},{score.recall:.4f},{score.f1:.4f}\n"
            )


def write_evaluation(folder: Path, systems: Sequence[System]) -> None:
    """Write ``scores.csv``, ``curves.csv``, ``curves.svg`` and ``curves.png`` into a folder."""
    write_whole(folder / "scores.csv", score_lines(systems))
    write_whole(folder / "curves.csv", curve_lines(systems))
    pictures = draw_curves([_drawn(system) for system in systems])
    for kind, content in pictures.items():
        write_bytes_whole(folder / f"curves.{kind}", content)


def _drawn(system: System) -> Curve:
    score = system.result.score
    points = [(point.score.recall, point.score.precision) for point in system.result.points]
    return Curve(system.name, points, (score.recall, score.precision) if score.matched else None)
