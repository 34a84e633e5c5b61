"""Clusters become messages: every sentence in one parse batch at a time, and no text in any message."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orchestrator.runs.submitter import Submitter
from tasks.cluster.jobs import Job
from workers.store import Artefact


def batches(bench):
    """Return the content of the parse batches on the queue, each with the names of its clusters."""
    contents = []
    for stage, message in bench.waiting():
        if stage == "parse":
            content = bench.store.get(message["batch"]).value
            assert [job["cluster"] for job in content["jobs"]] == message["clusters"]
            contents.append(content | {"clusters": message["clusters"], "batch": message["batch"]})
    return contents


def sentences(batch):
    return [" ".join(words) for words in batch["sentences"]]


@pytest.fixture
def submit(bench):
    """Submit all clusters of a plan and return the names of those that are held back."""

    def submit(plan, workers=1):
        return names(Submitter(plan, bench.store, workers).submit(plan.clusters))

    return submit


def names(clusters):
    return [cluster.name for cluster in clusters]


def test_a_cluster_with_trees_goes_straight_to_chunk(bench, submit, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(2))
    assert submit(plan) == []
    assert bench.waiting() == [("chunk", cluster.job.to_message()) for cluster in plan.clusters]


def test_what_a_worker_needs_is_stored_before_its_message_is_sent(bench, submit, text_corpus, plan_of):
    plan = plan_of(text_corpus(one=["a b ."]))
    submit(plan)
    (batch,) = batches(bench)
    assert bench.store.get(batch["options"]).value["versions"] == list(plan.options.versions)
    (job,) = map(Job.from_message, batch["jobs"])
    assert bench.store.get(job.source).value == {"sentences": [["a", "b", "."]], "parses": batch["keys"]}


def test_messages_carry_names_and_digests_but_no_texts(bench, submit, text_corpus, plan_of):
    corpus = text_corpus(one=["Zebrafish swim .", "Zebrafish rest ."])
    submit(plan_of(corpus))
    (message,) = bench.raw()
    assert "Zebrafish" not in str(bench.waiting()) + str(message["headers"])
    assert message["headers"]["argsrepr"] == "run=run-1 cluster=one sentences=2"


def test_a_small_corpus_is_divided_among_the_workers(bench, submit, text_corpus, plan_of):
    corpus = text_corpus(**{f"c{number}": [f"w{number} {k} ." for k in range(4)] for number in range(6)})
    submit(plan_of(corpus), workers=3)
    assert [len(batch["keys"]) for batch in batches(bench)] == [8, 8, 8]


def test_a_batch_has_no_more_sentences_than_the_option_says(bench, submit, text_corpus, plan_of):
    corpus = text_corpus(**{f"c{number}": [f"w{number} {k} ." for k in range(3)] for number in range(7)})
    submit(plan_of(corpus, parse={"batch": 7}))
    assert [len(batch["keys"]) for batch in batches(bench)] == [6, 6, 6, 3]


def test_a_cluster_of_more_sentences_than_a_batch_is_several_batches(bench, submit, text_corpus, plan_of):
    texts = [f"w {k} ." for k in range(10)]
    submit(plan_of(text_corpus(large=texts), parse={"batch": 4}))
    parts = batches(bench)
    assert [len(part["keys"]) for part in parts] == [4, 4, 2]
    assert sorted(text for part in parts for text in sentences(part)) == sorted(texts)
    assert all(part["clusters"] == ["large"] for part in parts)


def test_a_sentence_of_two_clusters_is_in_one_batch_with_both(bench, submit, text_corpus, plan_of):
    corpus = text_corpus(one=["a .", "b ."], far=["x .", "y ."], two=["b .", "c ."])
    assert submit(plan_of(corpus), workers=3) == []
    parts = {tuple(batch["clusters"]): sentences(batch) for batch in batches(bench)}
    assert parts == {("one", "two"): ["a .", "b .", "c ."], ("far",): ["x .", "y ."]}


def test_a_cluster_that_links_two_batches_is_held_back(bench, submit, text_corpus, plan_of):
    corpus = text_corpus(one=["a .", "b ."], two=["x .", "y ."], link=["a .", "x ."])
    assert submit(plan_of(corpus), workers=3) == ["link"]
    assert [batch["clusters"] for batch in batches(bench)] == [["one"], ["two"]]


@pytest.fixture
def overlapping(bench, text_corpus, plan_of):
    """Return two clusters that share a sentence, and a submitter that has sent the first."""
    plan = plan_of(text_corpus(one=["a .", "b ."], two=["b .", "c ."]))
    submitter = Submitter(plan, bench.store, 1)
    assert submitter.submit(plan.clusters[:1]) == []
    return submitter, plan.clusters


def test_a_cluster_waits_while_its_sentence_is_parsed_for_another(bench, overlapping):
    submitter, (_, two) = overlapping
    assert submitter.submit([two]) == [two]
    assert [batch["clusters"] for batch in batches(bench)] == [["one"]]


def test_a_cluster_waits_no_longer_once_the_batch_is_over(bench, overlapping):
    submitter, (_, two) = overlapping
    (first,) = batches(bench)
    submitter.parsed("another batch")
    assert submitter.submit([two]) == [two]
    submitter.parsed(first["batch"])
    assert submitter.submit([two]) == []
    assert sentences(batches(bench)[1]) == ["b .", "c ."]


def test_a_cluster_waits_no_longer_once_no_message_is_under_way(bench, overlapping):
    submitter, clusters = overlapping
    submitter.forget_batches()
    assert submitter.submit(clusters) == []
    assert [batch["clusters"] for batch in batches(bench)] == [["one"], ["one", "two"]]


def test_only_sentences_without_a_parse_are_sent(bench, submit, text_corpus, plan_of):
    plan = plan_of(text_corpus(one=["a .", "b .", "a ."], two=["b ."]))
    key = plan.clusters[0].parses[1]
    bench.store.put(key, Artefact({"tree": "(ROOT (FRAG (XX b) (XX .)))", "note": ""}))
    submit(plan)
    assert [sentences(batch) for batch in batches(bench)] == [["a ."]]
    assert [message["cluster"] for stage, message in bench.waiting() if stage == "chunk"] == ["two"]


def test_nothing_is_sent_for_no_clusters(bench, plan_of, text_corpus):
    plan = plan_of(text_corpus(one=["a ."]))
    assert Submitter(plan, bench.store, 2).submit([]) == []
    assert bench.waiting() == []


CLUSTERS = st.lists(st.lists(st.sampled_from("abcdefghijkl"), min_size=1, max_size=5), min_size=1, max_size=8)


@given(CLUSTERS, st.integers(1, 4), st.integers(1, 6))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_however_clusters_overlap_each_goes_out_whole_or_is_held(
    bench, text_corpus, plan_of, clusters, workers, size
):
    corpus = text_corpus(
        **{f"c{number}": [f"{word} ." for word in words] for number, words in enumerate(clusters)}
    )
    plan = plan_of(corpus, parse={"batch": size})
    held = names(Submitter(plan, bench.store, workers).submit(plan.clusters))
    parts = batches(bench)
    bench.forget_messages()
    sent = [key for part in parts for key in part["keys"]]
    assert len(sent) == len(set(sent))
    assert all(len(part["keys"]) <= size for part in parts)
    for cluster in plan.clusters:
        mine = {key for part in parts if cluster.name in part["clusters"] for key in part["keys"]}
        assert (mine >= set(cluster.parses)) is (cluster.name not in held)
        assert bool(mine) is (cluster.name not in held)
    assert plan.clusters[0].name not in held
