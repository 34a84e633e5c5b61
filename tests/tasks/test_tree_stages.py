"""The version that is made of trees, through the tasks in this process."""

import pytest

from paralattice.align import CompactAlignment, align
from paralattice.formats.trees import read_tree
from paralattice.formats.typed_json import from_json
from paralattice.lattice import CompactSamples, accepts, from_alignment, from_trees
from paralattice.lattice.options import PangOptions
from paralattice.lattice.records.compact import CompactLattice, read_compact_lattice, read_compact_samples
from support.bench import units_of
from tasks.cluster import jobs
from tasks.cluster.jobs import build_key, merge_key, sample_key
from workers.task_names import STAGES


@pytest.fixture
def computed(bench, plan_of, parsed_corpus):
    """Compute clusters that bring their trees; return their plan and the stages that were run."""

    def computed(name="corpus", **options):
        corpus = parsed_corpus(2, 6, name)
        plan = plan_of(corpus, **options)
        bench.complete(plan)
        return plan, [stage for stage, _ in bench.stages]

    return computed


def records_of(bench, plan, cluster, version):
    """Return alignment, lattice and samples of a cluster as they are stored."""
    (group,) = (group for group in cluster.groups if version in group.versions)
    kinds = {merge_key: CompactAlignment, build_key: CompactLattice, sample_key: CompactSamples}
    found = bench.store.get_all([key(group, plan.options) for key in kinds])
    texts = (artefact.files[version] for artefact in found)
    return [from_json(text, kind) for text, kind in zip(texts, kinds.values(), strict=True)]


def trees_of(cluster):
    return [read_tree(tree) for tree in cluster.trees]


def test_trees_are_merged_without_being_aligned(bench, computed):
    plan, stages = computed(versions=["pang"])
    assert sorted(stages) == sorted(["chunk", "merge", "build", "sample"] * 2)
    assert bench.waiting() == []
    assert plan.remaining(bench.store) == dict.fromkeys(STAGES, 0)
    assert [units_of(event) for event in bench.events()] == [
        {"chunk": 1, "merge": 1, "build": 1, "sample": 1}
    ] * 2


@pytest.mark.parametrize("options", [{}, {"squeeze": False}, {"keyword_check": False}])
def test_the_records_are_those_that_the_library_makes(bench, computed, options):
    plan, _ = computed(versions=["pang"], pang=options)
    for cluster in plan.clusters:
        made = from_trees(trees_of(cluster), PangOptions(**options))
        alignment, lattice, drawn = records_of(bench, plan, cluster, "pang")
        assert read_compact_lattice(lattice) == made.lattice
        assert alignment.sentences == [list(words) for words in made.sentences]
        assert [[column + 1 for column in row] for row in alignment.columns] == made.columns
        assert (alignment.scores, alignment.order) == (None, None)
        samples = read_compact_samples(drawn, made.lattice)
        assert len(samples) == 100
        assert all(accepts(made.lattice, sample.words) for sample in samples)
        assert {sample.novel for sample in samples if sample.words in made.sentences} <= {False}


def test_options_of_one_method_change_its_artefacts_and_no_others(bench, computed, plan_of):
    plan, _ = computed(versions=["pang", "V1"])
    (trees, aligned) = plan.clusters[0].groups
    assert (trees.versions, aligned.versions) == (("pang",), ("V1",))
    corpus = bench.store.root.parent / "corpus"
    for options in ({"squeeze": False}, {"keyword_check": False}):
        other = plan_of(corpus, versions=["pang", "V1"], pang=options)
        assert merge_key(trees, other.options) != merge_key(trees, plan.options)
        assert merge_key(aligned, other.options) == merge_key(aligned, plan.options)
    scored = plan_of(corpus, versions=["pang", "V1"], align={"gap": -2})
    assert merge_key(trees, scored.options) == merge_key(trees, plan.options)
    assert merge_key(aligned, scored.options) != merge_key(aligned, plan.options)


def test_beside_trees_the_artefacts_of_the_other_versions_are_as_ever(bench, computed, plan_of):
    plan, stages = computed(versions=["pang", "V1", "V4"])
    assert stages.count("align") == 2
    alone = plan_of(bench.store.root.parent / "corpus", versions=["V1", "V4"])
    for cluster, other in zip(plan.clusters, alone.clusters, strict=True):
        _, aligned = cluster.groups
        (whole,) = other.groups
        for key in (merge_key, build_key, sample_key):
            assert key(aligned, plan.options) == key(whole, alone.options)
        words = [list(sentence) for sentence in cluster.sentences]
        lattice = from_alignment(words, align(words, "V1").merged.columns)
        assert read_compact_lattice(records_of(bench, plan, cluster, "V1")[1]) == lattice


def test_a_large_cluster_of_trees_is_an_item_beside_its_other_versions(bench, computed, monkeypatch):
    monkeypatch.setattr(jobs, "GROUPED_SENTENCES", 1)
    plan, stages = computed(versions=["pang", "V1"])
    assert stages.count("merge") >= 4
    assert stages.count("align") == 2
    for cluster in plan.clusters:
        assert records_of(bench, plan, cluster, "pang")[1].source
