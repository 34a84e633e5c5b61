"""The assignment of items to judges (Shen et al. 2006, section 4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from attrs import frozen

from paralattice.errors import JudgeError
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem, seeded_digest
from paralattice.options import CheckedOptions, named, require, whole

_SPLITS = ("train", "dev", "test")


@frozen
class SheetOptions(CheckedOptions):
    """Options of a study of sentences.

    Attributes
    ----------
    judges
        The number of judges.
    per_cluster
        The least number of judges for a cluster; ``None`` assigns every cluster to every judge.
    split
        Restricts the study to the clusters of this split; empty for all clusters.
    seed
        Decides the assignment of clusters, the order of sentences, and the items' names.
    """

    judges: int = whole(4, least=1)
    per_cluster: int | None = whole(None, least=1)
    split: str = named("", ("", *_SPLITS).__contains__, "train, dev or test", _SPLITS)
    seed: int = whole(2006)

    def __attrs_post_init__(self) -> None:
        """Check that a cluster has no more judges than there are."""
        rule = f"from 1 to the number of judges, {self.judges}"
        require((self.per_cluster or 1) <= self.judges, "per_cluster", self.per_cluster, rule)


@dataclass(frozen=True, slots=True)
class Assignment:
    """The items of a study and the sheet of each judge.

    Attributes
    ----------
    items
        Item name to item, in the key's order.
    sheets
        Judge to the names of the items on that judge's sheet; number ``n`` of
        the sheet, which counts from 1, is at index ``n - 1``.
    form
        The form of the sheets.
    """

    items: dict[str, StudyItem]
    sheets: dict[str, tuple[str, ...]]
    form: Form = SENTENCE_FORM

    @classmethod
    def of(
        cls, items: Iterable[StudyItem], sheets: Mapping[str, Iterable[StudyItem]], form: Form = SENTENCE_FORM
    ) -> Assignment:
        """Return the assignment of items to judges, from judge to the items in the sheet's order."""
        names = {judge: tuple(item.id for item in mine) for judge, mine in sheets.items()}
        return cls({item.id: item for item in items}, names, form)


def judge_names(count: int) -> tuple[str, ...]:
    """Return ``judge-01``, ``judge-02`` and so on, zero-padded so that they sort."""
    width = max(2, len(str(count)))
    return tuple(f"judge-{number:0{width}}" for number in range(1, count + 1))


def assign_clusters(
    clusters: Mapping[str, int], judges: int, per_cluster: int | None = None, seed: int = 2006
) -> tuple[tuple[str, ...], ...]:
    """Return the clusters of each judge, in the given order.

    With ``per_cluster``, each cluster, largest first, is assigned to that many judges with the fewest
    sentences. Then the other judges get further clusters up to the highest load: with 11 clusters of equal
    size, 6 judges and at least 3 judges per cluster, each judge gets 6 clusters (Shen et al. 2006, section
    4.2.2).

    Parameters
    ----------
    clusters
        Cluster name to number of sentences to judge, at least 1 each.
    judges
        Number of judges, at least 1.
    per_cluster
        The least number of judges for a cluster, at most ``judges``; ``None`` for all.
    seed
        Decides between judges with equal loads.

    Raises
    ------
    JudgeError
        A cluster has no sentence to judge.
    OptionError
        The number of judges is not allowed.
    """
    SheetOptions(judges, per_cluster)
    empty = [name for name, size in clusters.items() if size < 1]
    if empty:
        raise JudgeError(f"nothing to judge in {', '.join(empty)}")
    if per_cluster is None:
        return (tuple(clusters),) * judges
    assigned: list[set[str]] = [set() for _ in range(judges)]
    loads = [0] * judges
    # Largest first, so that small clusters can balance the loads.
    for name in sorted(clusters, key=lambda name: -clusters[name]):
        by_load = sorted(
            range(judges), key=lambda judge: (loads[judge], seeded_digest(seed, "deal", name, judge))
        )
        for judge in by_load[:per_cluster]:
            assigned[judge].add(name)
            loads[judge] += clusters[name]
    _top_up(assigned, loads, clusters)
    return tuple(tuple(name for name in clusters if name in mine) for mine in assigned)


def _top_up(assigned: list[set[str]], loads: list[int], clusters: Mapping[str, int]) -> None:
    """Assign further clusters to judges below the highest load."""
    highest = max(loads, default=0)
    readers = {name: sum(name in mine for mine in assigned) for name in clusters}
    while True:
        # Lightest-loaded judge first; of the clusters the one with the fewest judges, then the largest.
        choices = (
            (loads[judge], readers[name], -size, judge, name)
            for judge, mine in enumerate(assigned)
            for name, size in clusters.items()
            if name not in mine and loads[judge] + size <= highest
        )
        choice = min(choices, default=None)
        if choice is None:
            return
        *_, judge, name = choice
        assigned[judge].add(name)
        loads[judge] += clusters[name]
        readers[name] += 1
