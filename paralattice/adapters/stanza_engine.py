"""Runs stanza's tagger and constituency parser (Qi et al. 2020) on batches of sentences.

The models of stanza's pipeline are called directly: the pipeline loses a whole batch if one sentence
fails, and its documents take a tenth of the time.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paralattice.adapters.inference import stanza_settings
from paralattice.adapters.interface import Forms, NoResultError, Tagged, Tags
from paralattice.syntax.tree import Tree

RESOURCES = Path(__file__).parent / "models" / "resources.json"
"""An empty list of stanza's models, because all files are given by their paths."""

MARGIN = 1e-4
"""A batch is rejected if the lead of a chosen tag or transition is smaller.

Scores vary by up to 1.2e-5 with the batch size, which changes the order of additions in matrix products.
"""

# Stanza's batch size; its limit of 5000 tokens still applies.
_ALL = 1_000_000


class StanzaEngine:
    """Stanza's tagger and constituency parser, without gradients and on one thread.

    Parameters
    ----------
    pipeline
        A ``stanza.Pipeline`` with the processors ``pos`` and ``constituency``.
    """

    def __init__(self, pipeline: Any) -> None:
        # Stanza has no public attribute for a processor's model.
        self._model = pipeline.processors["constituency"]._model
        self._pos = pipeline.processors["pos"]
        self._lead = float("inf")
        model = self._pos.trainer.model
        for classifier in (model.upos_clf, model.tag_clf["xpos"]):
            classifier.register_forward_hook(self._watch_tags)

    def tag(self, batch: Sequence[Forms]) -> list[Tags]:
        """Return the Penn tags of each sentence's forms.

        Raises
        ------
        NoResultError
            The batch has more than one sentence and a tag is a near tie.
        """
        from stanza.models.common.doc import Document

        document = Document([_rows(forms) for forms in batch])
        with stanza_settings():
            self._lead = float("inf")
            self._pos.process(document)
            self._check(len(batch))
        return [tuple(map(_tag, sentence.words)) for sentence in document.sentences]

    def parse(self, batch: Sequence[tuple[Forms, Tags | None]]) -> list[Tree]:
        """Return the tree of each sentence's forms, with the given tags or the tagger's.

        Raises
        ------
        NoResultError
            A sentence has no tree, or the batch has more than one sentence
            and a transition is a near tie.
        """
        untagged = [forms for forms, tags in batch if not tags]
        found_tags = iter(self.tag(untagged) if untagged else ())
        tagged: list[Tagged] = [
            list(zip(forms, tags or next(found_tags), strict=True)) for forms, tags in batch
        ]
        with stanza_settings():
            self._lead = float("inf")
            build = self._model.build_batch_from_tagged_words
            found = self._model.parse_sentences_no_grad(iter(tagged), build, len(batch), self._predict)
            if len(found) < len(batch):
                raise NoResultError("the parser found no tree")
            self._check(len(batch))
        return [
            own_tree(result.predictions[0].tree, forms)
            for result, (forms, _) in zip(found, batch, strict=True)
        ]

    def _check(self, sentences: int) -> None:
        if sentences > 1 and self._lead < MARGIN:
            raise NoResultError("a near tie")

    def _watch_tags(self, _module: Any, _inputs: Any, scores: Any) -> None:
        best = scores.topk(2, dim=-1).values
        self._lead = min(self._lead, float((best[..., 0] - best[..., 1]).min()))

    def _predict(self, states: Any, is_legal: bool = True) -> Any:
        scores, transitions, chosen = self._model.predict(states, is_legal)
        # The chosen transition is the best legal one, which need not have the best score.
        distances = (scores - chosen.unsqueeze(1)).abs().topk(2, dim=1, largest=False).values
        self._lead = min(self._lead, float(distances[:, 1].min()))
        return scores, transitions, chosen


def _rows(forms: Sequence[str]) -> list[dict[str, Any]]:
    return [{"id": (number,), "text": form} for number, form in enumerate(forms, start=1)]


def _tag(word: Any) -> str:
    # Tags in angle brackets, such as <UNK>, are internal to the tagger.
    return "XX" if not word.xpos or word.xpos.startswith("<") else str(word.xpos)


def load_pipeline(files: Mapping[str, Path], online: bool) -> Any:
    """Return a ``stanza.Pipeline`` of the models that ``files`` names by stanza's settings."""
    import stanza

    return stanza.Pipeline(
        "en",
        processors="tokenize,pos,constituency",
        download_method=stanza.DownloadMethod.REUSE_RESOURCES if online else None,
        dir=str(RESOURCES.parent),
        resources_filepath=str(RESOURCES),
        allow_unknown_language=True,
        use_gpu=False,
        verbose=False,
        tokenize_pretokenized=True,
        pos_batch_size=_ALL,
        **{setting: str(path) for setting, path in files.items()},
    )


def own_tree(top: Any, words: Sequence[str]) -> Tree:
    """Return a stanza tree as a :class:`paralattice.syntax.tree.Tree` with the given words."""
    nodes = _preorder(top)
    remaining = iter(words)
    built: dict[int, Tree] = {}
    for node in nodes:
        if node.is_preterminal():
            built[id(node)] = Tree(node.label, word=next(remaining, ""))
    # Children before their parents.
    for node in reversed(nodes):
        if not node.is_preterminal():
            built[id(node)] = Tree(node.label, tuple(built[id(child)] for child in node.children))
    tree = built[id(top)]
    return tree if tree.label == "ROOT" else Tree("ROOT", (tree,))


def _preorder(top: Any) -> list[Any]:
    """Return a stanza tree's nodes down to the preterminals, parents first, from left to right."""
    nodes, stack = [], [top]
    while stack:
        node = stack.pop()
        nodes.append(node)
        if not node.is_preterminal():
            stack.extend(reversed(node.children))
    return nodes
