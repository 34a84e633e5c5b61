"""Each stage stores, sends and reports what it should, with a real store and broker."""

import json
import shutil
from dataclasses import asdict

import pytest
from attrs import evolve
from msgspec import structs

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser
from paralattice.align import DEFAULT_STOP_WORDS, CompactAlignment, align, compact_alignment
from paralattice.align.versions import VERSIONS
from paralattice.formats.features import ClusterFeatures, feature_columns, sentences_of_columns
from paralattice.formats.trees import read_tree, write_tree
from paralattice.formats.typed_json import from_json
from paralattice.lattice import CompactSamples, from_alignment, sample, statistics
from paralattice.lattice.options import BuildOptions
from paralattice.lattice.records.compact import (
    CompactLattice,
    read_compact_lattice,
    read_compact_samples,
    read_statistics,
)
from paralattice.syntax.chunking import chunk as chunk_tree
from support.bench import units_of
from support.packs import pack_path
from tasks.cluster import jobs
from tasks.cluster.jobs import (
    Job,
    build_key,
    chunk_key,
    merge_key,
    sample_key,
    stage_keys,
    version_groups,
)
from workers.store import Artefact, MissingArtefactError
from workers.store.packs import pack_keys
from workers.task_names import STAGES

ALIGNING = tuple(stage for stage in STAGES if stage != "exchange")
"""The stages of the versions that are aligned."""

LATER = ALIGNING[1:]

ITEMS = ("chunk", "merge", "build", "sample")
"""The work items of a cluster after a failure: what is scored is merged in the same item."""


@pytest.fixture
def submitted(bench, plan_of):
    """Send the first work items of a folder or a corpus and return the plan."""

    def submitted(corpus, **options):
        plan = plan_of(corpus, **options)
        bench.submit(plan)
        return plan

    return submitted


@pytest.fixture
def completed(bench, plan_of):
    """Compute a folder or a corpus and return the plan."""

    def completed(corpus, **options):
        plan = plan_of(corpus, **options)
        bench.complete(plan)
        return plan

    return completed


@pytest.fixture
def up_to(bench, plan_of, parsed_corpus):
    """Compute the stages of a cluster before one; return its plan, its job and that stage's message."""

    def up_to(stage, **options):
        plan = plan_of(parsed_corpus(1), **options)
        while bench.submit(plan, attempt=2)[0].task != stage:
            bench.drain()
        bench.forget_events()
        (_, message) = bench.take()
        return plan, plan.clusters[0].job, message

    return up_to


@pytest.fixture
def many_small_parts(monkeypatch):
    """Treat every cluster as a large one: a message a version."""
    monkeypatch.setattr(jobs, "GROUPED_SENTENCES", 1)


# parse


@pytest.mark.usefixtures("flat_parser")
def test_parse_stores_every_sentence_and_reports_how_many(bench, submitted, text_corpus):
    plan = submitted(text_corpus(one=["a b .", "a c ."], two=["a b ."]))
    ((_, message),) = bench.waiting()
    bench.step()
    assert [bench.store.get(key).value for key in plan.clusters[0].parses] == [
        {"tree": "(ROOT (FRAG (XX a) (XX b) (XX .)))", "note": ""},
        {"tree": "(ROOT (FRAG (XX a) (XX c) (XX .)))", "note": ""},
    ]
    (event,) = bench.events()
    assert (event.task, event.names, event.key) == ("parse", ("one", "two"), message["key"])
    assert units_of(event) == {"parse": 2}


def test_the_parser_is_given_what_is_not_stored_alone(bench, submitted, text_corpus, flat_parser):
    plan = submitted(text_corpus(one=["a .", "b .", "c ."]))
    bench.store.put(plan.clusters[0].parses[1], Artefact({"tree": "(ROOT (X b))", "note": ""}))
    bench.step()
    assert flat_parser.parsed == [("a", "."), ("c", ".")]
    assert bench.store.missing(plan.clusters[0].parses) == set()


