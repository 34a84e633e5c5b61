"""Keys name everything that a result depends on, and nothing else."""

import json
from dataclasses import replace

import pytest

from paralattice.adapters.options import ParseOptions
from paralattice.align.options import AlignOptions
from paralattice.lattice.options import BuildOptions, SampleOptions
from paralattice.run_options import Options
from tasks.cluster.jobs import (
    Job,
    build_key,
    merge_key,
    parse_key,
    sample_key,
    version_groups,
)
from workers.store.keys import ArtefactKeyError

JOB = Job("piper", "5" * 64, "0" * 64, ("V1", "V4"))


def test_a_job_survives_the_way_through_a_message():
    assert Job.from_content(json.loads(json.dumps(JOB.to_content()))) == JOB


def test_a_job_is_readable_for_people():
    assert str(JOB) == "cluster=piper version=V1,V4"


@pytest.mark.parametrize("key", [merge_key, build_key, sample_key])
def test_a_key_depends_on_source_version_and_scores(key):
    options = Options()
    keys = {
        key(JOB, options),
        key(JOB.for_versions(("V4",)), options),
        key(replace(JOB, source="other"), options),
        key(JOB, Options(align=AlignOptions(position_limit=0.3))),
        key(JOB, Options(stop_words=("the",))),
    }
    assert len(keys) == 5


@pytest.mark.parametrize("key", [merge_key, build_key, sample_key])
def test_a_key_does_not_depend_on_the_size_of_batches(key):
    other = replace(JOB, options="elsewhere")
    assert key(JOB, Options()) == key(other, Options(parse=ParseOptions(batch=3)))


def test_the_seed_concerns_the_samples_alone():
    seeded = Options(sample=SampleOptions(seed=1))
    assert build_key(JOB, Options()) == build_key(JOB, seeded)
    assert sample_key(JOB, Options()) != sample_key(JOB, seeded)


def test_samples_depend_on_the_clusters_name_since_their_seed_does():
    assert sample_key(JOB, Options()) != sample_key(replace(JOB, cluster="other"), Options())


def test_limits_of_the_automaton_concern_the_automaton_but_not_the_alignment():
    limited = Options(build=BuildOptions(distinct_limit=5))
    assert merge_key(JOB, Options()) == merge_key(JOB, limited)
    assert build_key(JOB, Options()) != build_key(JOB, limited)
    assert sample_key(JOB, Options()) == sample_key(JOB, limited)


def test_a_sentence_has_a_parse_for_each_parser():
    assert parse_key("one", ("a", "b"), 9) != parse_key("two", ("a", "b"), 9)
    assert parse_key("one", ("a", "b"), 9) != parse_key("one", ("a b",), 9)


def test_the_limit_on_tokens_concerns_the_sentences_that_pass_it_alone():
    assert parse_key("one", ("a", "b"), 9) == parse_key("one", ("a", "b"), 2)
    assert len({parse_key("one", ("a", "b"), limit) for limit in (9, 1, 0)}) == 3


def test_a_small_cluster_stays_whole_and_a_large_one_is_a_message_a_version():
    assert version_groups(JOB, 10) == [JOB]
    assert [group.versions for group in version_groups(JOB, 5000)] == [("V1",), ("V4",)]


@pytest.mark.parametrize("name", ["source", "options"])
@pytest.mark.parametrize("key", ["../elsewhere", "", 5, None])
def test_a_message_with_a_key_that_is_none_is_refused(name, key):
    with pytest.raises(ArtefactKeyError, match="is not the key of an artefact"):
        Job.from_content({**JOB.to_content(), name: key})
