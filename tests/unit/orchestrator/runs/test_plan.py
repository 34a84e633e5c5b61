"""A plan names every artefact of a run before anything is computed, and tells what of it is there."""

from dataclasses import replace

import pytest

from orchestrator.corpora import CorpusEntry, open_corpus
from orchestrator.runs.plan import Plan, complete_among, drop_damaged, result_keys
from paralattice.adapters.options import ParseOptions
from paralattice.align.options import AlignOptions
from paralattice.corpus import Cluster
from paralattice.lattice.options import SampleOptions
from paralattice.run_options import Options
from support.packs import pack_path
from tasks.cluster import jobs
from tasks.cluster.jobs import merge_key, parse_key
from workers.store import open_store
from workers.task_names import STAGES

TEXTS = ["a b .", "a c .", "a b ."]


def is_complete(cluster, plan, store):
    ((_, complete),) = complete_among([cluster], plan, store)
    return complete


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "store")


@pytest.fixture
def computed(bench, parsed_corpus, plan_of):
    """Return the plan of two clusters all of whose artefacts are stored."""
    plan = plan_of(parsed_corpus(2), versions=["V1", "V4"])
    bench.complete(plan)
    return plan


def test_a_sentence_without_a_tree_has_the_key_of_its_parse(text_corpus, plan_of):
    (cluster,) = plan_of(text_corpus(one=TEXTS)).clusters
    first = parse_key("a-parser", ("a", "b", "."), ParseOptions().max_tokens)
    assert cluster.parses[0] == cluster.parses[2] == first
    assert cluster.parses[1] != first
    assert (cluster.trees, cluster.tokens, cluster.name) == ((), 9, "one")


def test_a_sentence_with_a_tree_needs_no_parse_whatever_the_parser(parsed_corpus, plan_of):
    folder = parsed_corpus(1)
    (cluster,) = plan_of(folder).clusters
    brackets = (folder / "c000.mrg").read_text("utf-8").splitlines()
    assert list(cluster.trees) == brackets
    assert cluster.parses == ()
    assert cluster.job.source == plan_of(folder, parser="another").clusters[0].job.source


def test_new_sentences_of_given_trees_depend_on_the_parser_that_reads_them(parsed_corpus, plan_of):
    folder = parsed_corpus(1)
    one, other = (
        plan_of(folder, versions=["V4", "V6"], parser=name).clusters[0] for name in ("one", "other")
    )
    assert one.job.source != other.job.source
    assert one.source["parser"] == "one"
    assert Plan(Options()).restore(one.name, one.to_body()).parser == "one"


def test_another_parser_means_other_work(text_corpus, plan_of):
    one, other = (plan_of(text_corpus(one=TEXTS), parser=name) for name in ("one", "other"))
    assert one.clusters[0].job.source != other.clusters[0].job.source


def test_clusters_of_the_same_sentences_share_their_work_but_not_their_samples(text_corpus, plan_of):
    plan = plan_of(text_corpus(one=TEXTS, two=TEXTS))
    one, two = plan.clusters
    assert one.job.source == two.job.source
    assert one.parses == two.parses
    assert plan.identity(one) != plan.identity(two)


def test_the_clusters_of_a_plan_keep_order_and_split(text_corpus, plan_of):
    corpus = text_corpus(b=TEXTS, a=TEXTS)
    corpus.append(CorpusEntry(Cluster("c", corpus[0].cluster.sentences, "dev")))
    assert [(cluster.name, cluster.split) for cluster in plan_of(corpus).clusters] == [
        ("b", ""),
        ("a", ""),
        ("c", "dev"),
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"sample": {"seed": 7}},
        {"align": {"gap": -2}},
        {"stop_words": ["a"]},
        {"build": {"distinct_limit": 3}},
        {"versions": ["V1"]},
    ],
)
def test_the_identity_of_a_cluster_changes_with_what_its_results_depend_on(text_corpus, plan_of, options):
    usual, other = plan_of(text_corpus(one=TEXTS)), plan_of(text_corpus(one=TEXTS), **options)
    assert usual.identity(usual.clusters[0]) != other.identity(other.clusters[0])


