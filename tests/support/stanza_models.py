"""Small models of stanza's own classes, trained on a few trees in seconds."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

from paralattice.adapters.inference import stanza_silenced
from paralattice.formats.trees import read_tree
from paralattice.syntax.tree import Tree

SHORTHAND = ("--lang", "en", "--shorthand", "en_own")


def write_stanza_models(folder: Path, texts: list[str]) -> dict[str, Path]:
    """Train a tagger and a parser on trees; return the files ``words``, ``tagger`` and ``parser``."""
    trees = [read_tree(text) for text in texts]
    files = {name: folder / f"{name}.pt" for name in ("words", "tagger", "parser")}
    folder.mkdir(parents=True, exist_ok=True)
    with stanza_silenced():
        _write_vectors(files["words"], sorted({word for tree in trees for word in tree.words()}))
        _write_tagger(files["tagger"], files["words"], trees)
        _write_parser(files["parser"], files["words"], trees)
    return files


def _saved(content: dict[str, Any]) -> bytes:
    import torch

    buffer = io.BytesIO()
    torch.save(content, buffer)
    return buffer.getvalue()


def _write_vectors(path: Path, words: list[str]) -> None:
    from stanza.models.common.pretrain import Pretrain

    draw = random.Random(1)
    text = path.with_suffix(".txt")
    lines = (" ".join([word, *(f"{draw.gauss(0, 1):.3f}" for _ in range(8))]) for word in words)
    text.write_text("\n".join(lines) + "\n", encoding="utf-8")
    made = Pretrain(vec_filename=str(text), save_to_file=False)
    path.write_bytes(_saved({"vocab": made.vocab.state_dict(), "emb": made.emb}))


def _write_tagger(path: Path, vectors: Path, trees: list[Tree]) -> None:
    from stanza.models import tagger
    from stanza.models.common.doc import Document
    from stanza.models.common.pretrain import Pretrain
    from stanza.models.pos.data import Dataset, ShuffledDataset
    from stanza.models.pos.trainer import Trainer

    rows = [
        [
            {"id": (number,), "text": word, "xpos": tag, "upos": tag[:2]}
            for number, (word, tag) in enumerate(zip(tree.words(), tree.tags(), strict=True), start=1)
        ]
        for tree in trees
    ]
    sizes = {"hidden_dim": 16, "char_hidden_dim": 8, "char_emb_dim": 8, "transformed_dim": 8}
    sizes |= {"deep_biaff_hidden_dim": 16, "composite_deep_biaff_hidden_dim": 8, "word_emb_dim": 8}
    args = {**tagger.parse_args([*SHORTHAND, "--wordvec_pretrain_file", "", "--device", "cpu"]), **sizes}
    pretrain = Pretrain(str(vectors))
    document = Document(rows)
    vocabulary = Dataset.init_vocab([document], args)
    data = Dataset(document, args, pretrain, vocab=vocabulary, evaluation=False)
    data.has_tags = dict.fromkeys(data.has_tags, True)
    trainer = Trainer(args, vocabulary, pretrain, device="cpu")
    for _ in range(12):
        for batch in ShuffledDataset([data], 10):
            trainer.update(batch)
    trainer.save(str(path))


def _write_parser(path: Path, vectors: Path, trees: list[Tree]) -> None:
    import torch
    from stanza.models import constituency_parser
    from stanza.models.common.foundation_cache import FoundationCache
    from stanza.models.constituency import parser_training
    from stanza.models.constituency.tree_reader import read_trees

    from paralattice.formats.trees import write_tree

    own = {
        "hidden_size": 16,
        "num_output_layers": 2,
        "pattn_num_layers": 0,
        "use_lattn": False,
        "wordvec_pretrain_file": str(vectors),
        "check_valid_states": False,
        "learning_rate": 0.02,
        "device": "cpu",
    }
    words = [*SHORTHAND, "--no_multistage", "--optim", "adamw", "--no_checkpoint"]
    args = {**constituency_parser.parse_args(words), **own}
    theirs = [tree for text in map(write_tree, trees) for tree in read_trees(text)]
    trainer, sequences, _, _ = parser_training.build_trainer(
        args, theirs, theirs[:1], [], FoundationCache(), None
    )
    items = parser_training.compose_train_data(theirs, sequences)
    answers = {move: torch.tensor([number]) for number, move in enumerate(trainer.transitions)}
    loss = torch.nn.CrossEntropyLoss(reduction="sum")
    trainer.train()
    for epoch in range(1, 3):
        parser_training.train_model_one_epoch(
            epoch, trainer, answers, lambda scores: scores, loss, items, None, args
        )
    trainer.save(str(path), save_optimizer=False)
