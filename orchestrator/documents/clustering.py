"""Named clusters of the sentences in a folder of documents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from orchestrator.corpora.declared import Declared, read_declared
from orchestrator.corpora.drafts import check_names
from orchestrator.corpora.model import ClusterDraft
from orchestrator.documents.files import FoundEvents, find_events
from orchestrator.documents.model import DocumentSettings, NewsEvent
from orchestrator.documents.reading import is_page, read_events
from orchestrator.documents.terms import EventTerms, terms_of_events
from orchestrator.io.problems import Problems
from orchestrator.io.text import shown
from paralattice.clustering import Member, TermCluster, gather_clusters
from paralattice.errors import ClusterError


@dataclass(frozen=True, slots=True)
class NamedCluster:
    """A cluster with its name in the corpus.

    Attributes
    ----------
    name
        The name of the key term, after that of the event if there are several events.
    event
        The documents that hold the sentences.
    cluster
        Which sentences of the documents are in the cluster.
    split
        ``train``, ``dev``, ``test``, or empty.
    """

    name: str
    event: NewsEvent
    cluster: TermCluster
    split: str = ""

    def text(self, member: Member) -> str:
        """Return a sentence, one line of text."""
        return self.event.documents[member.document].sentences[member.sentence]

    @property
    def texts(self) -> list[str]:
        """The sentences."""
        return [self.text(member) for member in self.cluster.members]


@dataclass(frozen=True, slots=True)
class Clustered:
    """The documents of a folder, clustered.

    Attributes
    ----------
    found
        The files of the documents.
    events, terms
        The events and the key terms of each.
    clusters
        The clusters that are large enough, by event and term; at least one.
    small
        The clusters that are too small; some may be empty.
    declared
        The content of ``corpus.toml``.
    """

    found: FoundEvents
    events: Sequence[NewsEvent]
    terms: Sequence[EventTerms]
    clusters: Sequence[NamedCluster]
    small: Sequence[NamedCluster] = ()
    declared: Declared = field(default_factory=Declared)


def load_events(
    path: Path, settings: DocumentSettings, tokenized: bool
) -> tuple[FoundEvents, list[NewsEvent]]:
    """Find and read the events below a folder.

    Raises
    ------
    ProblemsError
        All problems of the documents.
    """
    problems = Problems()
    if not path.is_dir():
        problems.add("there is no such folder of documents", path)
        problems.raise_any()
    found = find_events(path, problems)
    pages = [file for folder in found.events for file in folder.documents if is_page(file)]
    if tokenized and pages:
        problems.add("a web page is not tokenised, and --tokenized was given", pages[0])
    lines = settings.lines or tokenized
    events = read_events(found, lines, problems, settings.options.language, settings.encoding)
    problems.raise_any()
    return found, events


def cluster_documents(path: Path, settings: DocumentSettings, tokenized: bool = False) -> Clustered:
    """Read documents and put their sentences into clusters.

    Parameters
    ----------
    path
        A folder of documents, or of events, each a folder of documents.
    settings
        The key terms, and how sentences are put into clusters.
    tokenized
        Whether texts have one sentence per line, with white space between tokens.

    Raises
    ------
    ProblemsError
        All problems of documents, terms and ``corpus.toml``.
    ClusterError
        There is no cluster.
    """
    found, events = load_events(path, settings, tokenized)
    problems = Problems()
    terms = terms_of_events(found, events, settings, tokenized, problems)
    problems.raise_any()
    named = list(_clusters(events, terms, settings, problems))
    check_names([ClusterDraft(one.name, str(path)) for one in named], problems)
    declared = _declared(found, named, problems)
    language = declared.options.get("language", settings.options.language)
    if found.top.settings and language != settings.options.language:
        problems.add(
            "documents are split before corpus.toml is read: give --language " + language, found.top.settings
        )
    problems.raise_any()
    least = settings.options.least
    kept = [
        replace(one, split=declared.splits.get(one.name, one.split))
        for one in named
        if len(one.cluster.members) >= least
    ]
    if not kept:
        raise ClusterError(f"{shown(path)}: no key term is in {least} sentences or more")
    small = [one for one in named if len(one.cluster.members) < least]
    return Clustered(found, events, terms, kept, small, declared)


def _clusters(
    events: Sequence[NewsEvent], terms: Sequence[EventTerms], settings: DocumentSettings, problems: Problems
) -> Iterator[NamedCluster]:
    for event, listed in zip(events, terms, strict=True):
        try:
            clusters = gather_clusters(event.sentences, listed.terms, settings.options)
        except ClusterError as error:
            problems.add(f"{error}; choose rarer terms, or --most", event.name or "the documents")
            continue
        for cluster in clusters:
            name = ".".join(filter(None, (event.name, cluster.term.name)))
            yield NamedCluster(name, event, cluster, cluster.term.split)


def _declared(found: FoundEvents, named: Sequence[NamedCluster], problems: Problems) -> Declared:
    if found.top.settings is None:
        return Declared()
    declared = read_declared(found.top.settings, {one.name for one in named}, problems)
    if declared.splits and any(one.split for one in named):
        problems.add("splits are declared here and with @ in the key terms: choose one", found.top.settings)
    return declared
