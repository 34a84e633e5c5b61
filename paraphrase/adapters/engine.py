"""The tagger and the parser as two functions over a batch.

Stanza's pipeline is built once, but its documents are left out: they lose a
whole batch where one sentence fails, and cost a tenth of the time.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from paraphrase.errors import ParseError

MARGIN = 1e-4
"""The lead of the chosen tag or transition below which a batch is not trusted.

Scores move by up to 1.2e-5 with the number of sentences in a batch, for the
matrix products underneath sum in another order.
"""

TAGGER = "tagger_path"
"""Names the file with a tagger of :mod:`paraphrase.adapters.perceptron`; other names are stanza's."""

Item = TypeVar("Item")
Result = TypeVar("Result")
Tagged = list[tuple[str, str]]
"""A sentence as (form, tag) pairs."""


# The tagger's own bound: 5000 tokens are its other one.
_ALL = 1_000_000


class NoResultError(Exception):
    """A batch that has no result, or none that would be the same in another batch."""


class Tagger(Protocol):
    """What gives each sentence its Penn tags, whatever the other sentences are."""

    def tag(self, sentences: Sequence[list[str]]) -> list[list[str]]:
        """Return the tags of each sentence's forms."""


class Engine:
    """A tagger and stanza's constituency parser, without gradients and on one thread.

    Parameters
    ----------
    pipeline
        A ``stanza.Pipeline`` with the processors ``constituency`` and, where no tagger is given, ``pos``.
    tagger
        A tagger instead of stanza's.
    """

    def __init__(self, pipeline: Any, tagger: Tagger | None = None) -> None:
        from paraphrase.adapters.pools import drop_features, pool_stacks

        # Stanza offers no public way to the model below a processor.
        self._model = pipeline.processors["constituency"]._model
        self._lead = float("inf")
        pool_stacks(self._model)
        self._tagger = tagger
        if tagger is None:
            self._pos = pipeline.processors["pos"]
            model = self._pos.trainer.model
            drop_features(model)
            for classifier in (model.upos_clf, model.tag_clf["xpos"]):
                classifier.register_forward_hook(self._watch_tags)

    def tag(self, batch: Sequence[list[str]]) -> list[list[str]]:
        """Return the Penn tags of each sentence's forms.

        Raises
        ------
        NoResultError
            The batch has more than one sentence and a tag is a near tie.
        """
        if self._tagger is not None:
            return self._tagger.tag(batch)
        from stanza.models.common.doc import Document

        document = Document([_rows(forms) for forms in batch])
        with _calm():
            self._lead = float("inf")
            self._pos.process(document)
            self._check(len(batch))
        return [[word.xpos or "" for word in sentence.words] for sentence in document.sentences]

    def trees(self, batch: Sequence[Tagged]) -> list[Any]:
        """Return stanza's tree of each sentence.

        Raises
        ------
        NoResultError
            A sentence has no tree, or the batch has more than one sentence
            and a transition is a near tie.
        """
        with _calm():
            self._lead = float("inf")
            build = self._model.build_batch_from_tagged_words
            found = self._model.parse_sentences_no_grad(iter(batch), build, len(batch), self._predict)
            if len(found) < len(batch):
                raise NoResultError("the parser found no tree")
            self._check(len(batch))
        return [result.predictions[0].tree for result in found]

    def _check(self, sentences: int) -> None:
        if sentences > 1 and self._lead < MARGIN:
            raise NoResultError("a near tie")

    def _watch_tags(self, _module: Any, _inputs: Any, scores: Any) -> None:
        best = scores.topk(2, dim=-1).values
        self._lead = min(self._lead, float((best[..., 0] - best[..., 1]).min()))

    def _predict(self, states: Any, is_legal: bool = True) -> Any:
        scores, transitions, chosen = self._model.predict(states, is_legal)
        # The chosen transition is the best legal one, not always the best.
        distances = (scores - chosen.unsqueeze(1)).abs().topk(2, dim=1, largest=False).values
        self._lead = min(self._lead, float(distances[:, 1].min()))
        return scores, transitions, chosen


def _rows(forms: Sequence[str]) -> list[dict[str, Any]]:
    return [{"id": (number,), "text": form} for number, form in enumerate(forms, start=1)]