def test_parse_done_twice_parses_once(bench, submitted, text_corpus, flat_parser):
    submitted(text_corpus(one=["a .", "b ."]))
    (batch,) = bench.waiting()
    bench.step()
    before = bench.stored()
    bench.call(*batch)
    assert bench.stored() == before
    assert len(flat_parser.parsed) == 2


def test_raw_sentences_go_through_the_shipped_parser(bench, completed, text_corpus):
    texts = [
        "The old ferry left the harbour slowly .",
        "The ferry left ( again ) .",
        "The ferry left ( again ) .",
    ]
    plan = completed(text_corpus(ferry=texts), versions=["V4"])
    words = [tuple(text.split()) for text in texts]
    expected = shared_parser(ParseOptions()).parse(words)
    (cluster,) = plan.clusters
    stored = [bench.store.get(key).value for key in cluster.parses]
    assert stored == [{"tree": write_tree(parsed.tree), "note": parsed.note} for parsed in expected]
    assert "-LRB-" in stored[1]["tree"]
    assert [event.task for event in bench.events()] == ["parse", "cluster"]
    assert [stage for stage, _ in bench.stages] == list(LATER)
    features = from_json(bench.store.get(chunk_key(cluster.job)).files["features"], ClusterFeatures)
    assert sentences_of_columns(features) == [chunk_tree(parsed.tree) for parsed in expected]


# The stages after parse, each by itself


def test_chunk_stores_trees_and_features(bench, up_to):
    plan, job, message = up_to("chunk", versions=["V1", "V4"])
    bench.call("chunk", message)
    stored = bench.store.get(chunk_key(job))
    trees = plan.clusters[0].trees
    assert stored.value == {"notes": []}
    record = json.loads(stored.files["features"])
    assert record.pop("trees") == list(trees)
    assert record == structs.asdict(feature_columns([chunk_tree(read_tree(tree)) for tree in trees]))


def test_what_the_parser_noted_is_reported_with_the_sentence(bench, completed, text_corpus):
    plan = completed(text_corpus(one=["a b c .", "d e ."]), parse={"max_tokens": 3})
    (note,) = bench.events()[-1].notes
    assert note == "sentence 1: not parsed: 4 tokens are more than 3"
    assert bench.store.get(chunk_key(plan.clusters[0].job)).value == {"notes": [note]}


def test_merge_stores_the_alignment(bench, up_to):
    plan, job, message = up_to("merge", versions=["V1", "V4"])
    bench.call("merge", message)
    stored = bench.store.get(merge_key(job, plan.options))
    for name, found in library(plan, plan.clusters[0]).items():
        assert from_json(stored.files[name], CompactAlignment) == found["record"]


def test_build_stores_the_figures_and_the_lattice(bench, up_to):
    plan, job, message = up_to("build", versions=["V1", "V4"])
    bench.call("build", message)
    stored = bench.store.get(build_key(job, plan.options))
    for name, found in library(plan, plan.clusters[0]).items():
        assert stored.value[name] == asdict(found["figures"])
        record = from_json(stored.files[name], CompactLattice)
        assert read_compact_lattice(record) == found["lattice"]
        assert read_statistics(record) == found["figures"]


def test_whether_lattices_are_drawn_does_not_change_what_is_computed(up_to):
    plan, job, _ = up_to("build", versions=["V1"])
    drawn, undrawn = (evolve(plan.options, build=BuildOptions(draw_limit=limit)) for limit in (600, 0))
    assert build_key(job, drawn) == build_key(job, undrawn)


def test_sample_stores_what_was_drawn(bench, up_to):
    plan, job, message = up_to("sample", versions=["V1", "V4"])
    bench.call("sample", message)
    stored = bench.store.get(sample_key(job, plan.options))
    for name, found in library(plan, plan.clusters[0]).items():
        samples = from_json(stored.files[name], CompactSamples)
        assert read_compact_samples(samples, found["lattice"]) == found["samples"]
        novel = {draw.words for draw in found["samples"] if draw.novel}
        assert stored.value[name] == {
            "draws": plan.options.sample.draws,
            "novel": len(novel),
            "chosen": sum(draw.chosen for draw in found["samples"]),
        }


