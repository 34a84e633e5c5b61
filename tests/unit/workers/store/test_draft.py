"""What a process computes in one go is stored together, and only what is new."""

import pytest

from workers.store import Artefact, Draft, MissingArtefactError, digest, open_store
from workers.store.keys import shelved

FIRST, SECOND, THIRD = (shelved("ab" * 32, digest(number)) for number in range(3))


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "store")


def names(store):
    return sorted(path.name for path in store.root.glob("??/*"))


def test_nothing_is_stored_before_the_draft_is_saved_and_then_as_one_pack(store):
    draft = Draft(store, [FIRST, SECOND])
    assert draft.once(FIRST, lambda: Artefact(1)) == Artefact(1)
    assert draft.once(SECOND, lambda: Artefact(draft.get(FIRST).value + 1)) == Artefact(2)
    assert names(store) == []
    draft.save()
    assert len(names(store)) == 1
    assert open_store(store.root).get_all([FIRST, SECOND]) == [Artefact(1), Artefact(2)]


def test_what_is_stored_is_read_and_not_computed_again(store):
    store.put(FIRST, Artefact("stored"))
    draft = Draft(store, [FIRST, SECOND])
    assert draft.once(FIRST, lambda: Artefact("computed")) is None
    assert draft.get(FIRST) == Artefact("stored")
    draft.once(SECOND, lambda: Artefact("new"))
    draft.save()
    assert [path.rpartition(".")[2] for path in names(store)] == ["0", "1"]


def test_a_draft_saved_twice_is_stored_once(store):
    draft = Draft(store, [FIRST])
    draft.once(FIRST, lambda: Artefact(1))
    draft.save()
    draft.save()
    assert len(names(store)) == 1


def test_artefacts_that_were_not_sought_are_looked_for_in_the_store(store):
    store.put(THIRD, Artefact("other"))
    draft = Draft(store, [FIRST])
    assert draft.has(THIRD)
    assert draft.get_all([THIRD]) == [Artefact("other")]
    with pytest.raises(MissingArtefactError):
        draft.get(SECOND)


def test_two_who_compute_the_same_store_it_once(store):
    one, other = Draft(store, [FIRST, SECOND]), Draft(open_store(store.root), [FIRST, SECOND])
    for draft in (one, other):
        draft.once(FIRST, lambda: Artefact(1))
        draft.once(SECOND, lambda: Artefact(2))
    one.save()
    other.save()
    assert len(names(store)) == 1


def test_of_two_who_compute_partly_the_same_the_second_stores_the_rest(store):
    one, other = Draft(store, [FIRST, SECOND, THIRD]), Draft(open_store(store.root), [FIRST, SECOND, THIRD])
    one.once(FIRST, lambda: Artefact(1))
    one.once(SECOND, lambda: Artefact(2))
    other.once(FIRST, lambda: Artefact(1))
    other.once(THIRD, lambda: Artefact(3))
    one.save()
    other.save()
    assert len(names(store)) == 2
    assert open_store(store.root).get_all([FIRST, SECOND, THIRD]) == [Artefact(n) for n in (1, 2, 3)]
