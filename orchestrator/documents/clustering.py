"""From a folder of documents to named clusters of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from orchestrator.corpora.declared import Declared, read_declared
from orchestrator.corpora.files import shown
from orchestrator.corpora.model import Problems
from orchestrator.documents.files import FoundEvents, find_events
from orchestrator.documents.model import DocumentSettings, Event
from orchestrator.documents.reading import is_page, read_events
from orchestrator.documents.terms import EventTerms, terms_of_events
from paralattice.clustering import Member, TermCluster, gather_clusters
from paralattice.errors import ClusterError
from paralattice.formats.names import clashing_names, name_problem


@dataclass(frozen=True, slots=True)
class NamedCluster:
    """A cluster with its name in the corpus.

    Attributes
    ----------
    name
        That of the key term, behind that of the event where there are several.
    event
        Where the sentences are.
    cluster
        Which sentences they are.
    split
        ``train``, ``dev``, ``test``, or empty.
    """

    name: str
    event: Event
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
        Their files.
    events, terms
        The events and the key terms of each.
    clusters
        Those large enough, by event and term; at least one.
    small
        Those too small, maybe empty ones.
    declared
        What ``corpus.toml`` says.
    """

    found: FoundEvents
    events: Sequence[Event]
    terms: Sequence[EventTerms]
    clusters: Sequence[NamedCluster]
    small: Sequence[NamedCluster] = ()
    declared: Declared = field(default_factory=Declared)


def load_events(path: Path, settings: DocumentSettings, tokenized: bool) -> tuple[FoundEvents, list[Event]]:
    """Return the events below a folder, read.

    Raises
    ------
    ProblemsError
        All that is wrong with the documents.
    """
    problems = Problems()
    if not path.is_dir():
        problems.add("there is no such folder of documents", shown(path))
        problems.raise_any()
    found = find_events(path, problems)
    pages = [file for folder in found.events for file in folder.documents if is_page(file)]
    if tokenized and pages:
        problems.add("a web page is not tokenised, and --tokenized was given", shown(pages[0]))
    events = read_events(found, settings.lines or tokenized, problems)
    problems.raise_any()
    return found, events


def cluster_documents(path: Path, settings: DocumentSettings, tokenized: bool = False) -> Clustered:
    """Read documents and put their sentences into clusters.

    Parameters
    ----------
    path
        A folder of documents, or of events, each a folder of documents.
    settings
        Which key terms, and how sentences are put into clusters.
    tokenized
        Whether texts have a sentence a line, and white space between tokens.

    Raises
    ------
    ProblemsError
        All that is wrong with documents, terms and ``corpus.toml``.
    ClusterError
        There is no cluster.
    """
    found, events = load_events(path, settings, tokenized)
    problems = Problems()
    terms = terms_of_events(found, events, settings, tokenized, problems)
    problems.raise_any()
    named = list(_clusters(events, terms, settings, problems))
    _check_names(named, path, problems)
    declared = _declared(found, named, problems)
    problems.raise_any()
    least = settings.options.least
    kept = [_in_split(one, declared) for one in named if len(one.cluster.members) >= least]
    if not kept:
        raise ClusterError(f"{shown(path)}: no key term is in {least} sentences or more")
    small = [one for one in named if len(one.cluster.members) < least]
    return Clustered(found, events, terms, kept, small, declared)


def _clusters(
    events: Sequence[Event], terms: Sequence[EventTerms], settings: DocumentSettings, problems: Problems
) -> Iterator[NamedCluster]:
    for event, listed in zip(events, terms, strict=True):
        try:
            clusters = gather_clusters(event.sentences, listed.terms, settings.options)
        except ClusterError as error:
            problems.add(f"{error}; choose rarer terms, or --most", event.name or "the documents")
            continue
        for cluster in clusters:
            name = f"{event.name}.{cluster.term.name}" if event.name else cluster.term.name
            yield NamedCluster(name, event, cluster, cluster.term.split)


def _check_names(named: Sequence[NamedCluster], path: Path, problems: Problems) -> None:
    for one in named:
        problem = name_problem(one.name)
        if problem:
            problems.add(f"a cluster cannot have the name {one.name!r}: {problem}", shown(path))
    for names in clashing_names(one.name for one in named):
        problems.add(f"two clusters have the name {names[0]!r}", shown(path))


def _declared(found: FoundEvents, named: Sequence[NamedCluster], problems: Problems) -> Declared:
    if found.top.settings is None:
        return Declared()
    declared = read_declared(found.top.settings, {one.name for one in named}, problems)
    if declared.splits and any(one.split for one in named):
        problems.add(
            "splits are declared here and with @ in the key terms: choose one", shown(found.top.settings)
        )
    return declared


def _in_split(one: NamedCluster, declared: Declared) -> NamedCluster:
    return NamedCluster(one.name, one.event, one.cluster, declared.splits.get(one.name, one.split))
