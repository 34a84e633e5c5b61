"""Reads WordNet's database."""

from pathlib import Path

from orchestrator.io.text import shown
from paralattice.english.wordnet import NEEDED_FILES, OTHER_FILES, WordNet
from paralattice.errors import ParalatticeError

DEBIAN_WORDNET = Path("/usr/share/wordnet")
"""Where Debian's package wordnet-base puts the database."""


class WordNetError(ParalatticeError):
    """There is no WordNet in the folder."""


def wordnet_files(folder: Path) -> dict[str, bytes]:
    """Return the contents of the files of the WordNet in a folder, by name.

    Raises
    ------
    WordNetError
        The folder has no WordNet.
    OSError
        A file cannot be read.
    """
    for name in NEEDED_FILES:
        if not (folder / name).is_file():
            raise WordNetError(
                f"no WordNet in {shown(folder)}: {name} is not there (Debian and Ubuntu: apt install "
                "wordnet-base; elsewhere: --wordnet FOLDER, the folder dict of https://wordnet.princeton.edu)"
            )
    names = (name for name in (*NEEDED_FILES, *OTHER_FILES) if (folder / name).is_file())
    return {name: (folder / name).read_bytes() for name in names}


def open_wordnet(folder: Path) -> WordNet:
    """Return the WordNet in a folder.

    Raises
    ------
    WordNetError
        The folder has no WordNet.
    FormatError
        A file does not follow its format.
    OSError
        A file cannot be read.
    """
    return WordNet(wordnet_files(folder), shown(folder))
