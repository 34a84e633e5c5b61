"""WordNet's database files: words, senses, forms; and files that are none."""

from pathlib import Path

import pytest

from paralattice.english.wordnet import WordNet
from paralattice.errors import FormatError
from support import tiny_wordnet


@pytest.fixture(scope="module")
def wordnet():
    return WordNet(tiny_wordnet.tiny_wordnet(), "wn")


def test_a_word_has_the_synsets_of_its_part_of_speech(wordnet):
    (sense,) = wordnet.synsets("ship", "n")
    assert sense.words == ("ship", "vessel")
    assert [symbol for symbol, _, _ in sense.pointers] == ["@"]
    assert not list(wordnet.synsets("ship", "v"))
    # The marker of an adjective's place is no part of it, and compounds have blanks.
    assert next(wordnet.synsets("big", "a")).words == ("big", "large")
    assert next(wordnet.synsets("open fire", "n")).words == ("fire", "blaze", "open fire")


@pytest.mark.parametrize(
    ("word", "pos", "bases"),
    [
        ("ships", "n", ("ship",)),
        ("Vessels", "n", ("vessel",)),
        ("cities", "n", ("city",)),
        ("ran", "v", ("run",)),
        ("injured", "v", ("injure",)),
        ("injuring", "v", ("injure",)),
        ("wounds", "v", ("wound",)),
        ("better", "a", ("good",)),
        ("quickly", "r", ("quickly",)),
        ("unheard", "v", ()),
    ],
)
def test_base_forms_are_found_by_exceptions_and_endings(wordnet, word, pos, bases):
    assert wordnet.base_forms(word, pos) == bases


def test_the_most_frequent_sense_goes_over_parts_of_speech_by_counts(wordnet):
    base, sense = wordnet.most_frequent("runs")
    assert (base, sense.pos, sense.words) == ("run", "v", ("run", "go off"))
    base, sense = wordnet.most_frequent("fires")
    assert (base, sense.pos) == ("fire", "n")
    # Nothing was counted: a noun before a verb.
    assert wordnet.most_frequent("wound")[1].pos == "v"
    assert wordnet.most_frequent("the") is None


def test_a_missing_file_and_damaged_lines_are_told_with_their_place():
    files = tiny_wordnet.tiny_wordnet()
    del files["data.verb"]
    with pytest.raises(FormatError, match=r"wn/data\.verb: is missing"):
        WordNet(files, "wn")
    files = tiny_wordnet.tiny_wordnet() | {"index.noun": b"  licence\nship n many\n"}
    with pytest.raises(FormatError, match=r"wn/index\.noun:2: is no line of an index"):
        WordNet(files, "wn")
    files = tiny_wordnet.tiny_wordnet() | {"data.noun": b"short\n"}
    with pytest.raises(FormatError, match=r"data\.noun: no synset at byte"):
        list(WordNet(files).synsets("ship", "n"))
    files = tiny_wordnet.tiny_wordnet() | {"cntlist.rev": b"run 1\n"}
    with pytest.raises(FormatError, match=r"cntlist\.rev:1"):
        WordNet(files).most_frequent("run")


def test_a_real_wordnet_is_read_where_it_is_installed():
    folder = Path("/usr/share/wordnet")
    if not (folder / "index.noun").is_file():
        pytest.skip("Debian's wordnet-base is not installed")
    # Other packages keep folders of their own beside the database.
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    found = WordNet(files, str(folder))
    assert "wound" in found.most_frequent("injured")[1].words
