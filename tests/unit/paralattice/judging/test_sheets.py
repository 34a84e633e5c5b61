"""Who judges what, and the tables that judges get."""

import csv
import io
from collections import Counter
from itertools import combinations, pairwise

import pytest

from paralattice.corpus import Cluster, Sentence
from paralattice.errors import JudgeError, OptionError
from paralattice.judging.instructions import INSTRUCTIONS, SCALES
from paralattice.judging.sheets import (
    KEY_COLUMNS,
    ORIGINALS_COLUMNS,
    SHEET_COLUMNS,
    Item,
    SheetOptions,
    deal,
    escape_cell,
    item_id,
    shuffle_items,
    unescape_cell,
    write_key,
    write_originals,
    write_sheet,
)

# The names of the paper's Table 1.
TEST_CLUSTERS = (
    "accident",
    "cause",
    "fasulo",
    "floor",
    "government",
    "injur",
    "linate",
    "rockwell",
    "spokes",
    "suicide",
    "terror",
)


def rows_of(table):
    return list(csv.reader(io.StringIO(table, newline="")))


def readers(hands):
    return Counter(name for hand in hands for name in hand)


def items_of(cluster, versions=("V1", "V4"), draws=10, seed=1):
    return [
        Item(item_id(seed, cluster, version, draw), cluster, version, draw, ("w", str(draw)))
        for version in versions
        for draw in range(draws)
    ]


def test_without_a_number_a_cluster_goes_to_every_judge():
    clusters = dict.fromkeys("abcdefghij", 50)
    assert deal(clusters, judges=4) == (tuple("abcdefghij"),) * 4


def test_eleven_clusters_of_fifty_sentences_and_six_judges_make_six_clusters_and_300_sentences_each():
    clusters = dict.fromkeys(TEST_CLUSTERS, 50)
    hands = deal(clusters, judges=6, per_cluster=3)
    assert [len(hand) for hand in hands] == [6] * 6
    assert [sum(clusters[name] for name in hand) for hand in hands] == [300] * 6
    assert sorted(readers(hands).values()) == [3] * 8 + [4] * 3


def test_no_judge_gets_a_cluster_twice_and_all_keep_the_clusters_in_order():
    hands = deal(dict.fromkeys(TEST_CLUSTERS, 50), judges=6, per_cluster=3)
    for hand in hands:
        assert list(hand) == [name for name in TEST_CLUSTERS if name in hand]


def test_another_seed_deals_the_clusters_to_others_and_the_same_seed_to_the_same():
    clusters = dict.fromkeys(TEST_CLUSTERS, 50)
    assert deal(clusters, 6, 3, seed=1) == deal(clusters, 6, 3, seed=1)
    assert len({deal(clusters, 6, 3, seed) for seed in range(5)}) == 5


def test_clusters_of_different_sizes_leave_loads_within_the_smallest_cluster_that_still_fits():
    clusters = {"a": 50, "b": 31, "c": 24, "d": 12, "e": 7, "f": 3}
    hands = deal(clusters, judges=4, per_cluster=2)
    loads = [sum(clusters[name] for name in hand) for hand in hands]
    assert min(readers(hands).values()) >= 2
    for hand, load in zip(hands, loads, strict=True):
        left = [size for name, size in clusters.items() if name not in hand]
        assert all(load + size > max(loads) for size in left)


def test_one_cluster_goes_to_all_when_there_are_more_judges_than_it_needs():
    assert deal({"only": 10}, judges=5, per_cluster=2) == (("only",),) * 5


def test_no_cluster_at_all_makes_empty_hands():
    assert deal({}, judges=2, per_cluster=1) == ((), ())


def test_every_pair_of_judges_shares_no_more_than_chance_would_explain():
    hands = deal({f"c{number}": 10 for number in range(60)}, judges=6, per_cluster=3)
    shared = [len(set(one) & set(other)) for one, other in combinations(hands, 2)]
    assert max(shared) < 20


def test_a_cluster_without_sentences_cannot_be_dealt():
    with pytest.raises(JudgeError, match="nothing to judge in b"):
        deal({"a": 1, "b": 0}, judges=2)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"judges": 0}, "judges = 0"),
        ({"judges": 3, "per_cluster": 4}, "per_cluster = 4"),
        ({"judges": 3, "per_cluster": 0}, "per_cluster = 0"),
        ({"split": "testing"}, "split = 'testing'"),
    ],
)
def test_an_option_that_cannot_be_met_is_named(options, named):
    with pytest.raises(OptionError, match=named):
        SheetOptions(**options)


def test_an_item_has_the_same_name_for_one_seed_and_another_for_another():
    assert item_id(1, "ferry", "V1", 0) == item_id(1, "ferry", "V1", 0)
    assert item_id(1, "ferry", "V1", 0) != item_id(2, "ferry", "V1", 0)


