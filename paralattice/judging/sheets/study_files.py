"""Names of the files of each study in the folder of a run, or of a study of rewordings."""

from __future__ import annotations

from typing import NamedTuple


class StudyFiles(NamedTuple):
    """Names of a study's files and folders."""

    #: The folder with a folder for each judge; empty if these lie beside the key.
    sheets: str
    #: The table that links items to versions.
    key: str
    #: The options and the assignment, as JSON.
    record: str
    #: The folder of tables and figures.
    scores: str
    #: The folder of the sheets that a server shows, and of their scores.
    served: str


SENTENCE_FILES = StudyFiles("sheets", "sheets-key.csv", "sheets.json", "scores", "served")
PHRASE_FILES = StudyFiles(
    "pair-sheets", "pair-sheets-key.csv", "pair-sheets.json", "pair-scores", "pair-served"
)
REWORDING_FILES = StudyFiles("", "sheets-key.csv", "ratings.json", "scores", "served")
SECOND_PASS_FILES = REWORDING_FILES._replace(sheets="second-pass", served="second-pass/served")
