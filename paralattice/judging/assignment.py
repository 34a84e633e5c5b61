"""What was dealt, read back from the key: which judge got which items, in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from paralattice.errors import FormatError
from paralattice.formats.spreadsheets import read_table
from paralattice.judging.form import SENTENCES, Form
from paralattice.judging.sheets import Item, shuffle_items, unescape_cell


@dataclass(frozen=True, slots=True)
class Dealt:
    """The items of a run and the sheets that were dealt.

    Attributes
    ----------
    items
        Item name to item, in the key's order.
    hands
        Judge to the names of the items on that judge's sheet; number ``n`` of
        the sheet, which counts from 1, is at index ``n - 1``.
    form
        What the sheets show and ask.
    """

    items: dict[str, Item]
    hands: dict[str, tuple[str, ...]]
    form: Form = SENTENCES
    places: dict[tuple[str, int], tuple[str, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Index the judges by item and number."""
        places: dict[tuple[str, int], list[str]] = {}
        for judge, hand in self.hands.items():
            for number, item in enumerate(hand, 1):
                places.setdefault((item, number), []).append(judge)
        object.__setattr__(self, "places", {place: tuple(judges) for place, judges in places.items()})

    def judges_at(self, item: str, number: int) -> tuple[str, ...]:
        """Return the judges whose sheets have that item under that number."""
        return self.places.get((item, number), ())


def read_key(data: bytes, file: str = "", form: Form = SENTENCES) -> tuple[Item, ...]:
    """Return the items in a key, as :func:`paralattice.judging.sheets.write_key` wrote it.

    Raises
    ------
    FormatError
        A column or a value is absent or not allowed, or an item occurs twice.
    """
    table = read_table(data, "item", file=file)
    absent = [name for name in form.key_columns if name not in table.columns]
    if absent:
        raise FormatError(f"is no key: it has no column {absent[0]!r}", file)
    items: dict[str, Item] = {}
    for row in table.rows:
        item, cluster, version, draw, *texts = (row.cells.get(name, "") for name in form.key_columns)
        if not (item and cluster and version and draw.isdecimal()):
            raise FormatError("names no item, cluster, version and draw", file, row.line)
        if item in items:
            raise FormatError(f"has the item {item} twice", file, row.line)
        words = form.words([unescape_cell(text) for text in texts])
        items[item] = Item(item, unescape_cell(cluster), version, int(draw), words)
    return tuple(items.values())


def dealt(
    items: Iterable[Item], loads: Mapping[str, Iterable[str]], seed: int, form: Form = SENTENCES
) -> Dealt:
    """Return the sheets that these items, judges and seed make.

    Parameters
    ----------
    items
        As :func:`read_key` returns them.
    loads
        Judge to the names of the clusters that were dealt to that judge, in the sheet's order.
    seed
        The seed of dealing.
    form
        What the sheets show and ask.
    """
    blocks: dict[str, list[Item]] = {}
    for item in items:
        blocks.setdefault(item.cluster, []).append(item)
    hands = {
        judge: tuple(
            item.id
            for item in shuffle_items((item for name in names for item in blocks.get(name, ())), judge, seed)
        )
        for judge, names in loads.items()
    }
    return Dealt({item.id: item for block in blocks.values() for item in block}, hands, form)
