"""``orchestrator phrases evaluate``: the automatic evaluations of Pang, Knight and Marcu (2003)."""

from orchestrator.systems.phrases.evaluation.figures import EvaluationRequest
from orchestrator.systems.phrases.evaluation.writing import evaluate_run

__all__ = ["EvaluationRequest", "evaluate_run"]
