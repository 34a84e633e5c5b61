"""Witnesses of one text: their tokens, tables, sigla and white space, in every form that shows them."""

import csv
import io
from xml.etree import ElementTree as ET

import pytest

from paralattice import Lattice, align
from paralattice.align.witnesses import read_witness
from paralattice.errors import AlignError, MergeError, OptionError
from support.tei import read_tei

TEXTS = {"A": "The grey  cat sat, quietly.", "B": "the gray cat sat down quietly", "C": "A cat sat"}
TEI = "{http://www.tei-c.org/ns/1.0}"


@pytest.fixture(scope="module")
def aligned():
    return align(witnesses=TEXTS)


@pytest.fixture(scope="module")
def lattice(aligned):
    return Lattice.from_alignment(aligned, name="cats")


def test_variants_between_shared_words_stand_in_one_column(aligned):
    assert aligned.table() == [
        ["The", "grey", "cat", "sat", ",", "quietly", "."],
        ["the", "gray", "cat", "sat", "down", "quietly", None],
        ["A", None, "cat", "sat", None, None, None],
    ]


def test_words_that_follow_each_other_everywhere_are_one_segment(aligned):
    first, _, last = aligned.table(segments=True)
    assert first == ["The grey", "cat sat", ",", "quietly", "."]
    assert last == ["A", "cat sat", None, None, None]


def test_a_word_with_room_stands_beside_the_most_similar_one_if_asked():
    texts = {"A": "brown koala", "B": "the brwn fox koala"}
    assert align(witnesses=texts).table()[0] == ["brown", None, None, "koala"]
    assert align(witnesses=texts, near_match=True).table()[0] == [None, "brown", None, "koala"]


def test_moved_words_stay_in_the_order_of_their_witness():
    texts = {"A": "red the", "B": "the", "C": "mat gray the", "D": "red"}
    assert align(witnesses=texts, near_match=True).table()[0] == [None, "red", "the"]


def test_a_repeated_word_takes_one_place():
    assert align(witnesses={"A": "the cat", "B": "the the cat"}).table() == [
        [None, "the", "cat"],
        ["the", "the", "cat"],
    ]


def test_equal_keys_match_and_words_are_shown():
    tokens = {"A": [{"t": "The ", "n": "the"}, {"t": "kat", "n": "cat"}], "B": ["the", "cat"]}
    result = align(witnesses=tokens)
    assert result.table() == [["The", "kat"], ["the", "cat"]]
    assert [row.tolist() for row in result.nodes] == [[0, 1], [0, 1]]


@pytest.mark.parametrize("tokenize", [str.split, lambda text: [{"t": sign} for sign in text if sign.strip()]])
def test_any_function_divides_texts_of_any_script(tokenize):
    result = align(witnesses={"A": "ἐν ἀρχῇ", "B": "ἐν τῇ ἀρχῇ"}, tokenize=tokenize)
    assert ["".join(filter(None, row)) for row in result.table()] == ["ἐνἀρχῇ", "ἐντῇἀρχῇ"]


def test_white_space_is_kept_and_not_compared():
    read = read_witness("A", "Grey,\n  cold day")
    assert (
        "".join(word + space for word, space in zip(read.words, read.spaces, strict=True))
        == "Grey,\n  cold day"
    )
    assert align(witnesses={"A": "a  b", "B": "a\nb"}).table() == [["a", "b"]] * 2


def test_text_and_csv_begin_with_the_siglum(aligned):
    assert aligned.to_table().splitlines()[2] == "C  A    -     cat  sat  -     -        -"
    rows = list(csv.reader(io.StringIO(aligned.to_csv())))
    assert rows[1] == ["B", "the", "gray", "cat", "sat", "down", "quietly", ""]


def test_html_escapes_and_shades_the_columns_that_differ():
    page = align(witnesses={"A": "a < b", "B": "a > b"})._repr_html_()
    rows = ET.fromstring(page).findall("tr")  # noqa: S314 - our own text
    assert [["".join(cell.itertext()) for cell in row] for row in rows] == [
        ["A", "a", "<", "b"],
        ["B", "a", ">", "b"],
    ]
    assert ["style" in cell.attrib for cell in rows[0]] == [False, False, True, False]


