"""One sentence a cluster is computed, written, shown and read like other sentences."""

import paralattice
from orchestrator.report.first import first_sentences
from orchestrator.runs.folder import ResultWriter, RunFolder
from orchestrator.runs.results import collect_cluster
from orchestrator.runs.sentences import write_sentence_files
from orchestrator.runs.view.samples import one_sentence_lines
from paralattice.compression.options import CompressionOptions
from support.runs import make_run

FERRY = (
    "The old ferry Helvetia sank near Lindau on Friday night , police said .",
    "The ferry Helvetia sank on Friday after a fire in its engine room .",
    "A fire broke out in the engine room of the ferry Helvetia before it sank .",
    "On Friday the ferry Helvetia sank near Lindau with 12 passengers on board .",
)
MADE = "The ferry Helvetia sank near Lindau on Friday after a fire in its engine room."
UNLIKE = ("Nobody saw seven small birds above that bridge .", "It rained all day long in most of Bavaria .")
VERSIONS = ("filippova", "boudin")
# The parser of these tests knows no tags.
WORDS = {"tagged": False}


def collected(tmp_path, bench, plan):
    folder = RunFolder(make_run(tmp_path / "run", {}, plan.options.versions))
    with ResultWriter(folder.root) as writer:
        rows = {each.name: collect_cluster(writer, each, plan, bench.store) for each in plan.clusters}
    write_sentence_files(folder, list(rows), plan.options.versions)
    clusters = "".join(f"{each.name},,{len(each.sentences)}\n" for each in plan.clusters)
    folder.clusters.write_text(f"cluster,split,sentences\n{clusters}", "utf-8")
    folder.results.unlink()
    return folder, rows


def test_each_version_makes_one_sentence(bench, plan_of, text_corpus, tmp_path):
    plan = plan_of(text_corpus(ferry=FERRY, other=UNLIKE), versions=list(VERSIONS), compression=WORDS)
    bench.complete(plan)
    assert {stage for stage, _ in bench.stages} == {"chunk", "merge", "build", "sample"}
    folder, rows = collected(tmp_path, bench, plan)
    assert [rows["ferry"][version]["novel"] for version in VERSIONS] == [1, 1]
    assert [rows["other"][version]["novel"] for version in VERSIONS] == [0, 0]
    for version in VERSIONS:
        for row in (rows["ferry"][version], rows["other"][version]):
            assert (row["draws"], row["chosen"], row["shortfall"]) == (1, 1, 0)
        (made,) = folder.version("ferry", version).samples
        originals = folder.version("ferry", version).originals
        assert tuple(originals[sentence][position] for sentence, position in made.sources) == made.words
    assert first_sentences(folder, ["ferry", "other"], VERSIONS)[0][:2] == ("ferry", "boudin")
    lines = dict(line.rstrip("\n").split("\t", 1) for line in one_sentence_lines(folder, "txt", (), ()))
    assert lines["ferry"] == MADE
    assert lines["other"].split("\t")[1] == "original: the sentences of the cluster share no words"


def test_a_run_and_the_facade_make_the_same_sentence(bench, plan_of, text_corpus, tmp_path):
    plan = plan_of(text_corpus(ferry=FERRY), versions=["boudin"], compression=WORDS)
    bench.complete(plan)
    folder, _ = collected(tmp_path, bench, plan)
    (made,) = folder.version("ferry", "boudin").samples
    again = paralattice.one_sentence(FERRY, "boudin", CompressionOptions(**WORDS))
    assert again.words == made.words
    assert str(again) == MADE
