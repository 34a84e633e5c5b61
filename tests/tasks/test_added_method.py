"""A method of another package, registered here alone: computed, written, shown and read like the others."""

import msgspec
import pytest

import paralattice
from orchestrator.report.first import first_sentences
from orchestrator.runs.folder import ResultWriter, RunFolder
from orchestrator.runs.results import collect_cluster
from paralattice.align import CompactAlignment
from paralattice.errors import OptionError
from paralattice.methods import METHODS, Method, MethodVersion, best_first, version_names
from paralattice.report.parts import version_description
from paralattice.report.terms import version_terms
from paralattice.run_options import Options
from support.runs import make_run
from tasks.cluster.jobs import merge_key

SENTENCES = ("The old ferry left the port .", "The red ferry left the quay .", "A red boat left the quay .")


class Positions(Method):
    """Equal words at equal positions are aligned."""

    name = "positions"
    versions = (MethodVersion("P1", "equal positions", "Words match where they stand.", "#333333", "x"),)
    story = "It laid equal words at equal positions onto each other."

    def merge(self, versions, material, options):  # noqa: ARG002
        """Return the columns: a number for each pair of position and word."""
        columns: dict[tuple[int, str], int] = {}
        rows = [
            [columns.setdefault(place, len(columns)) for place in enumerate(words)]
            for words in material.words
        ]
        alignment = CompactAlignment([list(words) for words in material.words], None, None, rows)
        return dict.fromkeys(versions, msgspec.json.encode(alignment))


@pytest.fixture
def positions(monkeypatch):
    """Register the method."""
    monkeypatch.setitem(METHODS, Positions.name, Positions())


@pytest.fixture
def computed(bench, plan_of, text_corpus):
    def computed(*versions):
        plan = plan_of(text_corpus(ferry=SENTENCES), versions=list(versions))
        bench.complete(plan)
        return plan

    return computed


def collected(plan, bench, tmp_path):
    (cluster,) = plan.clusters
    folder = RunFolder(make_run(tmp_path / "run", {}, plan.options.versions))
    with ResultWriter(folder.root) as writer:
        rows = collect_cluster(writer, cluster, plan, bench.store)
    return folder, rows


@pytest.mark.usefixtures("positions")
def test_its_stages_are_computed_and_its_rows_are_made(bench, computed, tmp_path):
    plan = computed("P1")
    assert [stage for stage, _ in bench.stages] == ["chunk", "merge", "build", "sample"]
    _, rows = collected(plan, bench, tmp_path)
    assert rows["P1"]["status"] == "done"
    assert rows["P1"]["paths"] == 10
    assert rows["P1"]["draws"] == 100
    assert rows["P1"]["novel"] == 7
    assert rows["P1"]["chosen"] == 7


@pytest.mark.usefixtures("positions")
def test_its_sentences_are_drawn_and_shown(bench, computed, tmp_path):
    folder, _ = collected(computed("P1"), bench, tmp_path)
    shown = first_sentences(folder, ["ferry"], ["P1"])
    assert ("ferry", "P1", "A red boat left the port.", 1) in shown
    assert not {text for _, _, text, _ in shown} & {text.replace(" .", ".") for text in SENTENCES}


@pytest.mark.usefixtures("positions")
def test_other_methods_are_computed_as_without_it(bench, computed):
    groups = [group.versions for group in computed("V1", "P1", "V4").clusters[0].groups]
    assert groups == [("P1",), ("V1", "V4")]
    assert {job.versions for stage, job in bench.stages if stage == "align"} == {("V1", "V4")}


@pytest.mark.usefixtures("positions")
def test_its_lattices_depend_on_what_it_reads(plan_of, text_corpus, monkeypatch):
    class Reading(Positions):
        versions = (MethodVersion("P2", "", "", "#333333", "x"),)
        reads = ("align",)

    monkeypatch.setitem(METHODS, "reading", Reading())
    corpus = text_corpus(ferry=SENTENCES)

    def key(version, casefold):
        plan = plan_of(corpus, versions=[version], align={"casefold": casefold})
        return merge_key(plan.clusters[0].job, plan.options)

    assert key("P1", True) == key("P1", False)
    assert key("P2", True) != key("P2", False)


@pytest.mark.usefixtures("positions")
def test_it_is_named_and_explained():
    assert version_names()[-1] == "P1"
    assert version_description("P1") == "equal positions"
    assert version_terms(["P1"]) == {"P1": "Words match where they stand."}
    assert best_first(["P1", "V1", "V6"]) == ["V6", "P1", "V1"]
    assert Options.from_dict({"versions": ["P1"]}).versions == ("P1",)


@pytest.mark.usefixtures("positions")
def test_the_facade_builds_its_lattices():
    trees = paralattice.parse(SENTENCES)
    lattice = paralattice.Lattice.from_trees(trees, "P1")
    assert lattice.count_paths() == 10
    assert lattice.accepts("A red ferry left the port.")


def test_nothing_of_it_is_left_once_it_is_gone():
    with pytest.raises(OptionError, match="unknown version 'P1'"):
        Options.from_dict({"versions": ["P1"]})
