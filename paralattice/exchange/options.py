"""Options of exchange."""

from collections.abc import Iterable

from attrs import frozen

from paralattice.exchange.rule_names import RULE_NAMES
from paralattice.options import CheckedOptions, named, number, require, suggestion, texts, whole


@frozen
class ExchangeOptions(CheckedOptions):
    """How the sentences of version V6 are made and chosen.

    Attributes
    ----------
    per_cluster
        Maximum number of sentences chosen from a cluster.
    distance
        Minimum number of edits to every sentence of the cluster.
    apart
        Minimum number of edits between two chosen sentences.
    shortest
        Minimum number of words.
    operations
        Maximum number of operations on a frame.
    tried
        Maximum number of candidates of a cluster that are compared before they are parsed.
    difference
        Weight of a sentence's difference from the given ones (PINC and the number of new words), beside the
        probability that it is perfect, when sentences are chosen: 0 stays near the given ones, 1 goes far.
        Beyond half of ``per_cluster``, only sentences are chosen whose difference is at least two thirds of
        this.
    strays
        Maximum number of words whose governor is not the planned one.
    accept
        Minimum probability, from 0 to 1, that an accepted sentence is perfect.
    sentences
        Maximum number of sentences of a cluster that are used, the first ones.
    without
        Names of rules that are not asked.
    wordings
        Folder of a model of `orchestrator reword train`, whose replacements change words, too; empty for
        none.  Runs keep their digest in its place.
    """

    per_cluster: int = whole(10, least=1)
    distance: int = whole(5, least=1)
    apart: int = whole(4, least=1)
    shortest: int = whole(6, least=1)
    operations: int = whole(3, least=1, most=6)
    tried: int = whole(120, least=1)
    difference: float = number(0.75, least=0, most=1)
    strays: int = whole(0, least=0)
    accept: float = number(0.3, least=0, most=1)
    sentences: int = whole(100, least=1)
    without: tuple[str, ...] = texts(())
    wordings: str = named("", lambda _: True, "a text")

    def __attrs_post_init__(self) -> None:
        """Check the names of rules."""
        require_rules("without", self.without)


def require_rules(option: str, names: Iterable[str]) -> None:
    """Raise an OptionError, with the nearest name, if names of an option are not those of rules."""
    rule = "the name of a rule; docs/rules.md lists them"
    for name in names:
        require(name in RULE_NAMES, option, name, f"{rule}{suggestion(name, RULE_NAMES)}")
