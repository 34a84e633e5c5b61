"""Reads word vectors into stanza's format."""

from __future__ import annotations

import io
from pathlib import Path

from paralattice.adapters.inference import stanza_silenced
from paralattice.errors import ParseError


def read_vectors(path: Path, most: int = 250_000) -> bytes:
    """Return the content of a word vector file of stanza's.

    Parameters
    ----------
    path
        Such a file (``.pt``), or a text with a word and its vector on each line, optionally with word2vec's
        line of counts, and compressed (``.gz``, ``.xz``).
    most
        Largest number of words taken from the beginning of a text, which has the frequent words.

    Raises
    ------
    ParseError
        The file holds no word vectors.
    OSError
        It cannot be read.
    """
    import torch
    from stanza.models.common.pretrain import Pretrain

    if path.suffix == ".pt":
        data = path.read_bytes()
        _check(path)
        return data
    try:
        with stanza_silenced():
            pretrain = Pretrain(vec_filename=str(path), max_vocab=most, save_to_file=False)
            content = {"vocab": pretrain.vocab.state_dict(), "emb": pretrain.emb}
    except (ValueError, IndexError, TypeError, RuntimeError, EOFError) as error:
        raise ParseError(f"{path} holds no word vectors: {error}") from error
    buffer = io.BytesIO()
    torch.save(content, buffer)
    return buffer.getvalue()


def _check(path: Path) -> None:
    from stanza.models.common.pretrain import Pretrain

    try:
        with stanza_silenced():
            Pretrain(str(path)).load()
    except OSError:
        raise
    except Exception as error:  # whatever unpickling a damaged file raises
        raise ParseError(f"{path} holds no word vectors of stanza's: {type(error).__name__}") from error
