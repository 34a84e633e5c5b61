"""Correlations with human scores, and the tables of measures."""

import csv
import io
import math

import pytest

from paralattice.formats.tables.paper_tables import csv_text, latex_text, markdown_text
from paralattice.measures.automatic import CLUSTER_MEASURES, MEASURES, Drawn, Originals, measure_cluster
from paralattice.measures.correlation import MeasuredUnit, correlations
from paralattice.measures.tables import (
    ITEM_COLUMNS,
    cluster_measure_table,
    correlation_tables,
    item_row,
    version_table,
)


def pair(version, value, grammaticality, fidelity=None):
    measures = dict.fromkeys(MEASURES, 1.0) | {"distance": value}
    return MeasuredUnit(version, measures, {"grammaticality": grammaticality, "fidelity": fidelity})


# The last is an outlier that ranks do not see.
PAIRS = [pair("V1", 1, 4, 1), pair("V1", 2, 3), pair("V4", 3, 2, 2), pair("V4", 40, 1)]


def found(level="items", pairs=PAIRS, versions=("V1", "V4")):
    return {(one.version, one.measure, one.criterion): one for one in correlations(level, pairs, versions)}


def test_pearson_takes_values_and_spearman_ranks():
    one = found()["all", "distance", "grammaticality"]
    x, y = [1, 2, 3, 40], [4, 3, 2, 1]
    dx, dy = [v - 11.5 for v in x], [v - 2.5 for v in y]
    r = sum(a * b for a, b in zip(dx, dy, strict=True)) / math.sqrt(
        sum(a * a for a in dx) * sum(b * b for b in dy)
    )
    assert (one.level, one.n) == ("items", 4)
    assert one.pearson == pytest.approx(r)
    assert one.spearman == pytest.approx(-1)
    assert 0 < one.pearson_p < 1


def test_constant_values_and_fewer_than_three_pairs_have_no_correlation():
    table = found()
    constant = table["all", "length", "grammaticality"]
    assert (constant.n, constant.pearson, constant.spearman_p) == (4, None, None)
    few = table["V1", "distance", "grammaticality"]
    assert (few.n, few.pearson) == (2, None)
    assert table["all", "distance", "fidelity"].n == 2


def test_values_that_differ_by_rounding_alone_are_constant():
    pairs = [pair("V1", value, score) for value, score in ((0.3, 1), (0.1 + 0.2, 2), (0.3, 3))]
    assert found(pairs=pairs, versions=("V1",))["V1", "distance", "grammaticality"].pearson is None


def test_the_order_of_the_pairs_does_not_matter():
    assert found(pairs=PAIRS[::-1]) == found()


def test_one_version_alone_is_not_reported_twice():
    assert {one.version for one in correlations("items", PAIRS, ["V1"])} == {"V1"}


def test_clusters_have_two_measures_more():
    pairs = [MeasuredUnit("V1", dict.fromkeys(CLUSTER_MEASURES, 1.0), {"grammaticality": 1, "fidelity": 1})]
    names = {one.measure for one in correlations("clusters", pairs, ["V1"])}
    assert names == {*MEASURES, "repetition_ratio", "novel"}


def measured(version, *texts):
    originals = Originals(
        [["a", "ferry", "sank"], ["a", "boat", "sank", "too"]], lambda words: len(words) / 2
    )
    drawn = [Drawn(draw, tuple(text.split()), True) for draw, text in enumerate(texts)]
    return measure_cluster(("wreck", version), originals, drawn)


def test_versions_are_means_over_clusters_with_the_deviation_over_clusters():
    clusters = [measured("V1", "a boat sank")[0], measured("V1", "a ferry sank too", "a boat sank")[0]]
    table = version_table([*clusters, measured("V4")[0]], ["V1", "V4"])
    rows = list(csv.DictReader(io.StringIO(csv_text(table), newline="")))
    differences = [1.5 - 1.75, (1.5 + 2) / 2 - 1.75]
    assert float(rows[0]["entropy_difference"]) == pytest.approx(sum(differences) / 2)
    assert float(rows[0]["entropy_difference_sd"]) == pytest.approx(
        abs(differences[0] - differences[1]) / math.sqrt(2)
    )
    assert (rows[0]["clusters"], rows[0]["sentences"], rows[0]["novel_percent"]) == ("2", "3", "100.0")
    assert (rows[1]["clusters"], rows[1]["entropy"], rows[1]["novel_percent"]) == ("0", "", "")
    assert r"\begin{tabular}" in latex_text(table)
    assert "| V1 | 2 | 3 |" in markdown_text(table)


def test_rows_of_sentences_and_clusters_have_a_cell_a_column():
    cluster, items = measured("V1", "= sank")
    drawn = Drawn(7, ("=", "sank"), True, 2)
    row = dict(zip(ITEM_COLUMNS, item_row(("wreck", "V1"), drawn, items[0], {"fidelity": 3.5}), strict=True))
    assert (row["draw"], row["times"], row["novel"], row["chosen"]) == (7, 2, 1, 1)
    assert (row["grammaticality"], row["fidelity"], row["sentence"]) == (None, 3.5, "'= sank")
    table = cluster_measure_table([cluster])
    assert dict(zip([column.name for column in table.columns], table.rows[0], strict=True))["draws"] == 1


def test_the_overall_table_has_all_versions_together_or_the_only_one():
    every, overall = correlation_tables(correlations("items", PAIRS, ["V1", "V4"]), ["V1", "V4"])
    assert len(every.rows) == 3 * 2 * len(MEASURES)
    assert {row[1] for row in overall.rows} == {"all"}
    _, single = correlation_tables(correlations("items", PAIRS, ["V1"]), ["V1"])
    assert {row[1] for row in single.rows} == {"V1"}
