"""The folder of a training: its state, and the files of the model.

``.training/`` holds the state after the last epoch; all files are written atomically, so that a training can
be stopped at any time.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from orchestrator.io.atomic import remove_unfinished, write_bytes_whole, write_json, write_whole
from paralattice.adapters.interface import CHART
from paralattice.adapters.parser_files import DESCRIPTION, model_files
from paralattice.digests import file_digest
from paralattice.errors import OptionError

CURVE = "learning-curve.tsv"
_STATE = ".training"
STATE = "state"
"""Name of the state after the last epoch."""
_SIGNATURE = "signature.json"
MODEL = "parser.weights"
"""The file of the best epoch's model."""


class EpochRow(NamedTuple):
    """1-based epoch, mean loss, F1 and share of right tags on dev, learning rate, seconds of an epoch."""

    epoch: int
    loss: float
    f1: float
    tags: float
    learning_rate: float
    seconds: float


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
        ParseError
            The model of a training that had ended was changed or damaged.
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
            raise OptionError(f"{self.root}: holds a training; --resume continues it")
        old = json.loads(path.read_text(encoding="utf-8"))
        changed = [
            name for name in sorted(self.signature.keys() | old) if old.get(name) != self.signature.get(name)
        ]
        if changed:
            raise OptionError(f"{self.root}: the training there was begun with other {', '.join(changed)}")
        remove_unfinished(self.root)
        if (self.root / DESCRIPTION).exists():
            model_files(str(self.root.absolute()))

    def write_model(self, data: bytes) -> None:
        """Write the model; until the training ends, the folder has no description and is no parser."""
        (self.root / DESCRIPTION).unlink(missing_ok=True)
        write_bytes_whole(self.root / MODEL, data)

    def describe(self, description: Mapping[str, Any]) -> dict[str, Any]:
        """Write ``model.json``, which completes the model, with the digest of its file; return it."""
        whole = {**description, "files": {CHART: MODEL}, "sha256": {MODEL: file_digest(self.root / MODEL)}}
        write_json(self.root / DESCRIPTION, whole)
        return whole

    def kept(self, name: str) -> bytes | None:
        """Return what :meth:`keep` stored under a name, or ``None``."""
        path = self._state / name
        return path.read_bytes() if path.is_file() else None

    def keep(self, name: str, data: bytes) -> None:
        """Store what only resuming needs."""
        write_bytes_whole(self._state / name, data)

    def curve(self) -> list[EpochRow]:
        """Return the rows of the learning curve."""
        path = self.root / CURVE
        lines = path.read_text(encoding="utf-8").splitlines()[1:] if path.is_file() else []
        rows = (line.split("\t") for line in lines)
        return [EpochRow(int(epoch), *map(float, figures)) for epoch, *figures in rows]

    def note(self, row: EpochRow) -> None:
        """Add an epoch to the learning curve; it replaces a row of the same epoch."""
        rows = [old for old in self.curve() if old.epoch != row.epoch] + [row]
        lines = ["\t".join(EpochRow._fields), *("\t".join(map(str, entry)) for entry in rows)]
        write_whole(self.root / CURVE, "\n".join(lines) + "\n")
