"""Names of the files of each study in the folder of a run, or of a study of rewordings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StudyFiles:
    """Names of a study's files.

    Attributes
    ----------
    sheets
        The folder with a folder for each judge; empty where they lie beside the key.
    key
        The table that links items to versions.
    record
        The options and the assignment, as JSON.
    scores
        The folder of tables and figures.
    """

    sheets: str
    key: str
    record: str
    scores: str


SENTENCE_FILES = StudyFiles("sheets", "sheets-key.csv", "sheets.json", "scores")
PAIR_FILES = StudyFiles("pair-sheets", "pair-sheets-key.csv", "pair-sheets.json", "pair-scores")
REWORDING_FILES = StudyFiles("", "sheets-key.csv", "ratings.json", "scores")
