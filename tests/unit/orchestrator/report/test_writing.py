"""From a run folder to its page."""

import base64
import json
import re
import shutil
import zlib
from html import unescape
from itertools import accumulate

import pytest
from rich.console import Console

from orchestrator.report import blocks, writing
from orchestrator.report import rows as report_rows
from orchestrator.report.writing import refresh_report, write_report
from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.sentences import write_sentence_files
from paralattice.errors import FormatError
from support.results import change_record, remove_record, write_lines
from support.runs import make_run

FERRY = ["the ferry sank at noon .", "at noon the old ferry sank .", "the old ferry went down ."]
BRIDGE = ["the bridge fell .", "the old bridge fell down ."]
CLUSTERS = {"ferry": FERRY, "bridge": BRIDGE, "pilot": BRIDGE}


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "harbour", CLUSTERS, failed=("pilot",))


def unpacked(page, name):
    text = re.search(f'<script type="text/plain" id="{name}">(.*?)</script>', page)[1]
    return json.loads(zlib.decompress(base64.b64decode(text), wbits=-15))


def read(path):
    page = path.read_text(encoding="utf-8")
    inside = json.loads(re.search('<script type="application/json" id="run">(.*?)</script>', page)[1])[
        "inside"
    ]
    return page, [unpacked(page, f"cluster-{number}") for number in range(inside)]


def sentences(cluster):
    return [" ".join(cluster["words"][number] for number in numbers) for numbers, _ in cluster["sentences"]]


def words(cluster, version, sample):
    """Return the words of a sample, by the numbers of its arcs."""
    labels = [version["arcs"][2][number] for number in sample[0]]
    return [cluster["words"][label - 1] for label in labels if label]


def test_the_page_has_all_clusters_that_are_done_and_a_row_for_each_lattice(run):
    report = write_report(run)
    assert (report.path, report.shown, report.done, report.failed) == (run / "report.html", 2, 2, 1)
    page, clusters = read(report.path)
    assert [cluster["name"] for cluster in clusters] == ["ferry", "bridge"]
    table = unpacked(page, "rows")
    place = table["columns"].index("status")
    assert [(row[0], row[place]) for row in table["rows"]] == [
        ("ferry", "done"),
        ("ferry", "done"),
        ("bridge", "done"),
        ("bridge", "done"),
        ("pilot", "failed"),
        ("pilot", "failed"),
    ]


def test_a_cluster_has_its_sentences_lattices_and_samples(run):
    write_report(run)
    ferry = read(run / "report.html")[1][0]
    assert sentences(ferry) == FERRY
    assert [version["version"] for version in ferry["versions"]] == ["V1", "V2"]
    for version in ferry["versions"]:
        assert version["problems"] == []
        drawn = RunFolder(run).version("ferry", version["version"]).samples
        chosen = {each.words for each in drawn if each.chosen}
        assert {tuple(words(ferry, version, sample)) for sample in version["samples"]} == chosen
        assert version["novel"] == len({each.words for each in drawn if each.novel}) > len(chosen)
        lattice = RunFolder(run).version("ferry", version["version"]).lattice
        assert version["states"] == lattice.states
        assert list(accumulate(version["arcs"][0])) == [arc.source for arc in lattice.arcs]
        assert [version["sets"][users] for users in version["arcs"][3]] == [
            list(arc.sentences) for arc in lattice.arcs
        ]


def test_the_first_new_sentences_are_shown_where_none_is_chosen(run):
    change_record(run, "ferry", "V1", lambda record: record["samples"].update(chosen=[]))
    write_report(run)
    version = read(run / "report.html")[1][0]["versions"][0]
    assert 0 < len(version["samples"]) <= 10
    assert not any(sample[2] for sample in version["samples"])


def test_the_same_run_gives_the_same_bytes_and_they_hold_no_time_and_no_place(run, tmp_path):
    write_report(run)
    again = tmp_path / "elsewhere" / "harbour"
    shutil.copytree(run, again)
    write_report(again)
    first = (run / "report.html").read_bytes()
    assert (again / "report.html").read_bytes() == first
    for text in (b"2020-02-02", b"/somewhere/else", b"harbour-1", str(tmp_path).encode()):
        assert text not in first


def test_what_a_corpus_holds_is_no_markup(tmp_path):
    nasty = ["<img src=x onerror=alert(1)> </script> <!-- &amp;", "</script><b>bold</b> sank ."]
    run = make_run(tmp_path / "run", {"b&amp;": nasty, "x": nasty}, failed=("x",))
    page, clusters = read(write_report(run).path)
    assert sentences(clusters[0]) == nasty
    for text in ("<img src=x", "<b>", "<script>alert"):
        assert text not in page


