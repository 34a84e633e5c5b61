"""Items to judge, their names, and the order in which a judge sees them.

No random generator is used. A random order sorts by digests of (seed, purpose, item), which depend on no
state and on no other choice.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b

# No digits, which spreadsheets may read as numbers, and no vowels, which may form words.
_LETTERS = "bcdfghjkmnpqrstvwxyz"


@dataclass(frozen=True, slots=True)
class StudyItem:
    """A sentence, a pair of phrases or a rewording to judge.

    Attributes
    ----------
    id
        The name from :func:`item_id`.
    cluster, version
        The origin of the item; the version of a rewording is its system.
    draw
        0-based: of a sentence, its index among the samples of (cluster, version); of a pair,
        its number among the judged pairs of the version; of a rewording, its rank.
    words
        The tokens; for a pair the two phrases and the context, one text each.
    """

    id: str
    cluster: str
    version: str
    draw: int
    words: tuple[str, ...]


def seeded_digest(*parts: str | int) -> bytes:
    """Return the 16-byte digest of these parts in this order."""
    # JSON is unambiguous; joined parts are not.
    return blake2b(json.dumps(parts).encode(), digest_size=16).digest()


def item_id(seed: int, cluster: str, version: str, draw: int) -> str:
    """Return a name for an item that does not reveal its version to a judge.

    The name is the same in every judge's sheet and in every run with the same seed.
    It has 14 consonants (20**14 names), so that it looks like no number, date or word.
    """
    number = int.from_bytes(seeded_digest(seed, "item", cluster, version, draw))
    letters = []
    for _ in range(14):
        number, place = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[place])
    return "".join(letters)


def by_cluster(items: Iterable[StudyItem]) -> dict[str, list[StudyItem]]:
    """Return the items of each cluster, in order of first mention."""
    blocks: dict[str, list[StudyItem]] = {}
    for item in items:
        blocks.setdefault(item.cluster, []).append(item)
    return blocks


def shuffle_items(items: Iterable[StudyItem], judge: str, seed: int) -> tuple[StudyItem, ...]:
    """Return the items cluster by cluster, shuffled within each cluster for this judge.

    Clusters keep their order of first mention, because a judge reads the originals of one at a time. Equal
    sentences remain separate items.
    """
    return tuple(
        item
        for block in by_cluster(items).values()
        for item in sorted(block, key=lambda item: seeded_digest(seed, "order", judge, item.id))
    )


def shuffle_clusters(
    items: Iterable[StudyItem], clusters: Mapping[str, Iterable[str]], seed: int
) -> dict[str, tuple[StudyItem, ...]]:
    """Return the items of each judge if whole clusters are assigned to judges.

    Parameters
    ----------
    items
        Items of all clusters.
    clusters
        Judge to the names of the assigned clusters, in the order of the sheet.
    seed
        Decides the order within a cluster.
    """
    blocks = by_cluster(items)
    return {
        judge: shuffle_items((item for name in names for item in blocks.get(name, ())), judge, seed)
        for judge, names in clusters.items()
    }
