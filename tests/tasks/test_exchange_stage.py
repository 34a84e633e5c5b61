"""The version of new sentences, through the tasks in this process."""

import pytest

from paralattice.align import CompactAlignment
from paralattice.formats.typed_json import from_json
from paralattice.lattice import CompactSamples, accepts
from paralattice.lattice.records.compact import CompactLattice, read_compact_lattice, read_compact_samples
from support.bench import units_of
from tasks.cluster.jobs import build_key, merge_key, merging_stage, sample_key
from workers.store import Artefact, digest
from workers.task_names import STAGES

SENTENCES = (
    "Tess Calloway said on Wednesday that she will leave office next year .",
    "The mayor of Lindmoor , Tess Calloway , announced her plans in the city hall .",
    "Mayor Tess Calloway , who is 58 , announced her plans after a long meeting .",
    "Six people were hurt when a train hit a wall on Monday , police said .",
)


@pytest.fixture
def computed(bench, plan_of, text_corpus):
    """Compute a cluster; return its plan, the records of V6, and the stages that were run."""

    def computed(versions=("V6",), **options):
        plan = plan_of(text_corpus(mayor=SENTENCES), versions=list(versions), **options)
        bench.complete(plan)
        return plan, _records(bench, plan), [stage for stage, _ in bench.stages]

    return computed


def _records(bench, plan):
    (cluster,) = plan.clusters
    (group,) = (group for group in cluster.groups if "V6" in group.versions)
    kinds = {merge_key: CompactAlignment, build_key: CompactLattice, sample_key: CompactSamples}
    found = bench.store.get_all([key(group, plan.options) for key in kinds])
    texts = (artefact.files["V6"] for artefact in found)
    return [from_json(text, kind) for text, kind in zip(texts, kinds.values(), strict=True)]


def test_sentences_are_made_in_place_of_being_aligned_and_merged(bench, computed):
    plan, _, stages = computed()
    assert stages == ["chunk", "exchange", "build", "sample"]
    assert plan.remaining(bench.store) == dict.fromkeys(STAGES, 0)
    assert units_of(bench.events()[-1])["exchange"] == 1


def test_the_lattice_accepts_the_originals_and_the_new_sentences(computed):
    _, (_, lattice_record, drawn), _ = computed()
    lattice = read_compact_lattice(lattice_record)
    samples = read_compact_samples(drawn, lattice)
    assert samples
    words = [tuple(text.split()) for text in SENTENCES] + [sample.words for sample in samples]
    assert all(accepts(lattice, each) for each in words)


def test_every_word_of_a_sample_tells_where_it_is_from(computed):
    _, (_, lattice, drawn), _ = computed()
    for sample in read_compact_samples(drawn, read_compact_lattice(lattice)):
        assert sample.operations
        assert 0 < sample.score <= 1
        for word, place in zip(sample.words, sample.sources, strict=True):
            if place is not None:
                sentence, position = place
                assert SENTENCES[sentence].split()[position].lower() == word.lower()


def test_the_alignment_says_what_each_rule_refused(computed):
    _, (alignment, _, drawn), _ = computed()
    counts = alignment.exchange
    accepted = len(drawn.paths)
    assert counts["made"] == accepted + sum(counts["refused"].values())


def test_options_and_seed_decide_what_is_computed_again(computed):
    plan, _, _ = computed()
    nearer, _, _ = computed(exchange={"distance": 3})
    other, _, _ = computed(sample={"seed": 7})
    (group,) = plan.clusters[0].groups
    assert len({merge_key(group, each.options) for each in (plan, nearer, other)}) == 3


def test_other_versions_are_computed_as_without_it(computed):
    plan, _, stages = computed(versions=("V4", "V6"))
    groups = {group.versions: group for group in plan.clusters[0].groups}
    assert {versions: merging_stage(group) for versions, group in groups.items()} == {
        ("V4",): "merge",
        ("V6",): "exchange",
    }
    assert sorted(stages) == sorted(["chunk", "align", "merge", "exchange", *["build", "sample"] * 2])


def test_learnt_wordings_are_read_from_the_store(bench, computed):
    key = digest("some wordings")
    bench.store.put(key, Artefact([["plans", "people", ["NNS"]]]))
    _, (_, lattice, drawn), _ = computed(exchange={"wordings": key, "distance": 2})
    samples = read_compact_samples(drawn, read_compact_lattice(lattice))
    changes = {change.what for sample in samples for change in sample.operations}
    assert "wording: people" in changes