@pytest.mark.parametrize("stage", ITEMS)
def test_a_stage_reports_its_cluster_and_versions(bench, up_to, stage):
    _, job, message = up_to(stage, versions=["V1", "V4"])
    bench.call(stage, message)
    (event,) = bench.events()
    units = dict.fromkeys(("align", "merge") if stage == "merge" else (stage,), 2)
    assert (event.task, event.names, units_of(event)) == (stage, (job.cluster,), units)
    assert event.key == message["key"]
    assert (event.error, event.retry, event.notes) == ("", False, ())


@pytest.mark.parametrize("stage", ITEMS)
def test_a_stage_done_twice_computes_once_and_reports_again(bench, up_to, stage):
    _, _, message = up_to(stage)
    bench.call(stage, message)
    before = bench.stored()
    bench.call(stage, message)
    assert bench.stored() == before
    assert bench.waiting() == []
    one, other = bench.events()
    assert one == other


@pytest.mark.parametrize("stage", ITEMS)
def test_a_message_names_its_work_for_people_and_holds_no_text(bench, up_to, stage):
    plan, job, message = up_to(stage, versions=["V1"])
    assert Job.from_content(message) == job
    words = {word for sentence in plan.clusters[0].sentences for word in sentence}
    assert not {word for word in words if len(word) > 3 and word in json.dumps(message)}
    bench.submit(plan, attempt=2)
    (raw,) = bench.raw()
    assert raw["headers"]["argsrepr"] == "run=run-1 cluster=c000 version=V1"
    assert raw["headers"]["kwargsrepr"] == "{}"


@pytest.mark.usefixtures("flat_parser")
def test_a_single_sentence_goes_all_the_way(bench, completed, text_corpus):
    plan = completed(text_corpus(lonely=["one boat sinks ."]))
    (cluster,) = plan.clusters
    figures = bench.store.get(build_key(cluster.job, plan.options)).value
    assert {name: counts["paths"] for name, counts in figures.items()} == dict.fromkeys(VERSIONS, 1)
    counts = bench.store.get(sample_key(cluster.job, plan.options)).value
    assert {entry["novel"] for entry in counts.values()} == {0}


# Large clusters


def results(bench, plan):
    """Return all files and figures of a plan's clusters, however they are divided."""
    found = {}
    for cluster in plan.clusters:
        for group in version_groups(cluster.job, len(cluster.sentences)):
            for key in (merge_key, build_key, sample_key):
                stored = bench.store.get(key(group, plan.options))
                values = stored.value or {}
                place = (cluster.name, key.__name__)
                found |= {(*place, name): value for name, value in values.items()}
                found |= {(*place, name, "text"): text for name, text in stored.files.items()}
    return found


def test_a_divided_cluster_gives_what_the_undivided_one_gives(bench, plan_of, parsed_corpus, request):
    plan = plan_of(parsed_corpus(2, sentences=8))
    assert len(bench.complete(plan)) == 2
    whole = results(bench, plan)
    request.getfixturevalue("many_small_parts")
    # The features are there.
    assert len(bench.complete(plan)) == 2 * len(VERSIONS)
    assert results(bench, plan) == whole


def test_a_cluster_done_stage_by_stage_gives_what_one_task_gives(bench, plan_of, parsed_corpus):
    plan = plan_of(parsed_corpus(1))
    assert [task for task, _ in bench.complete(plan)] == ["cluster"]
    keys = stage_keys(plan.clusters[0].job, plan.options, len(plan.clusters[0].sentences))
    contents = bench.store.get_all(keys)
    bench.empty_store()
    assert [task for task, _ in bench.complete(plan, attempt=2)] == list(ITEMS)
    assert bench.store.get_all(keys) == contents


