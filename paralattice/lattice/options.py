"""Options of building lattices, of sampling from them and of reading paraphrase pairs from them."""

from __future__ import annotations

from dataclasses import dataclass

from paralattice.options import require

SAMPLERS = ("arc-uniform", "arc-count", "path-uniform")


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How an alignment becomes an automaton.

    Attributes
    ----------
    distinct_limit
        States of the determinised automaton beyond which distinct sentences
        are not counted and reported as unknown.
    draw_limit
        Boxes beyond which no picture is drawn; 0 draws none.
    """

    distinct_limit: int = 200_000
    draw_limit: int = 600

    def __post_init__(self) -> None:
        """Validate."""
        require(self.distinct_limit >= 1, "distinct_limit", self.distinct_limit, "at least 1")
        require(self.draw_limit >= 0, "draw_limit", self.draw_limit, "0 or more")


@dataclass(frozen=True, slots=True)
class PangOptions:
    """How trees become an automaton (Pang, Knight and Marcu 2003, section 3).

    Attributes
    ----------
    keyword_check
        Whether constituents stay apart whose keywords speak against merging them.
    squeeze
        Whether states that equal words lead to, or lead away from, are merged in the end.
    """

    keyword_check: bool = True
    squeeze: bool = True

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("keyword_check", "squeeze"):
            require(type(getattr(self, name)) is bool, name, getattr(self, name), "true or false")


@dataclass(frozen=True, slots=True)
class PairOptions:
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

    longest: int = 6
    paths: int = 50
    composed: bool = True

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("longest", "paths"):
            require(type(getattr(self, name)) is int, name, getattr(self, name), "a whole number")
        require(1 <= self.longest <= 50, "longest", self.longest, "from 1 to 50")
        require(2 <= self.paths <= 10_000, "paths", self.paths, "from 2 to 10000")
        require(type(self.composed) is bool, "composed", self.composed, "true or false")


@dataclass(frozen=True, slots=True)
class SampleOptions:
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

    seed: int = 2006
    sampler: str = "arc-uniform"
    draws: int = 100
    keep: int = 10

    def __post_init__(self) -> None:
        """Validate."""
        require(self.sampler in SAMPLERS, "sampler", self.sampler, f"one of {', '.join(SAMPLERS)}")
        require(self.draws >= 1, "draws", self.draws, "at least 1")
        require(self.keep >= 0, "keep", self.keep, "0 or more")