def test_tei_names_the_witnesses_and_keeps_variants_in_one_entry(lattice):
    (text,) = lattice.export("tei").values()
    assert read_tei(text) == {
        name: [word for word in row if word]
        for name, row in zip("ABC", align(witnesses=TEXTS).table(), strict=True)
    }
    root = ET.fromstring(text)  # noqa: S314 - our own text
    assert [one.text for one in root.iter(f"{TEI}witness")] == list(TEXTS.values())
    entries = [{one.get("wit"): "".join(one.itertext()) for one in app} for app in root.iter(f"{TEI}app")]
    assert entries[0] == {"#A": "The grey  ", "#B": "the gray ", "#C": "A "}
    assert entries[1] == {"#A": ", ", "#B": "down ", "#C": ""}


def test_sigla_that_xml_does_not_allow_as_names_are_written_beside_numbers():
    (text,) = Lattice.from_alignment(align(witnesses={"MS 1": "a b", "MS 2": "a c"})).export("tei").values()
    assert list(read_tei(text)) == ["s0", "s1"]
    assert 'xml:id="s1" n="MS 2"' in text


def test_graphs_have_the_sigla(lattice):
    edges = {
        (word, *names)
        for _, _, data in lattice.to_networkx().edges(data=True)
        for word, names in [(data["word"], data["witnesses"])]
    }
    assert {("grey", "A"), ("gray", "B"), ("sat", "A", "B", "C")} <= edges
    assert r'[label="sat\nA B C", word="sat", sentences="0 1 2"' in lattice.export("dot")["lattice.dot"]
    assert '<data key="witnesses">A B C</data>' in lattice.export("graphml")["lattice.graphml"]


def test_the_picture_names_the_witnesses(lattice):
    root = ET.fromstring(lattice.to_svg())  # noqa: S314 - our own text
    titles = {element.text for element in root.iter("{http://www.w3.org/2000/svg}title")}
    assert {"Witness C", "Witnesses A, B, C"} <= titles


def test_no_path_mixes_variants_of_one_column_with_other_contexts(lattice):
    assert lattice.accepts(["the", "gray", "cat", "sat"])
    assert not lattice.accepts(["the", "grey", "cat", "sat"])


def test_variants_of_sentences_are_aligned_too():
    sentences = [["the", "old", "bus"], ["the", "new", "bus"]]
    assert align(sentences, variants="aligned").sigla == ("1", "2")
    assert len(align(sentences, variants="aligned").table()[0]) == 3
    assert len(align(sentences).table()[0]) == 4
    assert len(align(witnesses={"A": "the old bus", "B": "the new bus"}, variants="apart").table()[0]) == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"witnesses": {"A": ["a", " "]}}, "witness A: the token ' ' must be a text"),
        ({"witnesses": {"A": [{"n": "a"}]}}, "have one as 't'"),
        ({"witnesses": {"A": [{"t": "a", "n": 1}]}}, "'n', must be a text, not 1"),
        ({"witnesses": {"A": 3}}, "a text or a list of tokens"),
        ({"witnesses": ["a"]}, "by their sigla"),
        ({"witnesses": {"": "a"}}, "by their sigla"),
        ({"witnesses": {"A": "a"}, "sentences": [["a"]]}, "not both"),
        ({"witnesses": {"A": "a"}, "version": "V2"}, "aligned by equal words"),
        (
            {"sentences": [["a"]], "match": lambda a, b: a == b, "variants": "aligned"},
            "aligned by equal words",
        ),
        ({"sentences": [["a"]], "near_match": True}, "set variants='aligned'"),
        ({"sentences": [["a"]], "tokenize": str.split}, "give witnesses"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(arguments, message):
    with pytest.raises(AlignError, match=message):
        align(**arguments)


def test_segments_need_variants_aligned_by_position():
    for result in (align([["a"], ["b"]]), align(witnesses={"A": "a b", "B": "b"}, near_match=True)):
        with pytest.raises(AlignError, match="segments"):
            result.table(segments=True)


def test_no_witness_and_unknown_kinds_of_variants_are_refused():
    with pytest.raises(MergeError, match="no sentences or witnesses"):
        align(witnesses={})
    with pytest.raises(OptionError, match="did you mean 'aligned'"):
        align([["a"]], variants="aligend")
