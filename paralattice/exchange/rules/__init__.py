"""The rules that candidates of exchange must satisfy: a module for each kind of fault."""

from paralattice.exchange.rules import (
    agreement,
    casing,
    completeness,
    facts,
    limits,
    parse,
    punctuation,
    reference,
    repetition,
)
from paralattice.exchange.rules.registry import REGISTRY

RULES = REGISTRY
"""All rules."""
GROUPS = {
    module.__name__.rpartition(".")[2]: str(module.__doc__).partition("\n")[0]
    for module in (
        *(repetition, reference, completeness, agreement, punctuation, casing),
        *(facts, parse, limits),
    )
}
"""The kinds of faults with a line on each, in the order of the guide."""
