"""Trains stanza's part-of-speech tagger, a bidirectional LSTM over words and letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from paralattice.adapters.inference import stanza_silenced
from paralattice.adapters.interface import Tagged
from paralattice.adapters.normalisation import model_form
from paralattice.adapters.options import TrainOptions
from paralattice.adapters.training.torch_state import (
    NAME,
    device,
    from_bytes,
    load_weights,
    saved_weights,
    seeded,
    stanza_defaults,
    to_bytes,
)

_MARKS = frozenset({",", ":", ".", "``", "''", "-LRB-", "-RRB-", "HYPH"})
_AT_ONCE = 100


class TaggerTraining:
    """A training of a tagger.

    Parameters
    ----------
    sentences
        Tokens with their Penn tags.
    vectors
        A file of word vectors in stanza's format.
    options
        Only the tagger's options and the seed are used.
    name
        Distinguishes trainings with the same seed, so that their random numbers differ.
    """

    def __init__(
        self, sentences: Iterable[Tagged], vectors: Path, options: TrainOptions, name: str = "tagger"
    ) -> None:
        self._rows = [_rows(sentence) for sentence in sentences]
        self._vectors = vectors
        self._options = options
        self._name = name
        self.epoch = 0

    @cached_property
    def _args(self) -> dict[str, Any]:
        hidden = self._options.tagger_hidden
        words = ["--lang", "en", "--shorthand", NAME, "--wordvec_pretrain_file", "", "--device", device()]
        # All sizes are proportional to the hidden layer's.
        sizes = {
            "hidden_dim": hidden,
            "char_hidden_dim": hidden // 2,
            "char_emb_dim": hidden // 4,
            "transformed_dim": hidden // 2,
            "deep_biaff_hidden_dim": max(hidden * 25 // 32, 4),
            "composite_deep_biaff_hidden_dim": max(hidden * 5 // 16, 4),
            "word_emb_dim": 50,
            "word_cutoff": 7,
        }
        rates = {"dropout": 0.35, "lr": self._options.tagger_learning_rate}
        own = {**sizes, **rates, "batch_size": self._options.tagger_batch}
        return {**stanza_defaults("tagger", words), **own}

    @cached_property
    def _pretrain(self) -> Any:
        from stanza.models.common.pretrain import Pretrain

        return Pretrain(str(self._vectors))

    @cached_property
    def _data(self) -> Any:
        from stanza.models.common.doc import Document
        from stanza.models.pos.data import Dataset

        with stanza_silenced():
            document = Document(self._rows)
            vocab = Dataset.init_vocab([document], self._args)
            data = Dataset(document, self._args, self._pretrain, vocab=vocab, evaluation=False)
        # The training data has no morphological features, so the tagger learns to predict none.
        data.has_tags = dict.fromkeys(data.has_tags, True)
        return data

    @cached_property
    def _trainer(self) -> Any:
        from stanza.models.pos.trainer import Trainer

        with seeded(self._options.seed, self._name, "start"):
            return Trainer(self._args, self._data.vocab, self._pretrain, device=device())

    def run_epoch(self) -> float:
        """Run one epoch; return the mean loss of a step."""
        from stanza.models.pos.data import ShuffledDataset

        trainer = self._trainer
        with seeded(self._options.seed, self._name, self.epoch + 1):
            batches = ShuffledDataset([self._data], self._options.tagger_batch)
            losses = [float(trainer.update(batch)) for batch in batches]
        self.epoch += 1
        return sum(losses) / len(losses)

    @property
    def learning_rate(self) -> float:
        """The learning rate."""
        return self._options.tagger_learning_rate

    def note_score(self, score: float) -> None:
        """Accept the score of the tagger, without effect."""

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
        """Return the tags of each sentence's tokens, in order."""
        import torch
        from stanza.models.common.doc import Document
        from stanza.models.common.utils import unsort
        from stanza.models.pos.data import Dataset

        document = Document([_rows([(word, "") for word in sentence]) for sentence in sentences])
        with seeded("tag"), torch.no_grad():
            settings = {"vocab": self._data.vocab, "evaluation": True, "sort_during_eval": True}
            data = Dataset(document, self._args, self._pretrain, **settings)
            found: list[Any] = []
            order: list[int] = []
            for batch in data.to_length_limited_loader(batch_size=_AT_ONCE, maximum_tokens=5000):
                order.extend(batch[-1])
                found += self._trainer.predict(batch)
        # Each word has a coarse tag, a Penn tag and features.
        return [tuple(tags[1] for tags in words) for words in unsort(found, order)]

    def state(self) -> bytes:
        """Return the weights and the states of the optimisers."""
        trainer = self._trainer
        return to_bytes(
            {
                "epoch": self.epoch,
                "model": saved_weights(trainer.model),
                "optimizers": {name: each.state_dict() for name, each in trainer.optimizers.items()},
            }
        )

    def restore(self, state: bytes) -> None:
        """Restore the state of a training with the same sentences and options.

        Raises
        ------
        ParseError
            The state is damaged.
        """
        content = from_bytes(state)
        load_weights(self._trainer.model, content["model"])
        for name, each in self._trainer.optimizers.items():
            each.load_state_dict(content["optimizers"][name])
        self.epoch = content["epoch"]

    def model(self) -> bytes:
        """Return the content of a model file for stanza."""
        from stanza.models.pos.tag_columns import tag_columns_from_args, tag_columns_to_config

        columns = tag_columns_to_config(tag_columns_from_args(self._args))
        return to_bytes(
            {
                "model": {name: value.cpu() for name, value in saved_weights(self._trainer.model).items()},
                "vocab": self._data.vocab.state_dict(),
                "config": {**self._args, "device": "cpu", "tag_columns": columns},
            }
        )


def _rows(sentence: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    return [
        {"id": (number,), "text": model_form(word), "xpos": tag, "upos": _coarse(tag)}
        for number, (word, tag) in enumerate(sentence, start=1)
    ]


def _coarse(tag: str) -> str:
    """Return a substitute for the universal tag, on which stanza's tagger bases the Penn tag."""
    # In training, stanza sometimes drops a final full stop with this tag, as in headlines.
    return "PUNCT" if tag in _MARKS else tag[:2]
