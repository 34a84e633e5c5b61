"""Encoders of BERT's kind, small enough for tests."""

import json

import pytest


@pytest.fixture(scope="session")
def tiny_encoder():
    """Write an encoder of BERT's kind with small random weights into a folder."""

    def write(folder, words=(), width=16, layers=2):
        import torch
        from safetensors.torch import save_file

        letters = [mark + chr(code) for code in range(97, 123) for mark in ("", "##")]
        vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", ".", ",", *letters, *words]
        shapes = {
            "embeddings.word_embeddings.weight": (len(vocabulary), width),
            "embeddings.position_embeddings.weight": (64, width),
            "embeddings.token_type_embeddings.weight": (2, width),
            "embeddings.LayerNorm.weight": (width,),
            "embeddings.LayerNorm.bias": (width,),
        }
        for number in range(layers):
            parts = {
                **{f"attention.self.{part}": (width, width) for part in ("query", "key", "value")},
                "attention.output.dense": (width, width),
                "attention.output.LayerNorm": (width,),
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
            "model_type": "bert",
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
