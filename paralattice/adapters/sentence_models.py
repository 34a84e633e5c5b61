"""The models of whole sentences that check rewordings."""

from __future__ import annotations

from collections.abc import Sequence

from paralattice.adapters.fluency.setting import OFF, scorer_of
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser
from paralattice.rewording.rewriter import ContextModels


def context_models(fluency: str = OFF, tags: bool = True) -> ContextModels:
    """Return the bundled parser as a tagger, and a causal language model; both are loaded at first use.

    Parameters
    ----------
    fluency
        A settled setting: see :func:`paralattice.adapters.fluency.setting.settled_fluency`.
    tags
        Whether to use the tagger.

    Raises
    ------
    ModelError
        This machine has not that very language model.
    """
    return ContextModels(tags_of_words if tags else None, scorer_of(fluency))


def tags_of_words(sentences: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the Penn tags of each sentence by the bundled parser; ``XX`` where one cannot be tagged.

    Raises
    ------
    ParseError
        The parser's file is damaged.
    """
    return shared_parser(ParseOptions()).tag(sentences)
