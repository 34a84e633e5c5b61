"""The catalogue knows which pack holds a parse, and lists packs only where it must."""

from workers.store.catalogue import Catalogue
from workers.store.keys import COMMON_SHELF

KEYS = [COMMON_SHELF + f"{number:032x}" for number in range(6)]


class Packs:
    """Packs by their names; counts listings and readings."""

    def __init__(self, **packs):
        self.packs, self.listed, self.read = packs, 0, []

    def names(self):
        self.listed += 1
        return list(self.packs)

    def keys(self, names):
        self.read += names
        return [self.packs.get(name, []) for name in names]

    def catalogue(self, patience=0.0):
        return Catalogue(self.names, self.keys, patience)


def test_each_pack_is_read_once_however_often_it_is_listed():
    packs = Packs(one=KEYS[:2], two=KEYS[2:4])
    catalogue = packs.catalogue()
    for _ in range(3):
        assert catalogue.missing(KEYS[:5]) == {KEYS[4]}
    assert (packs.listed, packs.read) == (3, ["one", "two"])
    assert catalogue.places(KEYS[:3]) == {"one": KEYS[:2], "two": [KEYS[2]]}


def test_what_is_known_needs_no_listing():
    packs = Packs(one=KEYS[:2])
    catalogue = packs.catalogue()
    catalogue.note("one", KEYS[:2])
    assert catalogue.missing(KEYS[:2]) == set()
    assert catalogue.places(KEYS[:2]) == {"one": KEYS[:2]}
    assert packs.listed == 0


def test_packs_are_not_listed_again_soon():
    packs = Packs(one=KEYS[:2])
    catalogue = packs.catalogue(patience=1000)
    assert catalogue.missing(KEYS) == set(KEYS[2:])
    packs.packs["two"] = KEYS[2:]
    assert catalogue.missing(KEYS) == set(KEYS[2:])
    assert packs.listed == 1


def test_an_expected_pack_is_found_without_a_listing():
    packs = Packs(one=KEYS[:2])
    catalogue = packs.catalogue(patience=1000)
    assert catalogue.missing(KEYS) == set(KEYS[2:])
    packs.packs["two"] = KEYS[2:]
    catalogue.expect(["two"])
    assert catalogue.missing(KEYS) == set()
    assert packs.listed == 1


def test_packs_are_listed_where_an_expected_one_is_absent():
    packs = Packs(one=KEYS[:2])
    catalogue = packs.catalogue(patience=1000)
    catalogue.missing(KEYS)
    packs.packs["of another batch"] = KEYS[2:]
    catalogue.expect(["two"])
    assert catalogue.missing(KEYS) == set()


def test_the_parses_of_a_discarded_pack_are_missing_unless_another_has_them():
    packs = Packs(one=KEYS[:2], two=KEYS[1:3])
    catalogue = packs.catalogue(patience=1000)
    assert catalogue.missing(KEYS[:3]) == set()
    packs.packs = {}
    catalogue.discard("one")
    assert catalogue.missing(KEYS[:3]) == {KEYS[0]}