def test_what_is_absent_or_damaged_is_said_and_the_rest_is_there(run):
    change_record(run, "ferry", "V1", lambda record: record.update(samples={}, lattice={}))
    remove_record(run, "bridge", "V2")
    write_lines(run / "features", "bridge", b"\xff")
    ferry, bridge = read(write_report(run).path)[1]
    assert [version["problems"] for version in ferry["versions"]] == [
        ["the lattice cannot be read", "the samples cannot be read"],
        [],
    ]
    assert ferry["versions"][0]["states"] == 0
    assert ferry["versions"][1]["samples"]
    assert bridge["versions"][1]["problems"] == ["the lattice cannot be read", "the samples cannot be read"]
    assert bridge["problems"] == ["the sentences cannot be read"]


def test_a_cluster_that_is_not_about_one_event_is_marked(run):
    counts = {"made": 2, "parsed": 1, "refused": {}, "linked": 0.5, "one_event": False}
    change_record(run, "ferry", "V1", lambda record: record["alignment"].update(exchange=counts))
    ferry, _ = read(write_report(run).path)[1]
    assert [version["problems"] for version in ferry["versions"]] == [
        ["the sentences are not about one event, so only names corefer"],
        [],
    ]


def test_the_first_clusters_are_shown_and_the_page_says_of_how_many(run):
    report = write_report(run, clusters=1)
    page, clusters = read(report.path)
    assert [cluster["name"] for cluster in clusters] == ["ferry"]
    assert "1 of 2 clusters that are done can be looked into" in page
    assert len(unpacked(page, "rows")["rows"]) == 6


def test_named_clusters_are_shown_in_a_file_of_ones_own(run, tmp_path):
    report = write_report(run, tmp_path / "two.html", only=("bridge",))
    assert [cluster["name"] for cluster in read(report.path)[1]] == ["bridge"]
    assert not (run / "report.html").exists()


@pytest.mark.parametrize("name", ["pilot", "nobody"])
def test_a_named_cluster_without_results_is_an_error(run, name):
    with pytest.raises(RunError, match=f"no result of the cluster '{name}'"):
        write_report(run, only=(name,))


def part_names(run):
    return sorted(path.name for path in (run / "report").glob("*")) if (run / "report").exists() else []


def test_clusters_that_do_not_fit_into_the_page_lie_in_parts_beside_it(run, monkeypatch):
    whole = read(write_report(run).path)[1]
    monkeypatch.setattr(blocks, "INSIDE", 1)
    monkeypatch.setattr(blocks, "PART", 1)
    page, inside = read(write_report(run).path)
    assert inside == []
    assert "strict-dynamic" in page
    found = []
    for name in part_names(run):
        assert f"report/{name}" in page
        (record,) = json.loads(
            (run / "report" / name).read_text("utf-8").removeprefix("part(").removesuffix(");\n")
        )
        found.append(json.loads(zlib.decompress(base64.b64decode(record), wbits=-15)))
    assert found == whole


