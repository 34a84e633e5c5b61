"""The key terms of events: given in a file, in ``terms.txt`` beside the documents, or suggested."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from orchestrator.corpora.tokenizing import tokenizer
from orchestrator.documents.files import FoundEvents
from orchestrator.documents.model import DocumentSettings, NewsEvent
from orchestrator.documents.tagging import TagWords
from orchestrator.io.problems import Problems
from orchestrator.io.text import read_bytes, shown
from paralattice.adapters.tagging import tags_of_words
from paralattice.clustering import Suggestion, suggest_terms
from paralattice.clustering.suggesting import tags_by_form
from paralattice.formats.corpora.key_terms import KeyTerm, KeyTerms, read_key_terms
from paralattice.formats.names import name_problem
from paralattice.languages.registry import language_of


@dataclass(frozen=True, slots=True)
class EventTerms:
    """The key terms of an event.

    Attributes
    ----------
    terms
        In their order; may be empty.
    suggestions
        The suggestion of each term; empty if the terms were given.
    """

    terms: Sequence[KeyTerm]
    suggestions: Sequence[Suggestion] = ()


def terms_of_events(
    found: FoundEvents,
    events: Sequence[NewsEvent],
    settings: DocumentSettings,
    tokenized: bool,
    problems: Problems,
) -> list[EventTerms]:
    """Return the key terms of each event.

    The file in the settings takes precedence over ``terms.txt`` of an event's folder, and that over the one
    of the folder of events; without a file, terms are suggested.
    """
    given = [None] * len(events) if settings.suggest else list(_given(found, events, settings, problems))
    missing = [number for number, terms in enumerate(given) if terms is None]
    suggested: dict[int, EventTerms] = {}
    if missing and not problems.errors:
        sentences = [event.sentences for event in events]
        tagger = _tagger(settings, tokenized)
        suggestions = map(_of_suggestions, suggest_terms(sentences, tagger, settings.options, missing))
        suggested.update(zip(missing, suggestions, strict=True))
    return [
        suggested.get(number, EventTerms(())) if terms is None else EventTerms(terms)
        for number, terms in enumerate(given)
    ]


def _given(
    found: FoundEvents, events: Sequence[NewsEvent], settings: DocumentSettings, problems: Problems
) -> Iterator[list[KeyTerm] | None]:
    """Yield the terms given for each event; ``None`` without one."""
    common_file = settings.terms or (None if found.single else found.top.terms)
    names = [event.name for event in events]
    encoding = settings.encoding
    common = _read(common_file, names, encoding, problems) if common_file else None
    for folder, event in zip(found.events, events, strict=True):
        own = folder.terms if settings.terms is None else None
        terms = (_read(own, [event.name], encoding, problems) if own else common) or None
        listed = terms.of(event.name) if terms else None
        yield listed if listed or common_file or own else None


def _read(path: Path, names: Sequence[str], encoding: str, problems: Problems) -> KeyTerms:
    terms = KeyTerms()
    with problems.collected(path):
        terms = read_key_terms(read_bytes(path, encoding), shown(path))
    for name in terms.by_event:
        if name not in names:
            there = ", ".join(filter(None, names)) or "one event alone, which needs no heading"
            problems.add(f"there is no event {name!r}; there is {there}", path, terms.lines[name])
    return terms


def _of_suggestions(suggestions: Sequence[Suggestion]) -> EventTerms:
    kept: dict[str, tuple[KeyTerm, Suggestion]] = {}
    for suggestion in suggestions:
        # Some file systems treat names that differ only in case as the same.
        if not name_problem(suggestion.form):
            kept.setdefault(
                suggestion.form.casefold(), (KeyTerm(suggestion.form, (suggestion.form,)), suggestion)
            )
    return EventTerms([term for term, _ in kept.values()], [suggestion for _, suggestion in kept.values()])


def _tagger(
    settings: DocumentSettings, tokenized: bool
) -> Callable[[list[str]], list[list[tuple[str, str]]]]:
    language = settings.options.language
    tokenize = tokenizer(tokenized, language)
    tag: TagWords = partial(tags_by_form, language=language)
    if language_of(language).parsed:
        tag = settings.tag or tags_of_words

    def tagged(texts: list[str]) -> list[list[tuple[str, str]]]:
        tokens = [tokenize(text) for text in texts]
        return [list(zip(words, tags, strict=True)) for words, tags in zip(tokens, tag(tokens), strict=True)]

    return tagged