# Equal to the library


def library(plan, cluster):
    """Return what the library gives for a cluster, called directly, by version."""
    options = plan.options
    features = [chunk_tree(read_tree(tree)) for tree in cluster.trees]
    stop_words = DEFAULT_STOP_WORDS if options.stop_words is None else frozenset(options.stop_words)
    found = {}
    for name in options.versions:
        alignment = align(features, name, options.align, stop_words)
        record = compact_alignment(cluster.sentences, alignment.scores, alignment.merged)
        lattice = from_alignment(cluster.sentences, record.columns)
        found[name] = {
            "alignment": alignment,
            "record": record,
            "lattice": lattice,
            "figures": statistics(lattice, record.columns, cluster.sentences, options.build.distinct_limit),
            "samples": sample(lattice, cluster.sentences, options.sample, cluster.name, name),
        }
    return found


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"versions": ["V5", "V2"], "align": {"gap": -2, "casefold": True, "position_limit": 0.2}},
        {
            "stop_words": ["ferry", "tower"],
            "sample": {"seed": 7, "sampler": "path-uniform", "draws": 20, "keep": 3},
        },
        {"versions": ["V1"], "build": {"distinct_limit": 1}},
    ],
)
def test_a_cluster_run_through_all_stages_equals_the_library(bench, completed, parsed_corpus, options):
    plan = completed(parsed_corpus(2), **options)
    for cluster in plan.clusters:
        merged, built, drawn = (
            bench.store.get(key(cluster.job, plan.options)) for key in (merge_key, build_key, sample_key)
        )
        expected = library(plan, cluster)
        assert list(merged.files) == list(built.value) == list(drawn.value) == list(expected)
        for name, found in expected.items():
            assert from_json(merged.files[name], CompactAlignment) == found["record"]
            assert built.value[name] == asdict(found["figures"])
            samples = from_json(drawn.files[name], CompactSamples)
            assert read_compact_samples(samples, found["lattice"]) == found["samples"]


def test_the_order_in_which_clusters_are_worked_on_does_not_matter(bench, plan_of, parsed_corpus):
    plan = plan_of(parsed_corpus(3), versions=["V1", "V4"])
    bench.complete(plan)
    forwards = results(bench, plan)
    bench.empty_store()
    bench.submit(plan)
    waiting = bench.waiting()
    bench.forget_messages()
    for task, message in reversed(waiting):
        bench.call(task, message)
    assert results(bench, plan) == forwards


def test_another_seed_computes_samples_alone(bench, plan_of, parsed_corpus):
    corpus = parsed_corpus(2)
    bench.complete(plan_of(corpus, versions=["V1", "V4"]))
    before = bench.stored()
    plan = plan_of(corpus, versions=["V1", "V4"], sample={"seed": 2})
    bench.complete(plan)
    new = {path: pack_keys(path.read_bytes()) for path in bench.stored().keys() - before.keys()}
    samples = [[sample_key(cluster.job, plan.options)] for cluster in plan.clusters]
    # The other is the run's options; the inputs are those of before.
    assert sorted(keys for path, keys in new.items() if path.suffix == ".1") == sorted(samples)
    assert sum(path.suffix == ".0" for path in new) == 1
    assert before.items() <= bench.stored().items()


# Failures


def inputs_of(plan, job, message):
    """Return the keys of what each stage reads."""
    shared = [message["inputs"], plan.options_key]
    return {
        "chunk": [plan.options_key, message["inputs"]],
        "merge": [*shared, chunk_key(job)],
        "build": [*shared, merge_key(job, plan.options)],
        "sample": [*shared, merge_key(job, plan.options)],
    }


def forget_what_was_read():
    """Make this process read artefacts again, as another worker would."""
    jobs.load_options.cache_clear()
    jobs.load_inputs.cache_clear()


