"""Encoders of BERT's and MPNet's kinds, small enough for tests."""

import json

import pytest


@pytest.fixture(scope="session")
def tiny_encoder():
    """Write an encoder of BERT's or MPNet's kind with small random weights into a folder."""

    def write(folder, words=(), width=32, layers=2, mpnet=False):
        import torch
        from safetensors.torch import save_file

        letters = [mark + chr(code) for code in range(97, 123) for mark in ("", "##")]
        special = ["<s>", "<pad>", "</s>"] if mpnet else []
        vocabulary = [*special, "[PAD]", "[UNK]", "[CLS]", "[SEP]", ".", ",", *letters, *words]
        if mpnet:
            only = {"encoder.relative_attention_bias.weight": (8, 2)}
            attention, norm = [f"attention.attn.{part}" for part in "qkvo"], "attention.LayerNorm"
        else:
            only = {"embeddings.token_type_embeddings.weight": (2, width)}
            attention = [f"attention.self.{part}" for part in ("query", "key", "value")]
            attention, norm = [*attention, "attention.output.dense"], "attention.output.LayerNorm"
        shapes = {
            "embeddings.word_embeddings.weight": (len(vocabulary), width),
            "embeddings.position_embeddings.weight": (64, width),
            **only,
            "embeddings.LayerNorm.weight": (width,),
            "embeddings.LayerNorm.bias": (width,),
        }
        for number in range(layers):
            parts = {
                **dict.fromkeys(attention, (width, width)),
                norm: (width,),
                "intermediate.dense": (2 * width, width),
                "output.dense": (width, 2 * width),
                "output.LayerNorm": (width,),
            }
            for name, shape in parts.items():
                shapes[f"encoder.layer.{number}.{name}.weight"] = shape
                shapes[f"encoder.layer.{number}.{name}.bias"] = shape[:1]
        draw = torch.Generator().manual_seed(1)
        tensors = {name: torch.randn(shape, generator=draw) / 4 for name, shape in shapes.items()}
        config = {
            "model_type": "mpnet" if mpnet else "bert",
            "relative_attention_num_buckets": 8,
            "hidden_act": "gelu",
            "vocab_size": len(vocabulary),
            "max_position_embeddings": 64,
            "hidden_size": width,
            "intermediate_size": 2 * width,
            "num_hidden_layers": layers,
            "num_attention_heads": 2,
        }
        folder.mkdir(parents=True, exist_ok=True)
        save_file(tensors, folder / "model.safetensors")
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
        (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
        return folder

    return write
