"""The signature of a run for the page, and the command that computes the run again."""

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from paralattice.run_options import Options


def signature_pairs(signature: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the name, such as ``align.gap``, and the value of each entry of a signature."""
    return [(name.removeprefix("options."), text) for name, text in _flat(signature, "")]


def _flat(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _flat(inner, f"{name}.{key}".removeprefix("."))
    elif isinstance(value, list):
        yield name, ", ".join(map(_text, value))
    else:
        yield name, _text(value)


def _text(value: Any) -> str:
    if value is None:
        return "default"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def command_text(record: Mapping[str, Any]) -> str:
    """Return the command of a run, given its ``run.json``; corpus and files are placeholders."""
    signature = record.get("signature")
    options = signature.get("options") if isinstance(signature, Mapping) else None
    words = ["orchestrator submit CORPUS", f"--name {shlex.quote(str(record.get('name', '')))}"]
    words += _flags(options if isinstance(options, Mapping) else {})
    return " \\\n  ".join(words)


def _flags(options: Mapping[str, Any]) -> Iterator[str]:
    defaults = json.loads(json.dumps(Options().to_dict()))
    for stage, value in options.items():
        usual = defaults.get(stage)
        if isinstance(value, Mapping) and isinstance(usual, Mapping):
            for name, given in value.items():
                if given != usual.get(name):
                    text = ",".join(map(_text, given)) if isinstance(given, list) else _text(given)
                    yield f"--set {shlex.quote(f'{stage}.{name}={text}')}"
        elif value != usual and stage == "versions":
            yield f"--versions {shlex.quote(','.join(map(str, value)))}"
        elif value != usual and stage == "language":
            yield f"--language {shlex.quote(str(value))}"
        elif value != usual and stage == "stop_words":
            yield "--stop-words FILE"
