"""Trees that come with a corpus, and whether they are those of its sentences."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from orchestrator.corpora.files import Found, find_trees, read_bytes, shown
from orchestrator.corpora.model import Draft, Problems, Treebank
from paralattice.errors import ParaphraseError, ParseError
from paralattice.formats.clusters import Text, decode_lines
from paralattice.formats.retoken import retoken
from paralattice.formats.trees import read_trees
from paralattice.tree import Tree


def read_treebank(path: Path | str, problems: Problems) -> Treebank | None:
    """Return the trees of a file, or note what is wrong with it and return ``None``."""
    data = read_bytes(path, problems)
    if data is None:
        return None
    try:
        lines = decode_lines(data, shown(path))
        trees = tuple(read_trees(lines, shown(path)))
    except ParaphraseError as error:
        problems.extend(error, shown(path))
        return None
    if not trees:
        problems.add("the file holds no tree", shown(path))
        return None
    return Treebank(shown(path), trees, _first_lines(lines))


def _first_lines(lines: Iterable[str]) -> tuple[int, ...]:
    """Return on which line each tree begins; the brackets are known to be sound."""
    begins, depth = [], 0
    for number, line in enumerate(lines, 1):
        for bracket in re.findall("[()]", line):
            if bracket == "(":
                if not depth:
                    begins.append(number)
                depth += 1
            else:
                depth -= 1
    return tuple(begins)


class Treebanks:
    """The tree files of a corpus, by cluster.

    Parameters
    ----------
    found
        The files of the corpus.
    folder
        Further trees, which go before those of the corpus; ``None`` without.
    problems
        Where to note what is wrong.
    """

    def __init__(self, found: Found, folder: Path | None, problems: Problems) -> None:
        self.beside = found.trees
        self.folder = folder
        self.given = find_trees(folder, problems) if folder else {}
        self.problems = problems

    def check_missing(self, drafts: Iterable[Draft]) -> None:
        """Note the clusters without trees, where there is a folder that should have them."""
        missing = [
            f"{draft.name}.mrg"
            for draft in drafts
            if draft.name not in self.given and draft.name not in self.beside and not _is_treebank(draft)
        ]
        if self.folder and missing:
            self.problems.add(f"there are no trees for {', '.join(missing)}", shown(self.folder))

    def check_stray(self, names: Collection[str]) -> None:
        """Note the tree files of the corpus that have the name of none of its clusters."""
        for stem in sorted(set(self.beside) - set(names)):
            self.problems.add(f"there is no cluster {stem!r} for these trees", shown(self.beside[stem]))

    def of(self, draft: Draft, own: Treebank | None, problems: Problems) -> Treebank | None:
        """Return the trees that a cluster brings, its own ones among them; ``None`` where there are none."""
        path = self.given.get(draft.name)
        if path is None and own is None:
            path = self.beside.get(draft.name)
        return own if path is None else read_treebank(path, problems)


def _is_treebank(draft: Draft) -> bool:
    return draft.file.lower().endswith(".mrg")


def join_trees(
    file: str, texts: Sequence[Text], bank: Treebank, tokenized: bool, problems: Problems
) -> tuple[Tree, ...]:
    """Return the trees with the words as the sentences write them; trees of other words are noted."""
    if len(bank.trees) != len(texts):
        message = f"{len(bank.trees)} trees for the {len(texts)} sentences of {shown(file)}"
        problems.add(message, bank.file)
        return ()
    joined = []
    for text, tree, line in zip(texts, bank.trees, bank.lines, strict=True):
        try:
            joined.append(_joined(text, tree, tokenized))
        except ParseError as error:
            problems.extend(error, bank.file, line)
    return tuple(joined)


def _joined(text: Text, tree: Tree, tokenized: bool) -> Tree:
    if isinstance(text, tuple):
        # Only the trees' own words may hold a no-break space, which retoken would split at.
        return tree if text == tree.words() else retoken(tree, " ".join(text), exact=True)
    return retoken(tree, text, exact=tokenized)
