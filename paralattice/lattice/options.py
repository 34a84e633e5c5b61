"""Options of building lattices, sampling from them and extracting paraphrase pairs."""

from attrs import frozen

from paralattice.options import CheckedOptions, choice, flag, whole

SAMPLERS = ("arc-uniform", "arc-count", "path-uniform")


@frozen
class BuildOptions(CheckedOptions):
    """How an alignment becomes an automaton.

    Attributes
    ----------
    distinct_limit
        Maximum number of states of the determinised automaton; beyond it, the number of
        distinct sentences is unknown.
    draw_limit
        Maximum number of boxes of a picture; larger lattices are not drawn.
    """

    distinct_limit: int = whole(200_000, least=1)
    draw_limit: int = whole(600, least=0)


@frozen
class PangOptions(CheckedOptions):
    """How trees become an automaton (Pang, Knight and Marcu 2003, section 3).

    Attributes
    ----------
    keyword_check
        Whether keywords keep constituents from being merged.
    squeeze
        Whether states that equal words enter or leave are merged at the end.
    """

    keyword_check: bool = flag(True)
    squeeze: bool = flag(True)


@frozen
class PairOptions(CheckedOptions):
    """Which paraphrase pairs are extracted from an automaton (Pang et al. 2003, section 4.1).

    Attributes
    ----------
    longest
        Maximum number of words of a path between two states.
    paths
        Maximum number of word sequences between two states to compare, shortest first.
    composed
        Whether to compare paths that meet between the two states; their pairs consist
        of two adjacent pairs.
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
        The run's seed; each (seed, cluster, version) has its own generator.
    sampler
        ``arc-uniform``: at every state, all leaving arcs are equally likely;
        ``arc-count``: an arc's probability is proportional to the number of its sentences;
        ``path-uniform``: all paths of the automaton are equally likely.
    draws
        Number of sentences drawn from each automaton.
    keep
        Number of novel sentences chosen among them; all if there are fewer.
    """

    seed: int = whole(2006)
    sampler: str = choice("arc-uniform", SAMPLERS)
    draws: int = whole(100, least=1)
    keep: int = whole(10, least=0)
