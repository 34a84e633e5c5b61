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
    #: The folder of the sheets of a second pass, and of all else that belongs to it alone.
    second: str

    @property
    def again(self) -> StudyFiles:
        """The names for a second pass."""
        folder = self.second
        return self._replace(sheets=folder, record=f"{folder}/sheets.json", served=f"{folder}/served")


SENTENCE_FILES = StudyFiles("sheets", "sheets-key.csv", "sheets.json", "scores", "served", "second-pass")
PHRASE_FILES = StudyFiles(
    *("pair-sheets", "pair-sheets-key.csv", "pair-sheets.json", "pair-scores", "pair-served"),
    "pair-second-pass",
)
REWORDING_FILES = StudyFiles("", "sheets-key.csv", "ratings.json", "scores", "served", "second-pass")