def test_names_of_items_differ_and_hold_neither_digits_nor_vowels():
    names = {
        item_id(1, f"c{number}", version, draw)
        for number in range(200)
        for version in ("V1", "V2", "V3", "V4", "V5")
        for draw in range(10)
    }
    assert len(names) == 10_000
    assert all(len(name) == 14 and set(name) <= set("bcdfghjkmnpqrstvwxyz") for name in names)


def test_parts_of_an_items_origin_cannot_be_confused():
    assert item_id(1, "a", "bV1", 0) != item_id(1, "ab", "V1", 0)


def test_shuffling_keeps_each_clusters_items_together_and_complete():
    items = items_of("b") + items_of("a")
    shuffled = shuffle_items(items, "judge-01", seed=1)
    assert [item.cluster for item in shuffled] == ["b"] * 20 + ["a"] * 20
    assert set(shuffled) == set(items)


def test_shuffling_mixes_the_versions_and_differs_between_judges():
    items = items_of("a")
    one, other = (shuffle_items(items, judge, seed=1) for judge in ("judge-01", "judge-02"))
    assert one != other
    changes = sum(x.version != y.version for x, y in pairwise(one))
    assert changes >= 5


def test_shuffling_does_not_depend_on_the_order_in_which_the_items_come():
    items = items_of("a")
    assert shuffle_items(reversed(items), "judge-01", 1) == shuffle_items(items, "judge-01", 1)


def test_equal_sentences_of_two_versions_stay_two_items():
    items = items_of("a")
    sheet = rows_of(write_sheet(shuffle_items(items, "judge-01", 1)))
    assert Counter(row[3] for row in sheet[1:])["w 3"] == 2
    assert len({row[0] for row in sheet[1:]}) == 20


def test_a_sheet_counts_from_one_and_leaves_both_scores_empty_and_shows_no_version():
    items = items_of("a", draws=2)
    table = write_sheet(items)
    rows = rows_of(table)
    assert tuple(rows[0]) == SHEET_COLUMNS
    assert rows[1] == [items[0].id, "a", "1", "w 0", "", ""]
    assert [row[2] for row in rows[1:]] == ["1", "2", "3", "4"]
    assert "V1" not in table
    assert "V4" not in table


def test_originals_are_numbered_within_their_cluster():
    cluster = Cluster(
        "ferry", tuple(Sentence.from_words(text.split()) for text in ("It sank .", "So it did ."))
    )
    rows = rows_of(write_originals([cluster, Cluster("b", cluster.sentences[:1])]))
    assert tuple(rows[0]) == ORIGINALS_COLUMNS
    assert rows[1:] == [["ferry", "1", "It sank ."], ["ferry", "2", "So it did ."], ["b", "1", "It sank ."]]


def test_the_key_tells_version_and_draw():
    item = Item("bcd", "ferry", "V4", 17, ("It", "sank"))
    rows = rows_of(write_key([item]))
    assert tuple(rows[0]) == KEY_COLUMNS
    assert rows[1] == ["bcd", "ferry", "V4", "17", "It sank"]


def test_commas_quotes_and_letters_of_any_script_survive_in_a_cell():
    words = ("``", '"', ",", "naïve", "東京", "''")
    rows = rows_of(write_sheet([Item("b", "x,y", "V1", 0, words)]))
    assert rows[1][1] == "x,y"
    assert rows[1][3] == "`` \" , naïve 東京 ''"


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-- said", "@SUM(A1)", "\tx", "\rx", "\nx", "\uff1d1", "'=1", "''@"]
)
def test_a_cell_that_looks_like_a_formula_gets_one_apostrophe_that_can_be_taken_away(text):
    assert escape_cell(text) == "'" + text
    assert unescape_cell(escape_cell(text)) == text


@pytest.mark.parametrize("text", ["", "'", "''", "'tis = so", "a=1", "1-2", '"=1', "'s"])
def test_other_cells_stay_as_they_are(text):
    assert escape_cell(text) == text
    assert unescape_cell(text) == text


def test_clusters_and_sentences_are_both_escaped_in_the_tables():
    rows = rows_of(write_sheet([Item("b", "=cmd", "V1", 0, ("-", "he", "said"))]))
    assert rows[1][1] == "'=cmd"
    assert rows[1][3] == "'- he said"


def test_the_instructions_explain_both_scales_and_name_the_files():
    files = ("sheet.csv", "originals.csv", "sheet.xlsx", "sheet.html")
    for word in ("grammaticality", "fidelity", "perfect", "nonsense", *files):
        assert word in INSTRUCTIONS


def test_each_scale_is_a_column_and_goes_from_four_to_one():
    assert tuple(scale.column for scale in SCALES) == SHEET_COLUMNS[-2:]
    for scale in SCALES:
        assert [grade.score for grade in scale.grades] == [4, 3, 2, 1]
