"""Reading a corpus: from files to tokenised clusters; no problem stops the reading."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from orchestrator.corpora.declared import Declared, read_declared
from orchestrator.corpora.drafts import check_names, find_drafts, read_draft
from orchestrator.corpora.files import Found, find_files
from orchestrator.corpora.fingerprint import fingerprint
from orchestrator.corpora.model import ClusterDraft, Corpus, CorpusEntry, CorpusSettings
from orchestrator.corpora.tokenizing import tokenizer
from orchestrator.corpora.treebanks import Treebanks, join_trees
from orchestrator.io.problems import Problems
from orchestrator.io.text import shown
from paralattice.corpus import Cluster, Sentence
from paralattice.formats.corpora.clusters import Text
from paralattice.formats.names import name_problem
from paralattice.formats.tagged import tagged_tree
from paralattice.languages.registry import DEFAULT


def open_corpus(path: Path, settings: CorpusSettings | None = None) -> Corpus:
    """Find the files of a corpus; iterating over it reads and checks them, one cluster at a time.

    Parameters
    ----------
    path
        A folder with ``*.txt`` (one cluster per file, one sentence per line), ``*.jsonl``
        (one ``{"cluster", "sentence"}`` per line) and, beside them or alone, ``*.mrg``
        (one tree per sentence); or one such file.
    settings
        How to read it; by default as raw text, with only the trees beside it.
    """
    settings = settings or CorpusSettings()
    problems = Problems()
    found = find_files(path, problems)
    treebanks = Treebanks(found, settings, problems)
    current = partial(fingerprint, list(_files(found, treebanks)))
    # Before anything of a file is read: what changes later is seen by the next who reads the corpus.
    content = current()
    drafts, complete = find_drafts(found, settings.encoding, problems)
    check_names(drafts, problems)
    treebanks.check_missing(drafts)
    # A file that could not be read may hold the clusters that seem to be missing.
    names = {draft.name for draft in drafts} if complete else None
    if found.whole and names is not None:
        treebanks.check_superfluous(names)
    declared = read_declared(found.settings, names, problems) if found.settings else Declared()

    language = settings.language or declared.options.get("language", DEFAULT)

    def read() -> Iterator[CorpusEntry]:
        reader = _ClusterReader(treebanks, settings, language, Problems(problems.errors))
        for draft in drafts:
            entry = reader.entry(draft, declared.splits.get(draft.name, ""))
            # A wrong name is a problem already; one that is not Unicode cannot even be noted.
            if not name_problem(draft.name):
                yield entry
        reader.problems.raise_any()

    return Corpus(read, declared.options, found.ignored, content=content, current=current)


def _files(found: Found, treebanks: Treebanks) -> Iterator[tuple[str, str]]:
    """Yield the purpose and the path of each file that is read."""
    yield from (("text", path) for path in found.texts)
    yield from (("tree", path) for path in found.trees.values())
    yield from (("given", path) for path in treebanks.given.values())
    if found.settings:
        yield "settings", str(found.settings)


class _ClusterReader:
    """Reads the sentences and trees of clusters, one at a time."""

    def __init__(
        self, treebanks: Treebanks, settings: CorpusSettings, language: str, problems: Problems
    ) -> None:
        self.problems = problems
        self._treebanks = treebanks
        self._tokenized = settings.tokenized
        self._encoding = settings.encoding
        self._tagged = settings.tagged
        self._tokenize = tokenizer(settings.tokenized, language)

    def entry(self, draft: ClusterDraft, split: str) -> CorpusEntry:
        """Return the cluster and its trees; sentences are missing if a problem was added."""
        texts, own = read_draft(draft, self._encoding, self.problems)
        bank = self._treebanks.of(draft, own, self.problems)
        if self._tagged and bank is None:
            return self._tagged_entry(draft, texts, split)
        if bank is None or not texts:
            return CorpusEntry(Cluster(draft.name, tuple(map(self._sentence, texts)), split))
        if bank is own:
            # The sentences are the words of the trees: there is nothing to compare.
            return CorpusEntry(Cluster(draft.name, tuple(map(self._sentence, texts)), split), bank.trees)
        trees = join_trees(draft.file, texts, bank, self._tokenized, self.problems)
        sentences = tuple(
            Sentence.from_words(tree.words(), self._given(text))
            for tree, text in zip(trees, texts, strict=False)
        )
        return CorpusEntry(Cluster(draft.name, sentences, split), trees)

    def _tagged_entry(self, draft: ClusterDraft, texts: Sequence[Text], split: str) -> CorpusEntry:
        trees = []
        for line, text in enumerate(texts, 1):
            with self.problems.collected(draft.file):
                # In a file of several clusters the line is not known.
                trees.append(tagged_tree(text, shown(draft.file), 0 if draft.offsets else line))
        sentences = tuple(Sentence.from_words(tree.words()) for tree in trees)
        return CorpusEntry(Cluster(draft.name, sentences, split), tuple(trees))

    def _sentence(self, text: Text) -> Sentence:
        return Sentence.from_words(
            text if isinstance(text, tuple) else self._tokenize(text), self._given(text)
        )

    def _given(self, text: Text) -> str:
        """Return a sentence of raw text as it was given; empty for tokens."""
        return "" if self._tokenized or isinstance(text, tuple) else " ".join(text.split())
