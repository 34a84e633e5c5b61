"""The trees given with a corpus, by cluster, checked against the sentences."""

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from orchestrator.corpora.files import Found, find_trees
from orchestrator.corpora.model import ClusterDraft, CorpusSettings
from orchestrator.io.problems import Problems
from orchestrator.io.text import read_lines, shown
from paralattice.errors import FormatError
from paralattice.formats.corpora.clusters import Text
from paralattice.formats.retoken import retoken
from paralattice.formats.trees import read_trees
from paralattice.syntax.tree import Tree


class TreeFile(NamedTuple):
    """The trees of one file.

    Attributes
    ----------
    file
        Its name, for messages.
    trees, lines
        The trees and the 1-based lines on which they begin.
    """

    file: str
    trees: tuple[Tree, ...]
    lines: tuple[int, ...]


def read_tree_file(path: Path | str, encoding: str, problems: Problems) -> TreeFile | None:
    """Return the trees of a file; ``None`` after adding its problems."""
    with problems.collected(path):
        lines = read_lines(path, encoding)
        trees = tuple(read_trees(lines, shown(path)))
        if not trees:
            raise FormatError("the file holds no tree", shown(path))
        return TreeFile(shown(path), trees, _first_lines(lines))
    return None


def _first_lines(lines: Iterable[str]) -> tuple[int, ...]:
    """Return the line on which each tree begins; the brackets are known to match."""
    begins, depth = [], 0
    for number, line in enumerate(lines, 1):
        for bracket in re.findall("[()]", line):
            if bracket == "(" and not depth:
                begins.append(number)
            depth += 1 if bracket == "(" else -1
    return tuple(begins)


class Treebanks:
    """The tree files of a corpus, by cluster.

    Parameters
    ----------
    found
        The files of the corpus.
    settings
        Its folder of further trees, which take precedence over those of the corpus, and its encoding.
    problems
        Receives problems of the folder and of missing or superfluous files.
    """

    def __init__(self, found: Found, settings: CorpusSettings, problems: Problems) -> None:
        self.beside = found.trees
        self.folder = settings.parses
        self.encoding = settings.encoding
        self.given = find_trees(self.folder, problems) if self.folder else {}
        self.problems = problems

    def check_missing(self, drafts: Iterable[ClusterDraft]) -> None:
        """Add a problem for the clusters without trees, if a folder should have them all."""
        missing = [
            f"{draft.name}.mrg"
            for draft in drafts
            if draft.name not in self.given
            and draft.name not in self.beside
            and not draft.file.lower().endswith(".mrg")
        ]
        if self.folder and missing:
            self.problems.add(f"there are no trees for {', '.join(missing)}", self.folder)

    def check_superfluous(self, names: Collection[str]) -> None:
        """Add a problem for each tree file of the corpus that belongs to no cluster."""
        for stem in sorted(set(self.beside) - set(names)):
            self.problems.add(f"there is no cluster {stem!r} for these trees", self.beside[stem])

    def of(self, draft: ClusterDraft, own: TreeFile | None, problems: Problems) -> TreeFile | None:
        """Return the trees given for a cluster, perhaps by its own file; ``None`` without one."""
        path = self.given.get(draft.name)
        if path is None and own is None:
            path = self.beside.get(draft.name)
        return own if path is None else read_tree_file(path, self.encoding, problems)


def join_trees(
    file: str, texts: Sequence[Text], bank: TreeFile, tokenized: bool, problems: Problems
) -> tuple[Tree, ...]:
    """Return the trees with words written as in the sentences; add a problem for each that differs."""
    if len(bank.trees) != len(texts):
        message = f"{len(bank.trees)} trees for the {len(texts)} sentences of {shown(file)}"
        problems.add(message, bank.file)
        return ()
    joined = []
    for text, tree, line in zip(texts, bank.trees, bank.lines, strict=True):
        with problems.collected(bank.file, line):
            joined.append(_joined(text, tree, tokenized))
    return tuple(joined)


def _joined(text: Text, tree: Tree, tokenized: bool) -> Tree:
    if isinstance(text, tuple):
        # Only the trees' own words may hold a no-break space, which retoken would split at.
        return tree if text == tree.words() else retoken(tree, " ".join(text), exact=True)
    return retoken(tree, text, exact=tokenized)