@pytest.mark.parametrize("stage", ITEMS)
def test_an_absent_input_of_a_stage_is_an_error_that_says_so(bench, up_to, stage):
    plan, job, message = up_to(stage)
    for key in inputs_of(plan, job, message)[stage]:
        path = pack_path(bench.store, key)
        content = path.read_bytes()
        path.unlink()
        forget_what_was_read()
        with pytest.raises(MissingArtefactError, match=f"{key} is absent"):
            bench.call(stage, message)
        path.write_bytes(content)
    bench.call(stage, message)


@pytest.mark.usefixtures("flat_parser")
def test_an_absent_batch_is_an_error_that_says_so(bench, submitted, text_corpus):
    submitted(text_corpus(one=["a ."]))
    stage, message = bench.take()
    pack_path(bench.store, message["inputs"]).unlink()
    with pytest.raises(MissingArtefactError, match=message["inputs"]):
        bench.call(stage, message)


@pytest.mark.parametrize("stage", ITEMS)
def test_an_absent_artefact_is_reported_as_worth_another_try(bench, up_to, stage):
    plan, job, message = up_to(stage, versions=["V1", "V2"])
    pack_path(bench.store, inputs_of(plan, job, message)[stage][-1]).unlink()
    forget_what_was_read()
    bench.work(stage, message)
    failure = bench.events()[-1]
    assert (failure.task, failure.names, failure.key) == (stage, (job.cluster,), message["key"])
    assert failure.attempt == 2
    reader = "align" if stage == "merge" else stage
    assert failure.error.startswith(f"{reader}: MissingArtefactError: artefact ")
    assert failure.retry
    assert failure.progress == ()


def test_other_failures_are_reported_as_permanent(bench, submitted, text_corpus, flat_parser):
    flat_parser.poison.add("belladonna")
    submitted(text_corpus(one=["belladonna !"], two=["a ."]))
    ((_, message),) = bench.waiting()
    bench.step()
    (failure,) = bench.events()
    assert failure.names == ("one", "two")
    assert failure.key == message["key"]
    assert failure.error == "parse: RuntimeError: cannot parse belladonna !"
    assert not failure.retry
    assert bench.waiting() == []


def test_a_reason_is_one_line_of_bounded_length(bench, submitted, text_corpus, flat_parser):
    flat_parser.poison.add("x\n" * 5000)
    plan = submitted(text_corpus(one=["a ."]))
    content = {"options": plan.options_key, "keys": ["ab" * 32], "sentences": [["x\n" * 5000]]}
    inputs = bench.store.put_content({"ef" * 32: content})
    bench.work("parse", {"run": "run-1", "names": ["one"], "key": "ef" * 32, "inputs": inputs})
    (failure,) = bench.events()
    assert len(failure.error) == 2000
    assert "\n" not in failure.error


def test_a_task_that_fails_stores_nothing_of_its_own(bench, up_to):
    _plan, job, message = up_to("merge")
    pack_path(bench.store, chunk_key(job)).unlink()
    forget_what_was_read()
    before = bench.stored()
    bench.work("merge", message)
    assert bench.stored() == before
    assert bench.waiting() == []


def test_an_artefact_that_cannot_be_written_is_tried_again_before_it_is_reported(bench, up_to, monkeypatch):
    plan, job, message = up_to("merge")
    key = merge_key(job, plan.options)
    shutil.rmtree(bench.store.root / "incoming")
    (bench.store.root / "incoming").write_text("not a folder")
    asked, put_all = [], type(bench.store).put_all
    monkeypatch.setattr(
        type(bench.store), "put_all", lambda self, new: asked.append(list(new)) or put_all(self, new)
    )
    bench.work("merge", message)
    assert asked == [[key]] * (1 + 3)
    failure = bench.events()[-1]
    assert failure.error.startswith("merge: StoreError: cannot write an artefact below ")
    assert not failure.retry