def test_the_identity_of_a_cluster_does_not_change_with_batches_or_other_clusters(text_corpus, plan_of):
    usual = plan_of(text_corpus(one=TEXTS))
    other = plan_of(text_corpus(zero=["x ."], one=TEXTS), parse={"batch": 3})
    assert usual.identity(usual.clusters[0]) == other.identity(other.clusters[1])


def test_planning_writes_nothing(tmp_path, text_corpus, plan_of):
    plan = plan_of(text_corpus(one=TEXTS))
    assert plan.remaining(open_store(tmp_path / "store"))["parse"] == 2
    assert list(tmp_path.iterdir()) == []


def test_a_cluster_is_complete_when_every_artefact_of_its_files_is_stored(bench, computed):
    for cluster in computed.clusters:
        assert is_complete(cluster, computed, bench.store)
        for key in result_keys(cluster, computed):
            path = pack_path(bench.store, key)
            content = path.read_bytes()
            path.unlink()
            assert not is_complete(cluster, computed, bench.store)
            path.write_bytes(content)


def test_what_remains_is_counted_by_stage(bench, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(3), versions=["V1", "V2"])
    whole = dict.fromkeys(STAGES, 6) | {"parse": 0, "exchange": 0}
    assert plan.remaining(bench.store) == whole
    first = replace(plan, clusters=plan.clusters[:1])
    left = []
    for stage in ("chunk", "merge", "build", "sample"):
        bench.submit(first, attempt=2)
        assert bench.step()[0] == stage
        left.append(plan.remaining(bench.store))
    after_merge = {**whole, "chunk": 4, "align": 4, "merge": 4}
    assert left == [
        {**whole, "chunk": 4},
        after_merge,
        {**after_merge, "build": 4},
        {**after_merge, "build": 4, "sample": 4},
    ]


def test_a_sentence_of_several_clusters_is_one_parse_that_remains(store, text_corpus, plan_of):
    plan = plan_of(text_corpus(one=TEXTS, two=["a b .", "d ."]))
    assert plan.remaining(store)["parse"] == 3


def test_the_versions_of_a_large_cluster_are_counted_one_by_one(bench, parsed_corpus, plan_of, monkeypatch):
    monkeypatch.setattr(jobs, "GROUPED_SENTENCES", 4)
    plan = plan_of(parsed_corpus(1), versions=["V1", "V2", "V3"])
    (cluster,) = plan.clusters
    assert [group.versions for group in cluster.groups] == [("V1",), ("V2",), ("V3",)]
    bench.complete(plan)
    pack_path(bench.store, merge_key(cluster.groups[2], plan.options)).unlink()
    counts = plan.remaining(bench.store)
    assert counts == dict.fromkeys(STAGES, 1) | {"parse": 0, "chunk": 0, "exchange": 0}


def test_damaged_artefacts_are_dropped_and_whole_ones_are_kept(bench, computed):
    (cluster, other) = computed.clusters
    further = bench.store.put_content("further")
    damaged = {computed.options_key, further, result_keys(cluster, computed)[0]}
    paths = {pack_path(bench.store, key) for key in damaged}
    for key in (*damaged, result_keys(other, computed)[0]):
        bench.damage(key)
    before = set(bench.stored())
    drop_damaged(cluster, computed, bench.store, [further])
    assert before - set(bench.stored()) == paths


def test_options_that_are_alike_have_one_key(text_corpus, plan_of):
    corpus = text_corpus(one=TEXTS)
    assert plan_of(corpus).options_key == plan_of(corpus, parser="other").options_key
    seeded = plan_of(corpus, sample={"seed": 7})
    assert seeded.options_key != plan_of(corpus).options_key
    assert seeded.options == Options(sample=SampleOptions(seed=7), align=AlignOptions())


def test_a_cluster_comes_back_from_the_ledger_as_it_went_in(text_corpus, parsed_corpus, plan_of):
    for plan in (plan_of(text_corpus(one=TEXTS)), plan_of(parsed_corpus(1))):
        (cluster,) = plan.clusters
        assert plan.restore(cluster.name, cluster.to_body()) == cluster


def test_the_parser_is_not_asked_for_where_all_trees_are_given(parsed_corpus):
    plan = Plan(Options())
    asked = []
    for entry in open_corpus(parsed_corpus(2)):
        plan.cluster(entry, lambda: asked.append(1) or "")
    assert asked == []
