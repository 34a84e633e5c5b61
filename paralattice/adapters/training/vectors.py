"""Word vectors in stanza's format."""

from __future__ import annotations

import io
from pathlib import Path

from paralattice.adapters.inference import stanza_silenced
from paralattice.errors import ParseError


def read_vectors(path: Path, most: int = 250_000) -> bytes:
    """Return word vectors as stanza keeps them in a file.

    Parameters
    ----------
    path
        Such a file (``.pt``), or a text with a word and its numbers a line, also
        with the line of counts that word2vec writes, and compressed (``.gz``, ``.xz``).
    most
        Words of a text that are taken, from its beginning, where the frequent ones stand.

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