def load_engine(files: Mapping[str, Path], resources: Path, online: bool = False) -> Engine:
    """Load the models that ``files`` names by stanza's settings; set torch to one thread.

    Parameters
    ----------
    resources
        A file that holds ``{}``: stanza insists on a list of models.
    online
        Whether a transformer that a model names may be downloaded.

    Raises
    ------
    ParseError
        A file is damaged, which the message names, or a package is missing.
    """
    import torch

    torch.set_num_threads(1)
    with quiet():
        try:
            return Engine(_pipeline(files, resources, online), _tagger(files))
        except ImportError as error:
            raise ParseError(f"the parser needs a package: {error}") from error
        except Exception as error:  # stanza lets through whatever its readers raise
            raise ParseError(_diagnosis(files, error)) from error


def _tagger(files: Mapping[str, Path]) -> Tagger | None:
    if TAGGER not in files:
        return None
    from paraphrase.adapters.perceptron.model import PerceptronTagger

    return PerceptronTagger.from_bytes(files[TAGGER].read_bytes())


def _pipeline(files: Mapping[str, Path], resources: Path, online: bool) -> Any:
    import stanza

    tagged = TAGGER in files
    return stanza.Pipeline(
        "en",
        processors="tokenize,constituency" if tagged else "tokenize,pos,constituency",
        constituency_pretagged=tagged,
        download_method=stanza.DownloadMethod.REUSE_RESOURCES if online else None,
        dir=str(resources.parent),
        resources_filepath=str(resources),
        allow_unknown_language=True,
        use_gpu=False,
        verbose=False,
        tokenize_pretokenized=True,
        pos_batch_size=_ALL,
        **{setting: str(path) for setting, path in files.items() if setting != TAGGER},
    )


def _diagnosis(files: Mapping[str, Path], error: Exception) -> str:
    import torch

    for path in sorted(set(files.values())):
        try:
            if path == files.get(TAGGER):
                _tagger(files)
            else:
                torch.load(path, map_location="cpu", weights_only=True)
        except Exception as damage:  # whatever unpickling a damaged file raises
            return f"{path} is not a model file or is damaged: {_one_line(damage)}"
    return f"the parser's models cannot be loaded: {_one_line(error)}"


def _one_line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:200]}" if text else type(error).__name__


@contextmanager
def quiet() -> Iterator[None]:
    """Without stanza's log, which stanza sets up to be written to standard error."""
    logger = logging.getLogger("stanza")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


@contextmanager
def _calm() -> Iterator[None]:
    """Without gradients, without stanza's log, without oneDNN, and without collecting garbage.

    oneDNN packs weights anew for every product, which costs small batches more than it
    saves; without it one kind of product serves all batch sizes.  Parsing makes tens of
    thousands of objects that are all still in use: looking for garbage among
    them takes a fifth of the time.
    """
    import torch

    onednn: Any = torch.backends.mkldnn
    enabled, collecting = onednn.enabled, gc.isenabled()
    onednn.enabled = False
    gc.disable()
    try:
        with quiet(), torch.inference_mode():
            yield
    finally:
        onednn.enabled = enabled
        if collecting:
            gc.enable()


_FAILURES = (NoResultError, LookupError, TypeError, ValueError, RuntimeError, AssertionError)


def in_parts(
    work: Callable[[Sequence[Item]], list[Result]], items: Sequence[Item]
) -> list[Result | Exception]:
    """Return the result of every item, where ``work`` fails as a whole for the sake of one.

    A batch that fails is halved until the items that fail stand alone; for
    these the exception is returned.  Exceptions that no sentence causes, such as a
    task's time limit, pass.

    Raises
    ------
    MemoryError
        Also where torch reports it as a ``RuntimeError``.
    """
    results: list[Result | Exception] = [NoResultError("not reached")] * len(items)
    parts = [(0, len(items))] if items else []
    while parts:
        start, stop = parts.pop()
        try:
            results[start:stop] = work(items[start:stop])
        except _FAILURES as error:
            _pass_on_memory(error)
            if stop - start == 1:
                results[start] = error
            else:
                middle = (start + stop) // 2
                parts += [(middle, stop), (start, middle)]
    return results


def _pass_on_memory(error: Exception) -> None:
    if isinstance(error, RuntimeError) and "allocate memory" in str(error):
        raise MemoryError(str(error)) from error
