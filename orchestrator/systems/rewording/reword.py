"""`orchestrator reword run`: rewords sentences in this process or on workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console

from orchestrator.corpora.tokenizing import tokenizer
from orchestrator.corpora.wordnet_files import DEBIAN_WORDNET, open_wordnet, wordnet_files
from orchestrator.engine.resources import Resources
from orchestrator.io.model_folder import ModelFolder
from orchestrator.systems.rewording.output import SentenceRewordings
from paralattice.adapters.tagging import tags_of_words
from paralattice.errors import FormatError, RewordError
from paralattice.rewording.decoding.decoder import ranked_paraphrases
from paralattice.rewording.decoding.drawing import draw_generation_svg, shown_edges, write_generation_dot
from paralattice.rewording.decoding.phrasal_rewording import Rewording
from paralattice.rewording.decoding.rewriter import Rewriter
from paralattice.rewording.options import DecodeOptions
from tasks.code import code_of
from workers.store import Artefact, Store, digest

if TYPE_CHECKING:
    # The workers' modules take long to import, and only many sentences need them.
    from orchestrator.engine.work_items import Item
    from orchestrator.engine.worker_pool import WorkerPool

#: Largest number of sentences that are reworded in this process; more go to workers.
FEW = 200
_BATCH = 50


@dataclass(frozen=True, slots=True)
class RewordRequest:
    """How to reword sentences.

    Attributes
    ----------
    model
        The model's folder.
    options
        Options of the decoder, such as u and the number of rewordings.
    system
        A key of :data:`paralattice.rewording.decoding.rewriter.SYSTEMS`.
    wordnet
        Folder of WordNet's database files.
    seed
        Random seed of the system ``wn``.
    tokenized
        Whether input and output have blanks between all tokens.
    tags
        Whether the parser's tags check the part of speech of new words.
    """

    model: Path
    options: DecodeOptions
    system: str = "pr"
    wordnet: Path = DEBIAN_WORDNET
    seed: int = 2004
    tokenized: bool = False
    tags: bool = True

    @property
    def uses_wordnet(self) -> bool:
        """Whether the system needs WordNet."""
        return self.system.startswith("wn")


def open_rewriter(request: RewordRequest, sentences: Iterable[Sequence[str]]) -> Rewriter:
    """Return the system of a request, with the part of the model that the sentences need.

    Raises
    ------
    ParalatticeError
        Model or WordNet cannot be read.
    """
    wordnet = open_wordnet(request.wordnet) if request.uses_wordnet else None
    words = {word.lower() for sentence in sentences for word in sentence}
    model = ModelFolder(request.model).load(words)
    return Rewriter(model, request.system, wordnet, request.seed, tags_of_words if request.tags else None)


def reword_texts(
    texts: Iterable[str],
    request: RewordRequest,
    resources: Callable[[], Resources],
    console: Console,
    always: bool = False,
) -> Iterator[SentenceRewordings]:
    """Yield the rewordings of sentences, in their order.

    Up to :data:`FEW` sentences are reworded in this process, more on workers.

    Parameters
    ----------
    texts
        Sentences.
    request
        How to reword them.
    resources
        Returns the configuration of workers; called only if they are needed.
    console
        Where to print progress.
    always
        Whether workers reword even few sentences.

    Raises
    ------
    ParalatticeError
        Model or WordNet cannot be read, or a batch cannot be computed.
    StopRequest
        A stop was requested.
    """
    rest = iter(texts)
    first = list(islice(rest, FEW + 1))
    if len(first) > FEW or (always and first):
        from orchestrator.engine.worker_pool import open_worker_pool

        used = resources()
        shared = store_batch_inputs(used.open_store(), request)
        with (
            TemporaryDirectory(prefix="paralattice-") as logs,
            open_worker_pool(used, "reword", Path(logs), console) as workers,
        ):
            yield from gather_rewordings(chain(first, rest), request, shared, workers)
        return
    sentences = list(map(tokenizer(request.tokenized), first))
    found = open_rewriter(request, sentences).reword_all(sentences, request.options)
    for text, words, rewordings in zip(first, sentences, found, strict=True):
        yield SentenceRewordings(text, words, tuple(rewordings), request.tokenized)


def store_batch_inputs(store: Store, request: RewordRequest) -> dict[str, Any]:
    """Store the model and WordNet; return the part of a batch's content that refers to them."""
    folder = ModelFolder(request.model)
    model = digest("model", folder.identity)
    store.once(model, lambda: Artefact(None, folder.texts()))
    wordnet = None
    if request.uses_wordnet:
        files = wordnet_files(request.wordnet)
        wordnet = digest("wordnet", {name: sha256(data).hexdigest() for name, data in files.items()})
        store.once(wordnet, lambda: Artefact(None, files))
    names = ("system", "seed", "tags")
    return {"model": model, "wordnet": wordnet, **{name: getattr(request, name) for name in names}}


def gather_rewordings(
    texts: Iterable[str], request: RewordRequest, shared: dict[str, Any], work: WorkerPool
) -> Iterator[SentenceRewordings]:
    """Reword batches of sentences; yield the sentences in order.

    Raises
    ------
    RewordError
        A batch cannot be computed.
    """
    from orchestrator.engine.work_items import Item

    waiting: dict[str, list[tuple[str, tuple[str, ...]]]] = {}

    def items() -> Iterator[Item]:
        rest, tokenize = iter(texts), tokenizer(request.tokenized)
        while batch := [(text, tokenize(text)) for text in islice(rest, _BATCH)]:
            name = f"batch-{len(waiting) + 1}"
            waiting[name] = batch
            content = {
                **shared,
                "options": request.options.to_dict(),
                "sentences": [words for _, words in batch],
            }
            yield Item(name, digest("reword", code_of("reword"), content), content)

    done: dict[str, list[Any]] = {}
    number = 1
    for item, artefact in work.compute("reword", items(), "batches"):
        done[item.name] = artefact.value
        while f"batch-{number}" in done:
            name = f"batch-{number}"
            for (text, words), row in zip(waiting[name], done.pop(name), strict=True):
                ways = msgspec.convert(row, tuple[Rewording, ...])
                yield SentenceRewordings(text, words, ways, request.tokenized)
            waiting[name] = []
            number += 1
    if number <= len(waiting):
        name = f"batch-{number}"
        raise RewordError(f"{name}: {work.failures.get(name, 'no result')}")


def draw_lattice(text: str, request: RewordRequest, form: str, edges: int) -> str:
    """Return a picture of a sentence's generation lattice (Figure 2), with the best rewording highlighted.

    Parameters
    ----------
    form
        ``svg`` or ``dot``.
    edges
        Number of edges to show, the most probable ones.

    Raises
    ------
    FormatError
        The sentence has no words.
    ParalatticeError
        Model or WordNet cannot be read.
    """
    words = tokenizer(request.tokenized)(text)
    if not words:
        raise FormatError("the sentence is empty: there is no lattice to show")
    rewriter = open_rewriter(request, [words])
    lattice = rewriter.lattice(words, request.options)
    ways = ranked_paraphrases(lattice, rewriter.model.language_model)
    taken = next((way.edges for way in ways if way.words != lattice.words), ())
    draw: Callable[..., str] = draw_generation_svg if form == "svg" else write_generation_dot
    return draw(lattice, shown_edges(lattice, edges, taken), taken)
