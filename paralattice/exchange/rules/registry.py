"""Defines rules, and collects them.

A rule is a function that returns whether it finds its fault in a candidate.  A decorator names it, and its
docstring has examples of what it refuses and allows::

    @rule("opening", reads=WORDS, fault="it begins with a figure")
    def opens_with_figure(made: Candidate, facts: Facts) -> bool:
        ...

:mod:`paralattice.exchange.rule_names` has its name, at its place in the order in which rules are asked.  The
examples are its tests: ``tests/support/rule_examples.py`` describes their notation.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.rule_names import RULE_NAMES, RULES_OF_TREES, RULES_OF_WORDS

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True, eq=False)
class Kind(Generic[Made]):
    """The kind of a rule's input.

    Attributes
    ----------
    name
        The name, for people.
    order
        The names of the rules that read it, in the order in which they are asked.
    """

    name: str
    order: tuple[str, ...]


WORDS: Kind[Candidate] = Kind("words", RULES_OF_WORDS)
"""A candidate's words with their sources, before they are parsed."""
TREES: Kind[Parsed] = Kind("trees", RULES_OF_TREES)
"""A candidate with the parser's tree."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule(Generic[Made]):
    """A rule that candidates must satisfy.

    Attributes
    ----------
    name
        One word; reports count refusals by it.
    group
        The kind of fault: the name of the rule's module.
    reads
        The kind of its input: :data:`WORDS` or :data:`TREES`.
    fault
        The fault, as a clause.
    found
        Function that returns whether a candidate has the fault; its docstring has the examples.
    """

    name: str
    group: str
    reads: Kind[Made]
    fault: str
    found: Callable[[Made, Facts], bool]


class Registry:
    """The rules, each found by its name."""

    def __init__(self) -> None:
        self._rules: dict[str, Rule[Any]] = {}

    def add(self, rule: Rule[Any]) -> None:
        """Add a rule.

        Raises
        ------
        ValueError
            The order of its kind does not have its name, or another rule has that name.
        """
        if rule.name not in rule.reads.order:
            raise ValueError(f"rule {rule.name!r}: paralattice/exchange/rule_names.py does not name it")
        if rule.name in self._rules:
            raise ValueError(f"rule {rule.name!r}: there are two of that name")
        self._rules[rule.name] = rule

    def __getitem__(self, name: str) -> Rule[Any]:
        """Return the rule of a name."""
        return self._rules[name]

    def __iter__(self) -> Iterator[Rule[Any]]:
        """Yield the rules in the order in which they are asked."""
        return (self._rules[name] for name in RULE_NAMES if name in self._rules)

    def asked(self, reads: Kind[Made], without: Collection[str] = ()) -> tuple[Rule[Made], ...]:
        """Return the rules that read an input, but for some, in the order in which they are asked."""
        return tuple(rule for rule in self if rule.reads is reads and rule.name not in without)


REGISTRY = Registry()
"""The rules whose modules are loaded; :data:`paralattice.exchange.rules.RULES` has all."""


def rule(
    name: str, *, reads: Kind[Made], fault: str
) -> Callable[[Callable[[Made, Facts], bool]], Callable[[Made, Facts], bool]]:
    """Make a function a rule (:class:`Rule` describes the parameters); it stays what it is."""

    def add(found: Callable[[Made, Facts], bool]) -> Callable[[Made, Facts], bool]:
        group = found.__module__.rpartition(".")[2]
        REGISTRY.add(Rule(name, group, reads, fault, found))
        return found

    return add
