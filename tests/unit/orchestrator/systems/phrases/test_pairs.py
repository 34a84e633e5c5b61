"""Tables of paraphrase pairs, from the folder of a run."""

import csv
import json

import pytest

from orchestrator.runs.folder import RunError
from orchestrator.systems.phrases.pairs import pair_lines, write_pair_tables
from paralattice.errors import FormatError, ProblemsError
from paralattice.lattice import extract_pairs
from paralattice.lattice.options import PairOptions
from paralattice.lattice.records.pair_table import PAIR_COLUMNS
from paralattice.results import Run
from support.results import change_record, remove_record
from support.runs import make_run

CLUSTERS = {
    "ferry": ["the last ferry left the pier", "the last boat left the pier", "the last boat sailed"],
    "lake": ["a boat left the lake", "a ferry left the lake", "a ferry sailed over the lake"],
    "note": ["the last note came", "The final note came", "the final note , at last , came"],
}
VERSIONS = ("V1", "V2")


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", CLUSTERS, VERSIONS)


def extractions(run, version, options):
    return [(name, extract_pairs(Run(run)[name][version].lattice, options)) for name in CLUSTERS]


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def counted_pairs(found):
    """Return each pair with its contexts by cluster: pairs of most clusters first, composed ones last."""
    contexts = {}
    for name, extraction in found:
        for pair, context in extraction.pairs.items():
            contexts.setdefault(pair, {})[name] = context
    return sorted(contexts.items(), key=lambda entry: (-len(entry[1]), is_composed(entry[1]), entry[0]))


def is_composed(contexts):
    return all(context.composed for context in contexts.values())


def table_text(counted):
    """Return the text of ``paraphrases.tsv``."""
    lines = [PAIR_COLUMNS]
    for pair, contexts in counted:
        about = (*map(" ".join, pair), str(len(contexts)), "yes" if is_composed(contexts) else "no")
        for name, context in contexts.items():
            around = (" ".join(context.left), " ".join(context.right))
            lines.append((*about, name, str(context.places), *around))
    return "".join("\t".join(line) + "\n" for line in lines)


@pytest.mark.parametrize("options", [PairOptions(), PairOptions(longest=2, composed=False)])
def test_the_tables_have_the_pairs_of_all_clusters(run, options):
    report = write_pair_tables(run, "V1", options)
    found = extractions(run, "V1", options)
    counted = counted_pairs(found)
    reliable = [(pair, contexts) for pair, contexts in counted if len(contexts) > 1]
    assert report.table.read_text("utf-8") == table_text(counted)
    assert report.reliable_table.read_text("utf-8") == table_text(reliable)
    assert (report.table.name, report.reliable_table.name) == (
        "paraphrases-V1.tsv",
        "paraphrases-V1-reliable.tsv",
    )
    assert report.counts["pairs"] == len(counted) > 1
    assert report.counts["reliable"] == len(reliable) > 0
    assert report.counts["lexical"] == sum(len(pair.first) == len(pair.second) == 1 for pair, _ in counted)
    assert report.counts["composed"] == sum(is_composed(contexts) for _, contexts in counted)
    assert (report.counts["unread"], report.counts["too_long"]) == (
        sum(extraction.unread for _, extraction in found),
        sum(extraction.too_long for _, extraction in found),
    )
    record = json.loads(report.table.with_suffix(".json").read_text("utf-8"))
    assert record["options"]["longest"] == options.longest
    assert record["pairs"] == report.counts["pairs"]


def test_what_is_left_out_is_said(run):
    report = write_pair_tables(run, "V1", PairOptions(paths=2))
    assert report.counts["unread"]
    assert list(pair_lines(report))[-1].startswith(f"left out: {report.counts['unread']} paths")


def test_a_failed_cluster_is_left_out(run):
    remove_record(run, "lake", "V1")
    assert write_pair_tables(run, "V1").counts["clusters"] == 2


def test_a_damaged_lattice_is_named(run):
    change_record(run, "lake", "V1", lambda record: record["lattice"].update(target=[]))
    with pytest.raises(ProblemsError, match=r"lake V1: the arcs are not those of a lattice"):
        write_pair_tables(run, "V1")
    assert not (run / "paraphrases-V1.tsv").exists()


def test_a_version_that_the_run_has_not_is_refused(run):
    with pytest.raises(RunError, match="has no version 'pang', but V1, V2"):
        write_pair_tables(run)


def test_a_folder_that_is_no_runs_is_refused(tmp_path):
    with pytest.raises(FormatError, match="not the folder of a run"):
        write_pair_tables(tmp_path)


def test_pairs_of_function_words_and_punctuation_are_left_out_unless_asked(tmp_path):
    texts = ["the ferry sank , it seems", "that ferry sank -- it seems", "the boat sank , it seems"]
    run = make_run(tmp_path / "run", {"boat": texts}, ("V1",))
    left_out, whole = (
        [line.split("\t")[:2] for line in report.table.read_text("utf-8").splitlines()[1:]]
        for report in (write_pair_tables(run, "V1", function_words=kept) for kept in (False, True))
    )
    assert [pair for pair in whole if pair not in left_out] == [[",", "--"], ["that", "the"]]
    assert left_out
    (line,) = [line for line in pair_lines(write_pair_tables(run, "V1")) if "function words" in line]
    assert line == "left out: 2 pairs of function words and punctuation (see --function-words)"
