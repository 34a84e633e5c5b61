"""Scores of training and testing clusters, and their tables."""

from fractions import Fraction

from paralattice.formats.tables.paper_tables import csv_text, latex_text, markdown_text
from paralattice.judging.judgements import Judgement
from paralattice.judging.means import ClusterMeans
from paralattice.judging.phases import ClusterSize, compare_versions, score_phases
from paralattice.judging.sentence_tables import phase_tables

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
            {
                "grammaticality": 1 + (len(name) + place + draw) % 4,
                "fidelity": 1 + (place * draw + turn) % 4,
            },
        )
        for name in names
        for place, version in enumerate(VERSIONS)
        for draw in range(3)
        for turn, judge in enumerate(judges)
    ]


ALL = judgements([cluster.name for cluster in CLUSTERS[:-1]])


def names(phases):
    return [table.name for table in phase_tables(phases)]


def means_of(cells, versions, overall=None):
    clusters = tuple(dict.fromkeys(cluster for cluster, _ in cells))
    if overall is None:
        overall = dict.fromkeys(versions, Fraction(3))
    return ClusterMeans("fidelity", clusters, versions, cells, {}, overall)


def test_train_and_dev_are_training_and_all_else_is_testing():
    training, testing = score_phases(ALL, CLUSTERS, VERSIONS)
    assert (training.phase, testing.phase) == ("training", "testing")
    assert set(training.means["fidelity"].clusters) == {"drill", "trial"}
    assert set(testing.means["fidelity"].clusters) == {"a", "b", "loose", "tall"}


def test_clusters_stand_by_increasing_size_then_by_name_and_unjudged_ones_are_absent():
    (_, testing) = score_phases(ALL, CLUSTERS, VERSIONS)
    assert testing.means["grammaticality"].clusters == ("a", "b", "loose", "tall")


def test_the_order_of_judgements_and_clusters_does_not_matter():
    assert score_phases(ALL[::-1], CLUSTERS[::-1], VERSIONS) == score_phases(ALL, CLUSTERS, VERSIONS)


def test_each_phase_fills_its_tables():
    training, testing = score_phases(ALL, CLUSTERS, VERSIONS)
    both = ["gains", "ttests", "agreement", "kappa"]
    assert names([training]) == ["table3", *both]
    assert names([testing]) == ["table4", "table5", "table6", *both]
    assert names([training, testing]) == ["table3", "table4", "table5", "table6", *both]
    assert names([]) == []


def test_a_single_judge_has_no_table_of_agreement():
    phases = score_phases(judgements(["tall", "a"], ["judge-01"]), CLUSTERS, VERSIONS)
    assert names(phases) == ["table4", "table5", "table6", "gains", "ttests"]


def test_versions_alike_in_kind_have_no_gain():
    lexical = [one for one in ALL if one.version in ("V1", "V3")]
    phases = score_phases(lexical, CLUSTERS, ("V1", "V3"))
    assert "gains" not in names(phases)
    assert [(test.better, test.worse) for test in phases[0].tests["fidelity"]] == [("V3", "V1")]


def test_the_reference_is_compared_with_each_other_version_before_the_other_pairs():
    (phase,) = score_phases(judgements(["tall", "a"]), CLUSTERS, VERSIONS)
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
    phases = score_phases(ALL, CLUSTERS, VERSIONS)
    table4 = next(table for table in phase_tables(phases) if table.name == "table4")
    testing = [one for one in ALL if one.cluster not in ("drill", "trial")]
    for place, version in enumerate(VERSIONS, 1):
        scores = [one.scores["grammaticality"] for one in testing if one.version == version]
        assert table4.rows[-1][place] == Fraction(sum(scores), len(scores))
        assert table4.rows[-1][place + len(VERSIONS)] == len(scores)
    assert table4.rows[-1][0] == "Overall"


def test_every_table_can_be_written_in_every_form():
    for table in phase_tables(score_phases(ALL, CLUSTERS, VERSIONS)):
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert csv_text(table).count("\r\n") == len(table.rows) + 1
        assert latex_text(table).count(r"\\") == len(table.rows) + 1
        assert markdown_text(table).count("\n| ") == len(table.rows) + 2
