"""Trains stanza's shift-reduce parser with in-order transitions.

The model is that of stanza 1.15: a transition parser over LSTM stacks (Dyer et al. 2015) with in-order
transitions (Liu & Zhang 2017) and a dynamic oracle.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from paralattice.adapters.inference import split_on_failure
from paralattice.adapters.interface import NoResultError, Tagged
from paralattice.adapters.normalisation import model_form
from paralattice.adapters.options import TrainOptions
from paralattice.adapters.shift_reduce.parsing import own_tree
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
from paralattice.errors import ParseError
from paralattice.tree import Tree

_ROOTS = frozenset({"ROOT", "TOP", "S1", ""})


class ParserTraining:
    """A training of a shift-reduce parser.

    Parameters
    ----------
    trees
        Trees with predicted tags.  Trees of one word are left out.
    vectors
        A file of word vectors in stanza's format.
    options
        Only the parser's options and the seed are used.

    Raises
    ------
    ParseError
        No tree has more than one word, or stanza cannot derive a tree by transitions.
    """

    def __init__(self, trees: Iterable[Tree], vectors: Path, options: TrainOptions) -> None:
        self._trees = [_stanza_tree(tree) for tree in trees if len(tree.words()) > 1]
        if not self._trees:
            raise ParseError("a parser cannot be trained: no tree has more than one word")
        self._vectors = vectors
        self._options = options
        self.epoch = 0

    @cached_property
    def _args(self) -> dict[str, Any]:
        words = f"--lang en --shorthand {NAME} --no_multistage --optim adamw --no_checkpoint".split()
        own = {
            "hidden_size": self._options.hidden,
            "learning_rate": self._options.learning_rate,
            "learning_rate_min_lr": self._options.learning_rate / 50,
            "train_batch_size": self._options.batch,
            "num_output_layers": 2,
            "pattn_num_layers": 0,
            "use_lattn": False,
            "word_dropout": 0.3,
            "predict_dropout": 0.3,
            "lstm_input_dropout": 0.3,
            "lstm_layer_dropout": 0.0,
            "wordvec_pretrain_file": str(self._vectors),
            "check_valid_states": False,
            "seed": self._options.seed,
            "device": device(),
        }
        return {**stanza_defaults("constituency_parser", words), **own}

    @cached_property
    def _built(self) -> tuple[Any, list[Any]]:
        """The trainer, and the training items of the trees."""
        from stanza.models.common.foundation_cache import FoundationCache
        from stanza.models.constituency.parser_training import build_trainer, compose_train_data

        with seeded(self._options.seed, "parser", "start"):
            try:
                trainer, sequences, _, _ = build_trainer(
                    self._args, self._trees, self._trees[:1], [], FoundationCache(), None
                )
            except RuntimeError as error:
                raise ParseError(f"stanza cannot learn these trees: {str(error).splitlines()[0]}") from error
        return trainer, compose_train_data(self._trees, sequences)

    @cached_property
    def _oracle(self) -> Any:
        from stanza.models.constituency.in_order_oracle import InOrderOracle

        args = self._args
        levels = (args["oracle_level"], args["additional_oracle_levels"], args["deactivated_oracle_levels"])
        return InOrderOracle(self._built[0].root_labels, *levels)

    def run_epoch(self) -> float:
        """Run one epoch; return the mean loss of a tree."""
        import torch
        from stanza.models.constituency.parser_training import train_model_one_epoch

        trainer, items = self._built
        answers = {
            transition: torch.tensor([number], device=trainer.device)
            for number, transition in enumerate(trainer.transitions)
        }
        loss = torch.nn.CrossEntropyLoss(reduction="sum").to(trainer.device)
        with seeded(self._options.seed, "parser", self.epoch + 1):
            trainer.train()
            # Batches have trees of similar length, but differ between epochs.
            shuffled = sorted(random.sample(items, len(items)), key=lambda item: len(item.gold_sequence))
            stats = train_model_one_epoch(
                self.epoch + 1,
                trainer,
                answers,
                lambda scores: scores,
                loss,
                shuffled,
                self._oracle,
                self._args,
            )
        self.epoch += 1
        trainer.epochs_trained = self.epoch
        return float(stats.epoch_loss) / len(items)

    def note_score(self, score: float) -> None:
        """Reduce the learning rate if the score stagnates."""
        self._built[0].scheduler.step(score)

    @property
    def learning_rate(self) -> float:
        """The learning rate of the next steps."""
        return float(self._built[0].optimizer.param_groups[0]["lr"])

    def parse(self, sentences: Sequence[Tagged]) -> list[Tree | None]:
        """Return the tree of each tagged sentence, or ``None``."""
        model = self._built[0].model
        model.eval()

        def parse(batch: Sequence[Tagged]) -> list[Any]:
            build = model.build_batch_from_tagged_words
            found = model.parse_sentences_no_grad(iter(batch), build, len(batch), model.predict)
            if len(found) < len(batch):
                raise NoResultError("the parser found no tree")
            return [result.predictions[0].tree for result in found]

        forms = [[(model_form(word), tag) for word, tag in sentence] for sentence in sentences]
        trees: list[Any] = []
        with seeded("parse"):
            for start in range(0, len(forms), self._args["eval_batch_size"]):
                trees += split_on_failure(parse, forms[start : start + self._args["eval_batch_size"]])
        return [
            None if isinstance(tree, Exception) else own_tree(tree, tuple(word for word, _ in sentence))
            for tree, sentence in zip(trees, sentences, strict=True)
        ]

    def state(self) -> bytes:
        """Return the weights and the states of optimiser and scheduler."""
        trainer = self._built[0]
        return to_bytes(
            {
                "epoch": self.epoch,
                "batches": trainer.batches_trained,
                "model": saved_weights(trainer.model),
                "optimizer": trainer.optimizer.state_dict(),
                "scheduler": trainer.scheduler.state_dict(),
            }
        )

    def restore(self, state: bytes) -> None:
        """Restore the state of a training with the same trees and options.

        Raises
        ------
        ParseError
            The state is damaged.
        """
        content = from_bytes(state)
        trainer = self._built[0]
        load_weights(trainer.model, content["model"])
        trainer.optimizer.load_state_dict(content["optimizer"])
        trainer.scheduler.load_state_dict(content["scheduler"])
        trainer.epochs_trained, trainer.batches_trained = content["epoch"], content["batches"]
        self.epoch = content["epoch"]

    def model(self) -> bytes:
        """Return the content of a model file as stanza reads it, its weights in 16 bits."""
        trainer = self._built[0]
        params = trainer.model.get_params()
        params["model"] = {
            name: (value.half() if value.is_floating_point() else value).cpu()
            for name, value in params["model"].items()
        }
        params["rare_words"] = sorted(params["rare_words"])
        params["config"] |= {
            "wordvec_pretrain_file": "",
            "device": "cpu",
            "save_name": "",
            "save_each_name": "",
        }
        return to_bytes(
            {
                "params": params,
                "epochs_trained": self.epoch,
                "batches_trained": trainer.batches_trained,
                "best_f1": 0.0,
                "best_epoch": self.epoch,
                "model_type": trainer.model_type.name,
                "first_optimizer": False,
                "bert_lora": None,
            }
        )


def _stanza_tree(tree: Tree) -> Any:
    """Return a tree as a stanza tree with the root ``ROOT`` and with model forms as words."""
    from stanza.models.constituency.parse_tree import Tree as StanzaTree

    top = tree if tree.label in _ROOTS else Tree("ROOT", (tree,))
    nodes, stack = [], [top]
    while stack:
        node = stack.pop()
        nodes.append(node)
        stack.extend(node.children)
    made: dict[int, Any] = {}
    # Children before their parents.
    for node in reversed(nodes):
        word = node.word
        below = [StanzaTree(model_form(word))] if word is not None else [made[id(c)] for c in node.children]
        made[id(node)] = StanzaTree("ROOT" if node is top else node.label, below)
    return made[id(top)]
