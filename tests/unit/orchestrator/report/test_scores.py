"""Notes on scores."""

from orchestrator.report.scores import saved_tables, score_notes
from orchestrator.runs.folder import RunFolder
from paralattice.formats.tables.paper_tables import Column, Table, markdown_text


def test_scores_of_another_state_of_the_run_are_told(tmp_path):
    (tmp_path / "scores").mkdir()
    (tmp_path / "scores/scores.json").write_text('{"run": "one", "judgements": 3, "problems": 0}', "utf-8")
    assert score_notes(RunFolder(tmp_path), "one") == ["3 judgements."]
    assert score_notes(RunFolder(tmp_path), "two")[1].startswith("These scores are of an earlier state")


def test_the_page_has_the_tables_of_all_questions_and_of_both_passes(tmp_path):
    (tmp_path / "scores").mkdir()
    for name in ("passes", "informativeness", "table4"):
        table = Table(name, name, (Column("version"),), (("V4",),))
        (tmp_path / f"scores/{name}.md").write_text(markdown_text(table), "utf-8")
    tables = [table.caption for table in saved_tables(RunFolder(tmp_path))]
    assert tables == ["table4", "informativeness", "passes"]
