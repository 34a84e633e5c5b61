"""From judgements to phases, tables and figures."""

from fractions import Fraction

import matplotlib
import pytest

from paralattice.formats.tables import csv_text, latex_text, markdown_text
from paralattice.judging.figures import draw_figure
from paralattice.judging.judgements import JudgeCount, Judgement, Problem
from paralattice.judging.means import ClusterMeans
from paralattice.judging.scoring import ClusterSize, compare_versions, score
from paralattice.judging.tables import judge_table, judgement_table, problem_table, score_tables

VERSIONS = ("V1", "V3", "V4", "V5")
CLUSTERS = [
    ClusterSize("tall", "test", 30),
    ClusterSize("b", "test", 9),
    ClusterSize("a", "test", 9),
    ClusterSize("drill", "train", 5),
    ClusterSize("trial", "dev", 5),
    ClusterSize("loose", "", 12),
    ClusterSize("unseen", "test", 1),
]


def judgements(names, judges=("judge-01", "judge-02")):
    return [
        Judgement(
            judge,
            f"{name}-{version}-{draw}",
            name,
            version,
            draw,
            1 + (len(name) + place + draw) % 4,
            1 + (place * draw + turn) % 4,
        )
        for name in names
        for place, version in enumerate(VERSIONS)
        for draw in range(3)
        for turn, judge in enumerate(judges)
    ]


ALL = judgements([cluster.name for cluster in CLUSTERS[:-1]])


def names(phases):
    return [table.name for table in score_tables(phases)]


def means_of(cells, versions, overall=None):
    clusters = tuple(dict.fromkeys(cluster for cluster, _ in cells))
    if overall is None:
        overall = dict.fromkeys(versions, Fraction(3))
    return ClusterMeans("fidelity", clusters, versions, cells, {}, overall)


def test_train_and_dev_are_training_and_all_else_is_testing():
    training, testing = score(ALL, CLUSTERS, VERSIONS)
    assert (training.phase, testing.phase) == ("training", "testing")
    assert set(training.means["fidelity"].clusters) == {"drill", "trial"}
    assert set(testing.means["fidelity"].clusters) == {"a", "b", "loose", "tall"}


def test_clusters_stand_by_increasing_size_then_by_name_and_unjudged_ones_are_absent():
    (_, testing) = score(ALL, CLUSTERS, VERSIONS)
    assert testing.means["grammaticality"].clusters == ("a", "b", "loose", "tall")


def test_the_order_of_judgements_and_clusters_does_not_matter():
    assert score(ALL[::-1], CLUSTERS[::-1], VERSIONS) == score(ALL, CLUSTERS, VERSIONS)


def test_each_phase_fills_its_tables():
    training, testing = score(ALL, CLUSTERS, VERSIONS)
    both = ["gains", "ttests", "agreement", "kappa"]
    assert names([training]) == ["table3", *both]
    assert names([testing]) == ["table4", "table5", "table6", *both]
    assert names([training, testing]) == ["table3", "table4", "table5", "table6", *both]
    assert names([]) == []


def test_a_single_judge_has_no_table_of_agreement():
    phases = score(judgements(["tall", "a"], ["judge-01"]), CLUSTERS, VERSIONS)
    assert names(phases) == ["table4", "table5", "table6", "gains", "ttests"]


def test_versions_alike_in_kind_have_no_gain():
    lexical = [one for one in ALL if one.version in ("V1", "V3")]
    phases = score(lexical, CLUSTERS, ("V1", "V3"))
    assert "gains" not in names(phases)
    assert [(test.better, test.worse) for test in phases[0].tests["fidelity"]] == [("V3", "V1")]


def test_the_reference_is_compared_with_each_other_version_before_the_other_pairs():
    (phase,) = score(judgements(["tall", "a"]), CLUSTERS, VERSIONS)
    assert [(test.better, test.worse) for test in phase.tests["fidelity"]] == [
        ("V4", "V1"),
        ("V4", "V3"),
        ("V4", "V5"),
        ("V3", "V1"),
        ("V5", "V1"),
        ("V5", "V3"),
    ]


def test_without_v4_the_syntactic_version_that_is_there_is_the_reference():
    cells = {(name, version): Fraction(2) for name in "ab" for version in ("V5", "V1")}
    assert compare_versions(means_of(cells, ("V5", "V1")))[0].better == "V5"


def test_a_single_version_is_compared_with_nothing():
    assert compare_versions(means_of({("a", "V4"): Fraction(2)}, ("V4",))) == ()


def test_the_last_row_of_tables_4_and_5_is_the_mean_of_all_scores():
    phases = score(ALL, CLUSTERS, VERSIONS)
    table4 = next(table for table in score_tables(phases) if table.name == "table4")
    testing = [one for one in ALL if one.cluster not in ("drill", "trial")]
    for place, version in enumerate(VERSIONS, 1):
        scores = [one.grammaticality for one in testing if one.version == version]
        assert table4.rows[-1][place] == Fraction(sum(scores), len(scores))
        assert table4.rows[-1][place + len(VERSIONS)] == len(scores)
    assert table4.rows[-1][0] == "Overall"


def test_every_table_can_be_written_in_every_form():
    for table in score_tables(score(ALL, CLUSTERS, VERSIONS)):
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert csv_text(table).count("\r\n") == len(table.rows) + 1
        assert latex_text(table).count(r"\\") == len(table.rows) + 1
        assert markdown_text(table).count("\n| ") == len(table.rows) + 2


def test_tables_for_other_programs_have_a_row_each():
    one = Judgement("judge-01", "bcd", "a", "V4", 7, 3, None)
    assert judgement_table([one], {"a": "test"}).rows == (("judge-01", "bcd", "a", "test", "V4", 7, 3, None),)
    problem = Problem("x.csv", 0, "missing", "judge-01", "", "something")
    assert problem_table([problem]).rows == (("x.csv", None, "missing", "judge-01", "", "something"),)
    count = JudgeCount("judge-01", 10, 6, 1, 3, True)
    assert judge_table([count]).rows == (("judge-01", 10, 6, 1, 3, "yes"),)


def test_a_figure_is_the_same_bytes_each_time_and_tells_neither_date_nor_version():
    means = means_of({(name, "V4"): Fraction(7, 3) for name in "abc"}, ("V1", "V4"))
    first, second = draw_figure(means), draw_figure(means)
    assert first == second
    assert first["png"].startswith(b"\x89PNG\r\n")
    assert b"<dc:date>" not in first["svg"]
    assert matplotlib.__version__.encode() not in first["svg"]
    assert b"Software" not in first["png"]


def test_settings_of_the_user_do_not_show_in_a_figure():
    means = means_of({(name, "V4"): Fraction(7, 3) for name in "abc"}, ("V4",))
    plain = draw_figure(means)
    with matplotlib.rc_context({"axes.facecolor": "red", "font.size": 20}):
        assert draw_figure(means) == plain
        assert matplotlib.rcParams["font.size"] == 20


@pytest.mark.parametrize("value", [Fraction(1), Fraction(5, 2), Fraction(4)])
def test_figures_hold_any_mean_and_any_name(value):
    cells = {(name, version): value for name in ("$x", "a_b^", "東京", "c" * 60) for version in ("V1", "V5")}
    assert set(draw_figure(means_of(cells, ("V1", "V5")))) == {"svg", "png"}
