"""Converts word vectors to stanza's format."""

from __future__ import annotations

from pathlib import Path

from paralattice.adapters.inference import stanza_silenced
from paralattice.adapters.training.torch_state import to_bytes
from paralattice.errors import ParseError


def read_vectors(path: Path, most: int = 250_000) -> bytes:
    """Return the content of a stanza word vector file.

    Parameters
    ----------
    path
        Such a file (``.pt``), or a text file with a word and its vector on each line, optionally with
        word2vec's line of counts and compressed (``.gz``, ``.xz``).
    most
        Maximum number of words to read from the beginning of a text file, where the frequent words are.

    Raises
    ------
    ParseError
        The file has no word vectors.
    OSError
        The file cannot be read.
    """
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
    return to_bytes(content)


def _check(path: Path) -> None:
    from stanza.models.common.pretrain import Pretrain

    try:
        with stanza_silenced():
            Pretrain(str(path)).load()
    except OSError:
        raise
    except Exception as error:  # unpickling a damaged file can raise anything
        raise ParseError(f"{path} holds no word vectors of stanza's: {type(error).__name__}") from error
