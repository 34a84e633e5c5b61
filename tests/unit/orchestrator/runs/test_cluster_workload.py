"""Clusters become work items: parse batches, then the stages; and no text is in any message."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orchestrator.runs.cluster_workload import ClusterWorkload
from orchestrator.runs.folder import ResultWriter
from support.packs import pack_path
from tasks.cluster import jobs
from tasks.cluster.jobs import build_key, chunk_key, merge_key, sample_key
from workers.store import Artefact
from workers.task_names import STAGES

ALIGNING = tuple(stage for stage in STAGES if stage != "exchange")
"""The stages of the versions that are aligned."""

LATER = list(ALIGNING[1:])


class Needs:
    """The work items of some clusters, with the names of those that await each."""

    def __init__(self, store, pairs):
        self.store = store
        self.items, self.names = {}, {}
        for name, item in pairs:
            self.items[item.key] = item
            self.names.setdefault(item.key, []).append(name)

    def batches(self):
        """Return the content of the parse batches, each with its key and the names of its clusters."""
        return [
            self.inputs(item)[key] | {"key": key, "clusters": self.names[key]}
            for key, item in self.items.items()
            if item.task == "parse"
        ]

    def inputs(self, item):
        """Return what was stored for an item and others."""
        return self.store.get(item.content["inputs"]).value

    def shown(self):
        """Return task, names, versions, and whether it completes them, of the items."""
        return [
            (item.task, self.names[key], item.content["versions"], item.final)
            for key, item in self.items.items()
        ]


@pytest.fixture
def workload_of(bench, tmp_path):
    return lambda plan, workers=1: ClusterWorkload(ResultWriter(tmp_path / "run"), plan, bench.store, workers)


@pytest.fixture
def needs(bench, workload_of):
    """Return the next work items of all clusters of a plan."""

    def needs(plan, workers=1, attempt=1):
        workload = workload_of(plan, workers)
        return Needs(bench.store, workload.next_items([(cluster, attempt) for cluster in plan.clusters]))

    return needs


def sentences(batch):
    return [" ".join(words) for words in batch["sentences"]]


# Parsing


def test_what_a_worker_needs_is_stored_with_the_item(bench, needs, text_corpus, plan_of):
    plan = plan_of(text_corpus(one=["a b ."]))
    found = needs(plan)
    (batch,) = found.batches()
    assert bench.store.get(batch["options"]).value["versions"] == list(plan.options.versions)
    inputs = bench.store.get(found.items[batch["key"]].content["inputs"]).value
    assert inputs[plan.clusters[0].job.source] == {"sentences": [["a", "b", "."]], "parses": batch["keys"]}


def test_what_workers_need_of_the_clusters_of_a_call_is_one_pack(bench, needs, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(3))
    found = needs(plan)
    (key,) = {item.content["inputs"] for item in found.items.values()}
    assert bench.store.get(key).value == {cluster.job.source: cluster.source for cluster in plan.clusters}
    # The other pack is the run's options.
    assert len(bench.stored()) == 2
    before = bench.stored()
    needs(plan)
    assert bench.stored() == before


def test_messages_carry_names_and_digests_but_no_texts(bench, text_corpus, plan_of):
    bench.submit(plan_of(text_corpus(one=["Zebrafish swim .", "Zebrafish rest ."])))
    (message,) = bench.raw()
    assert "Zebrafish" not in str(bench.waiting()) + str(message["headers"])
    assert message["headers"]["argsrepr"] == "run=run-1 cluster=one sentences=2"


def test_a_small_corpus_is_divided_among_the_workers(needs, text_corpus, plan_of):
    corpus = text_corpus(**{f"c{number}": [f"w{number} {k} ." for k in range(4)] for number in range(6)})
    assert [len(batch["keys"]) for batch in needs(plan_of(corpus), workers=3).batches()] == [8, 8, 8]


def test_a_batch_has_no_more_sentences_than_the_option_says(needs, text_corpus, plan_of):
    corpus = text_corpus(**{f"c{number}": [f"w{number} {k} ." for k in range(3)] for number in range(7)})
    plan = plan_of(corpus, parse={"batch": 7})
    assert [len(batch["keys"]) for batch in needs(plan).batches()] == [6, 6, 6, 3]


def test_a_cluster_of_more_sentences_than_a_batch_is_several_batches(needs, text_corpus, plan_of):
    texts = [f"w {k} ." for k in range(10)]
    parts = needs(plan_of(text_corpus(large=texts), parse={"batch": 4})).batches()
    assert [len(part["keys"]) for part in parts] == [4, 4, 2]
    assert sorted(text for part in parts for text in sentences(part)) == sorted(texts)
    assert all(part["clusters"] == ["large"] for part in parts)


def test_a_sentence_of_two_clusters_is_in_one_batch_that_both_await(needs, text_corpus, plan_of):
    corpus = text_corpus(one=["a .", "b ."], far=["x .", "y ."], two=["b .", "c ."])
    found = needs(plan_of(corpus), workers=3)
    parts = [(batch["clusters"], sentences(batch)) for batch in found.batches()]
    assert parts == [(["one", "two"], ["a .", "b ."]), (["far", "two"], ["x .", "y .", "c ."])]


def test_a_sentence_under_way_for_another_cluster_is_awaited_and_not_sent_again(
    bench, workload_of, text_corpus, plan_of
):
    plan = plan_of(text_corpus(one=["a .", "b ."], two=["b .", "c ."]))
    workload, (one, two) = workload_of(plan), plan.clusters
    (first,) = Needs(bench.store, workload.next_items([(one, 1)])).batches()
    former, new = Needs(bench.store, workload.next_items([(two, 1)])).batches()
    assert former["key"] == first["key"]
    assert sentences(new) == ["c ."]
    workload.ended("another key")
    assert len(Needs(bench.store, workload.next_items([(two, 1)])).batches()) == 2
    workload.ended(first["key"])
    workload.ended(new["key"])
    (both,) = Needs(bench.store, workload.next_items([(two, 1)])).batches()
    assert sentences(both) == ["b .", "c ."]


def test_a_cluster_that_is_tried_again_has_batches_of_its_own(bench, workload_of, text_corpus, plan_of):
    plan = plan_of(text_corpus(one=["a .", "b ."], two=["b .", "c ."]))
    workload, (one, two) = workload_of(plan), plan.clusters
    list(workload.next_items([(one, 1)]))
    (own,) = Needs(bench.store, workload.next_items([(two, 2)])).batches()
    assert (own["clusters"], sentences(own)) == (["two"], ["b .", "c ."])


def test_only_sentences_without_a_parse_are_sent(bench, needs, text_corpus, plan_of):
    plan = plan_of(text_corpus(one=["a .", "b .", "a ."], two=["b ."]))
    key = plan.clusters[0].parses[1]
    bench.store.put(key, Artefact({"tree": "(ROOT (FRAG (XX b) (XX .)))", "note": ""}))
    found = needs(plan)
    assert [sentences(batch) for batch in found.batches()] == [["a ."]]
    assert [names for key, names in found.names.items() if found.items[key].task == "cluster"] == [["two"]]


def test_a_few_clusters_share_no_item(needs, parsed_corpus, plan_of):
    found = needs(plan_of(parsed_corpus(7)))
    assert [len(names) for names in found.names.values()] == [1] * 7


def test_many_small_clusters_share_items(needs, parsed_corpus, plan_of):
    many = needs(plan_of(parsed_corpus(14)))
    assert [len(names) for names in many.names.values()] == [3] * 4 + [2]
    for key, item in many.items.items():
        assert [each["cluster"] for each in item.content["items"]] == many.names[key]
        assert item.label.startswith(f"cluster={','.join(many.names[key])} version=")


def test_a_cluster_that_shared_an_item_is_alone_when_it_is_tried_again(needs, parsed_corpus, plan_of):
    found = needs(plan_of(parsed_corpus(14)), attempt=2)
    assert {(item.task, len(found.names[key])) for key, item in found.items.items()} == {("chunk", 1)}


def test_clusters_with_many_sentences_or_made_sentences_share_no_item(needs, text_corpus, plan_of, bench):
    def items(sentences, **options):
        clusters = {f"c{n:02}": [f"w{n} w{place} ." for place in range(sentences)] for n in range(16)}
        plan = plan_of(text_corpus(**clusters), **options)
        for batch in needs(plan).batches():
            for key in batch["keys"]:
                bench.store.put(key, Artefact({"tree": "(ROOT (X (X a) (X b) (X .)))", "note": ""}))
        return [len(names) for names in needs(plan).names.values()]

    assert items(30) == [3] * 5 + [1]
    assert items(51) == [1] * 16
    assert items(5, versions=("V4", "V6")) == [1] * 16


def test_no_clusters_have_no_items(needs, plan_of, text_corpus):
    assert needs(plan_of(text_corpus())).items == {}


CLUSTERS = st.lists(st.lists(st.sampled_from("abcdefghijkl"), min_size=1, max_size=5), min_size=1, max_size=8)


@given(CLUSTERS, st.integers(1, 4), st.integers(1, 6))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_however_clusters_overlap_each_awaits_all_its_sentences_and_no_sentence_is_sent_twice(
    needs, text_corpus, plan_of, clusters, workers, size
):
    corpus = text_corpus(
        **{f"c{number}": [f"{word} ." for word in words] for number, words in enumerate(clusters)}
    )
    plan = plan_of(corpus, parse={"batch": size})
    parts = needs(plan, workers).batches()
    sent = [key for part in parts for key in part["keys"]]
    assert len(sent) == len(set(sent))
    assert all(len(part["keys"]) <= size for part in parts)
    for cluster in plan.clusters:
        awaited = [set(part["keys"]) for part in parts if cluster.name in part["clusters"]]
        assert set().union(*awaited) >= set(cluster.parses)
        assert all(keys & set(cluster.parses) for keys in awaited)


# The stages


def test_a_small_cluster_is_one_item_that_goes_through_all_stages(needs, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(2), versions=["pang", "V1", "V4"])
    found = needs(plan)
    assert found.shown() == [("cluster", [name], ("pang", "V1", "V4"), True) for name in ("c000", "c001")]
    assert [item.content["stages"] for item in found.items.values()] == [list(STAGES[1:])] * 2


def test_a_large_cluster_is_chunked_then_divided_into_versions(
    bench, needs, parsed_corpus, plan_of, monkeypatch
):
    monkeypatch.setattr(jobs, "GROUPED_SENTENCES", 1)
    plan = plan_of(parsed_corpus(1), versions=["pang", "V4"])
    assert needs(plan).shown() == [("chunk", ["c000"], ("pang", "V4"), False)]
    bench.submit(plan)
    bench.drain()
    assert needs(plan).shown() == [("cluster", ["c000"], (version,), True) for version in ("pang", "V4")]
    bench.submit(plan)
    assert all(message["stages"] == ["align", "merge", "build", "sample"] for _, message in bench.drain())
    assert needs(plan).items == {}


def test_after_a_failure_each_stage_is_an_item(bench, needs, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(1), versions=["V1", "V4"])
    for stage in ("chunk", "merge", "build", "sample"):
        assert needs(plan, attempt=2).shown() == [(stage, ["c000"], ("V1", "V4"), stage == "sample")]
        bench.submit(plan, attempt=2)
        bench.drain()
    assert needs(plan, attempt=2).items == {}


def test_only_what_is_missing_is_computed_again(bench, needs, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(1), versions=["V1"])
    bench.complete(plan, attempt=2)
    job, options = plan.clusters[0].job, plan.options
    keys = {
        "chunk": chunk_key(job),
        "merge": merge_key(job, options),
        "build": build_key(job, options),
        "sample": sample_key(job, options),
    }
    for stage, key in keys.items():
        path = pack_path(bench.store, key)
        content = path.read_bytes()
        path.unlink()
        assert [item.task for item in needs(plan, attempt=2).items.values()] == [stage]
        path.write_bytes(content)
