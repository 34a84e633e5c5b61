"""Reading a corpus: the stages from files to clusters, none of which stops at the first problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from orchestrator.corpora.declared import Declared, read_declared
from orchestrator.corpora.drafts import check_names, read_drafts
from orchestrator.corpora.files import Found, find_files
from orchestrator.corpora.model import Corpus, CorpusSettings, Draft, Problems
from orchestrator.corpora.treebanks import Treebanks, join_trees
from paraphrase.corpus import Cluster, Sentence, Token
from paraphrase.formats.clusters import Text
from paraphrase.tree import Tree

Tokenizer = Callable[[str], Sequence[str]]


def read_corpus(path: Path, settings: CorpusSettings | None = None) -> Corpus:
    """Return the corpus in a folder or file.

    Parameters
    ----------
    path
        A folder with ``*.txt`` (a cluster a file, a sentence a line), ``*.jsonl``
        (``{"cluster", "sentence"}`` a line) and, beside them or alone, ``*.mrg``
        (a tree a sentence); or one such file.
    settings
        How to read it; by default raw text, and no trees but those beside it.

    Raises
    ------
    ProblemsError
        All problems of all files, each with its file and, where it has one, its line.
    """
    settings = settings or CorpusSettings()
    problems = Problems()
    found = find_files(path, problems)
    drafts = read_drafts(found, problems)
    check_names(drafts, problems)
    treebanks = Treebanks(found, settings.parses, problems)
    declared = _check_files(drafts, found, treebanks, problems)
    builder = _Builder(treebanks, settings.tokenized, problems)
    clusters = [builder.cluster(draft, declared.splits.get(draft.name, "")) for draft in drafts]
    problems.raise_any()
    return Corpus(tuple(clusters), builder.trees, declared.options, found.ignored)


def _check_files(drafts: Sequence[Draft], found: Found, treebanks: Treebanks, problems: Problems) -> Declared:
    """Check the trees and ``corpus.toml`` against the clusters' names, and return what is declared."""
    names = {draft.name for draft in drafts}
    treebanks.check_missing(drafts)
    # A file that could not be read may hold the clusters that seem to be missing.
    if found.whole and found.complete:
        treebanks.check_stray(names)
    if found.settings is None:
        return Declared()
    return read_declared(found.settings, names if found.complete else None, problems)


class _Tokens(dict[str, Token]):
    """The token of each word: words recur, so that a large corpus fits in little memory."""

    def __missing__(self, word: str) -> Token:
        return self.setdefault(word, Token(word))

    def sentence(self, words: Iterable[str]) -> Sentence:
        """Return the sentence of these words."""
        return Sentence(tuple(map(self.__getitem__, words)))


class _Builder:
    """Make clusters of drafts, and keep their trees.

    Attributes
    ----------
    trees
        As in :class:`Corpus`.
    """

    def __init__(self, treebanks: Treebanks, tokenized: bool, problems: Problems) -> None:
        self.trees: dict[str, tuple[Tree, ...]] = {}
        self._treebanks = treebanks
        self._tokenized = tokenized
        self._problems = problems
        self._tokens = _Tokens()
        self._tokenize: Tokenizer | None = str.split if tokenized else None

    def cluster(self, draft: Draft, split: str) -> Cluster:
        """Return the cluster; it lacks sentences where a problem was noted."""
        bank = self._treebanks.of(draft)
        if bank is None or not draft.texts:
            return Cluster(draft.name, tuple(map(self._sentence, draft.texts)), split)
        trees = join_trees(draft, bank, self._tokenized, self._problems)
        self.trees[draft.name] = trees
        return Cluster(draft.name, tuple(self._tokens.sentence(tree.words()) for tree in trees), split)

    def _sentence(self, text: Text) -> Sentence:
        if isinstance(text, tuple):
            return self._tokens.sentence(text)
        return self._tokens.sentence(self._tokenizer()(text))

    def _tokenizer(self) -> Tokenizer:
        if self._tokenize is None:
            # A corpus that is tokenised already needs no model library.
            from paraphrase.adapters.text import tokenize

            self._tokenize = tokenize
        return self._tokenize
