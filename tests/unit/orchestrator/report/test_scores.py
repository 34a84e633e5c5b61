"""Notes on scores."""

from orchestrator.report.scores import score_notes
from orchestrator.runs.folder import RunFolder


def test_scores_of_another_state_of_the_run_are_told(tmp_path):
    (tmp_path / "scores").mkdir()
    (tmp_path / "scores/scores.json").write_text('{"run": "one", "judgements": 3, "problems": 0}', "utf-8")
    assert score_notes(RunFolder(tmp_path), "one") == ["3 judgements."]
    assert score_notes(RunFolder(tmp_path), "two")[1].startswith("These scores are of an earlier state")
