"""Shell completion of arguments: runs, versions, samplers, parsers and options."""

from collections.abc import Iterable
from pathlib import Path

from click import Context, Parameter
from click.shell_completion import CompletionItem


def runs(context: Context, _: Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the names of the runs below ``--runs``, and folders."""
    folder = Path(context.params.get("runs") or "runs")
    names = sorted(path.parent.name for path in folder.glob("*/run.json"))
    return [*_beginning(incomplete, names), CompletionItem(incomplete, type="dir")]


def versions(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the versions that may follow the last comma."""
    from paralattice.methods import version_names

    return _listed(incomplete, ("all", "paper", *version_names()))


def rules(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the rules of exchange that may follow the last comma."""
    from paralattice.exchange.rule_names import RULE_NAMES

    return _listed(incomplete, RULE_NAMES)


def samplers(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the samplers."""
    from paralattice.lattice.options import SAMPLERS

    return _beginning(incomplete, SAMPLERS)


def languages(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the codes of the languages."""
    from paralattice.languages.registry import LANGUAGES

    return _beginning(incomplete, LANGUAGES)


def parsers(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the installed parsers, and folders."""
    from paralattice.adapters.parser_files import installed_parsers

    names = (model.name for model in installed_parsers())
    return [*_beginning(incomplete, names), CompletionItem(incomplete, type="dir")]


def settings(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the options of all stages as ``STAGE.NAME=``."""
    from paralattice.run_options import Options

    values = Options().to_dict()
    names = (f"{stage}.{name}=" for stage, own in values.items() if isinstance(own, dict) for name in own)
    return _beginning(incomplete, names)


def _listed(text: str, names: Iterable[str]) -> list[CompletionItem]:
    """Return names that may follow the last comma of a text, but for those before it."""
    before, comma, last = text.rpartition(",")
    found = _beginning(last, names, before.split(","))
    return [CompletionItem(f"{before}{comma}{name.value}") for name in found]


def _beginning(text: str, names: Iterable[str], besides: Iterable[str] = ()) -> list[CompletionItem]:
    left_out = set(besides)
    return [CompletionItem(name) for name in names if name.startswith(text) and name not in left_out]
