"""Options of the language model that measures sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from orchestrator.commands.common.shared import FILE, flag_option

if TYPE_CHECKING:
    from orchestrator.measures.language_models import ModelRequest

_Function = TypeVar("_Function", bound=Callable[..., Any])

tokenized_option = flag_option("--tokenized", "The texts have one sentence per line, blanks between tokens.")
order_option = click.option(
    "--order", type=click.IntRange(1, 12), default=4, show_default=True, help="Words of the longest n-grams."
)
seen_option = flag_option(
    "--seen", "Train one model on the whole corpus, which then measures its own training text."
)


def model_options(default: str) -> Callable[[_Function], _Function]:
    """Return a decorator that adds ``--text``, with a note on its default, and ``--model``."""

    def add(function: _Function) -> _Function:
        help_text = f"Text to train the language model on; may be given several times.{default}"
        function = click.option(
            "--model", "arpa", type=FILE, help="A model in ARPA format (.gz too), instead of training one."
        )(function)
        return click.option("--text", "texts", type=FILE, multiple=True, help=help_text)(function)

    return add


def model_request(flags: Mapping[str, Any], lower: bool = False) -> ModelRequest:
    """Return the language model that the flags describe.

    Parameters
    ----------
    flags
        The flags by their names in Python; absent ones have their defaults.
    lower
        Whether the words of texts are lower-cased.

    Raises
    ------
    click.UsageError
        Flags exclude each other.
    """
    from orchestrator.measures.language_models import ModelRequest
    from paralattice.ngrams.options import LanguageModelOptions

    arpa, texts, seen = flags["arpa"], flags["texts"], flags.get("seen", False)
    if arpa and (texts or seen):
        raise click.UsageError("--model excludes --text and --seen: nothing is trained")
    if texts and seen:
        raise click.UsageError("--text excludes --seen, which is about the model of the corpus")
    if flags.get("tokenized") and not texts:
        raise click.UsageError("--tokenized needs --text: it is about those files")
    names = ("order", "modified", "least_count")
    options = LanguageModelOptions(**{name: flags[name] for name in names if name in flags})
    given = {name: flags[name] for name in ("tokenized", "folds") if name in flags}
    return ModelRequest(texts, arpa, options, seen=seen, lower=lower, **given)
