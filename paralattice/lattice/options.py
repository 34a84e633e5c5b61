"""Options of building lattices, of sampling from them and of reading paraphrase pairs from them."""

from __future__ import annotations

from attrs import frozen

from paralattice.options import CheckedOptions, choice, flag, whole

SAMPLERS = ("arc-uniform", "arc-count", "path-uniform")


@frozen
class BuildOptions(CheckedOptions):
    """How an alignment becomes an automaton.

    Attributes
    ----------
    distinct_limit
        States of the determinised automaton beyond which distinct sentences
        are not counted and reported as unknown.
    draw_limit
        Boxes beyond which no picture is drawn; 0 draws none.
    """

    distinct_limit: int = whole(200_000, least=1)
    draw_limit: int = whole(600, least=0)


@frozen
class PangOptions(CheckedOptions):
    """How trees become an automaton (Pang, Knight and Marcu 2003, section 3).

    Attributes
    ----------
    keyword_check
        Whether constituents stay apart whose keywords speak against merging them.
    squeeze
        Whether states that equal words lead to, or lead away from, are merged in the end.
    """

    keyword_check: bool = flag(True)
    squeeze: bool = flag(True)


@frozen
class PairOptions(CheckedOptions):
    """Which paraphrase pairs are read from an automaton (Pang et al. 2003, section 4.1).

    Attributes
    ----------
    longest
        Words that a path between two states may have.
    paths
        Word sequences between two states that are compared with each other;
        the shortest ones where there are more.
    composed
        Whether paths are compared too that meet between the two states, so that
        pairs come out which are two pairs side by side.
    """

    longest: int = whole(6, least=1, most=50)
    paths: int = whole(50, least=2, most=10_000)
    composed: bool = flag(True)


@frozen
class SampleOptions(CheckedOptions):
    """How sentences are drawn (Shen et al. 2006, section 4.2).

    Attributes
    ----------
    seed
        The run's seed; each (seed, cluster, version) has a generator of its own.
    sampler
        ``arc-uniform``: at every state one leaving arc, uniformly;
        ``arc-count``: one leaving arc in proportion to the sentences that use it;
        ``path-uniform``: every path of the automaton alike.
    draws
        Sentences drawn from each automaton.
    keep
        Novel sentences chosen among them; fewer where there are fewer.
    """

    seed: int = whole(2006)
    sampler: str = choice("arc-uniform", SAMPLERS)
    draws: int = whole(100, least=1)
    keep: int = whole(10, least=0)
