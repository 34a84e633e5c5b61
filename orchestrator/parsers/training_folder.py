"""The folder of a training: its state, and the files of the model.

``.training/`` holds the state after the last epoch and the tags of each part;
all files are written atomically, so that a training can be stopped at any time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from orchestrator.io.atomic import remove_unfinished, write_bytes_whole, write_json, write_whole
from paralattice.errors import OptionError

CURVE = "learning-curve.tsv"
_STATE = ".training"
_SIGNATURE = "signature.json"
_COLUMNS = ("stage", "epoch", "loss", "score", "learning_rate", "seconds")

CurveRow = tuple[str, int, float, float | None, float, float]
"""Stage, 1-based epoch, mean loss, score on dev, learning rate and seconds of an epoch."""


class TrainingFolder:
    """The folder of one training.

    Parameters
    ----------
    root
        The folder.
    signature
        Everything that the weights depend on, except the number of epochs; as JSON.
    """

    def __init__(self, root: Path, signature: Mapping[str, Any]) -> None:
        self.root = root
        self.signature = json.loads(json.dumps(signature))
        self._state = root / _STATE

    def open(self, resume: bool) -> None:
        """Begin a training, or continue the one in the folder.

        Raises
        ------
        OptionError
            The folder has files but no training to resume, or another training.
        """
        path = self._state / _SIGNATURE
        if not path.exists():
            if self.root.exists() and any(self.root.iterdir()):
                raise OptionError(
                    f"{self.root}: the folder is not empty, and holds no training to go on with"
                )
            write_json(path, self.signature)
            return
        if not resume:
            raise OptionError(f"{self.root}: holds a training; --resume goes on with it")
        old = json.loads(path.read_text(encoding="utf-8"))
        changed = [
            name for name in sorted(self.signature.keys() | old) if old.get(name) != self.signature.get(name)
        ]
        if changed:
            raise OptionError(f"{self.root}: the training there was begun with other {', '.join(changed)}")
        remove_unfinished(self.root)

    def read(self, name: str) -> bytes | None:
        """Return the content of a file of the model, or ``None``."""
        path = self.root / name
        return path.read_bytes() if path.is_file() else None

    def write(self, name: str, data: bytes) -> None:
        """Write a file of the model."""
        write_bytes_whole(self.root / name, data)

    def state(self, stage: str) -> bytes | None:
        """Return the state of a stage after its last epoch, or ``None`` before its first."""
        return self.read(f"{_STATE}/{stage}.state")

    def write_state(self, stage: str, state: bytes) -> None:
        """Write the state of a stage."""
        self.write(f"{_STATE}/{stage}.state", state)

    def forget(self, stage: str) -> None:
        """Remove the state of a completed stage."""
        (self._state / f"{stage}.state").unlink(missing_ok=True)

    def tags(self, name: str) -> list[tuple[str, ...]] | None:
        """Return the tags of some trees, or ``None`` before they are written."""
        data = self.read(f"{_STATE}/{name}.tags.json")
        return None if data is None else [tuple(tags) for tags in json.loads(data)]

    def write_tags(self, name: str, tags: Sequence[Sequence[str]]) -> None:
        """Write the tags of some trees."""
        write_whole(self._state / f"{name}.tags.json", json.dumps([list(sentence) for sentence in tags]))

    def curve(self) -> list[CurveRow]:
        """Return the rows of the learning curve."""
        data = self.read(CURVE)
        return [] if data is None else [_row(line) for line in data.decode().splitlines()[1:]]

    def note(self, row: CurveRow) -> None:
        """Add an epoch to the learning curve; it replaces a row of the same stage and epoch."""
        rows = [old for old in self.curve() if old[:2] != row[:2]] + [row]
        lines = ["\t".join(_COLUMNS), *("\t".join(_cell(value) for value in entry) for entry in rows)]
        write_whole(self.root / CURVE, "\n".join(lines) + "\n")


def _cell(value: str | float | None) -> str:
    return "" if value is None else str(value)


def _row(line: str) -> CurveRow:
    stage, epoch, loss, score, rate, seconds = line.split("\t")
    return stage, int(epoch), float(loss), float(score) if score else None, float(rate), float(seconds)