def test_parts_of_a_former_page_are_removed(run, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(blocks, "INSIDE", 1)
        write_report(run)
        write_report(run, clusters=1)
        assert len(part_names(run)) == 1
    page, _ = read(write_report(run).path)
    assert part_names(run) == []
    assert "strict-dynamic" not in page


def test_new_sentences_come_first_one_of_each_cluster_then_a_second_of_each(run):
    write_sentence_files(RunFolder(run), ["ferry", "bridge"], ["V1", "V2"])
    page, _ = read(write_report(run).path)
    first = unpacked(page, "first")
    assert [cluster for cluster, *_ in first[:4]] == ["ferry", "bridge", "ferry", "bridge"]
    texts = {
        (record.cluster, record.row.text): record.row.edits for record in RunFolder(run).sentence_records()
    }
    assert all(texts[cluster, text] == edits for cluster, _, text, edits in first)
    assert page.index('id="new"') < page.index('class="tiles"')
    assert "sentences.txt beside this page" in page


def test_a_long_table_ends_but_has_the_rows_of_failed_clusters(run, monkeypatch):
    monkeypatch.setattr(report_rows, "ROWS", 1)
    page, _ = read(write_report(run, clusters=1).path)
    rows = unpacked(page, "rows")["rows"]
    assert [row[0] for row in rows] == ["ferry", "ferry", "pilot", "pilot"]
    assert "The table has 4 of 6 rows" in page


def test_the_summary_counts_clusters_and_has_the_medians_of_each_version(run):
    (run / "clusters.csv").write_text("cluster,split,sentences\n" + "x,,2\n" * 5, "utf-8")
    page, _ = read(write_report(run).path)
    page = re.sub("<span data-explain[^>]*>([^<]*)</span>", r"\1", page)
    tiles = dict(re.findall("<dt>([^<]*)</dt><dd>([^<]*)</dd>", page.partition("<table>")[0]))
    assert tiles["clusters"] == "5"
    assert (tiles["done"], tiles["failed"], tiles["not finished"], tiles["lattices"]) == ("2", "1", "2", "4")
    assert "<td>V2</td><td>lexical, no commas</td><td class=number>2</td>" in page


def test_counts_with_hundreds_of_digits_are_kept(run):
    path = run / "results.csv"
    lines = path.read_text("utf-8").splitlines()
    cells = lines[1].split(",")
    cells[7] = "9" * 5000
    path.write_text("\n".join([lines[0], ",".join(cells)]) + "\n", "utf-8")
    page, _ = read(write_report(run).path)
    table = unpacked(page, "rows")
    assert table["rows"][0][table["columns"].index("paths")] == "9" * 5000
    assert "&gt;1e300" in page


def test_a_folder_that_is_no_run_is_an_error(tmp_path):
    with pytest.raises(FormatError, match=r"run\.json: there is no such file"):
        write_report(tmp_path)


def test_a_run_without_results_is_an_error(run):
    (run / "results.csv").unlink()
    with pytest.raises(RunError, match="no results yet"):
        write_report(run)


def test_names_that_lead_out_of_the_run_are_not_followed(run):
    path = run / "results.csv"
    path.write_text(path.read_text("utf-8").replace("ferry", "../ferry"), "utf-8")
    with pytest.raises(FormatError, match=r"cluster names that cannot be file names: '\.\./ferry'"):
        write_report(run)


def test_scores_are_shown_once_they_are_there(run):
    scores = run / "scores"
    scores.mkdir()
    table = (
        "**Average scores.**\n\n| Cluster | V1 |\n| --- | ---: |\n| a\\_b \\| c | 2.68 |\n| Overall | – |\n"  # noqa: RUF001
    )
    (scores / "table4.md").write_text(table, "utf-8")
    (scores / "figure5.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    (scores / "scores.json").write_text(
        json.dumps({"run": "harbour-1", "judgements": 80, "problems": 2}), "utf-8"
    )
    page = unescape(write_report(run).path.read_text("utf-8"))
    assert "<caption>Average scores.</caption>" in page
    assert "<td>a_b | c</td><td class=number>2.68</td>" in page
    assert "80 judgements; 2 problems with the sheets" in page
    assert "data:image/svg+xml;base64," in page
    assert 'href="#scores"' in page


def test_tables_of_automatic_measures_are_shown_without_scores_too(run):
    (run / "measures").mkdir()
    (run / "measures" / "versions.md").write_text("**Means.**\n\n| Version |\n| --- |\n| V1 |\n", "utf-8")
    page = write_report(run).path.read_text("utf-8")
    assert "<caption>Means.</caption>" in page
    assert 'href="#scores"' in page


def test_damaged_scores_are_no_reason_to_fail(run):
    (run / "scores").mkdir()
    for name in ("scores.json", "table4.md", "figure5.svg"):
        (run / "scores" / name).write_bytes(b"\xff{")
    assert write_report(run).path.exists()


def test_a_page_is_written_again_with_new_scores_if_there_is_one(run):
    assert refresh_report(run) == ""
    assert not (run / "report.html").exists()
    write_report(run)
    (run / "measures").mkdir()
    (run / "measures" / "versions.md").write_text(
        "**Measures**\n\n| version | bits |\n|---|---:|\n| V1 | 7.5 |\n"
    )
    assert refresh_report(run) == ""
    assert "7.5" in (run / "report.html").read_text("utf-8")


def test_a_page_that_cannot_be_written_again_is_said(run):
    write_report(run)
    (run / "results.csv").unlink()
    assert refresh_report(run).startswith("report.html was not written again: ")


def test_the_page_at_the_end_of_a_run_has_the_first_clusters_and_that_of_the_command_all(run, monkeypatch):
    monkeypatch.setattr(writing, "AT_END", 1)
    writing.write_run_report(RunFolder(run), Console())
    page, clusters = read(run / "report.html")
    assert [cluster["name"] for cluster in clusters] == ["ferry"]
    assert "For all: orchestrator report RUN." in page
    assert refresh_report(run) == ""
    assert len(read(run / "report.html")[1]) == write_report(run).shown == 2
