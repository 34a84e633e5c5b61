"""The page of a run as text; what a browser makes of it is tested in tests/browser."""

import re
from html.parser import HTMLParser

import pytest

from orchestrator.report.rows import COLUMNS
from paralattice.formats.html import packed_json
from paralattice.lattice import SentenceRow, WordLattice
from paralattice.lattice.lattice import Arc
from paralattice.lattice.sampling import Sample
from paralattice.methods import version_names
from paralattice.report.clusters import ClusterContent, VersionContent, cluster_record
from paralattice.report.page import Blocks, PageContent, write_run_page
from paralattice.report.parts import Picture, TextTable, version_description
from paralattice.report.terms import TERMS, version_terms

NASTY = "<img src=x onerror=alert(1)></script><!-- clusters -->{{style}}\u2028&amp;\"'"


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def page_of(text, clusters=1):
    content = PageContent(
        name=text,
        versions=["V1", text],
        tiles=[(text, text)],
        tables=[TextTable(text, ("a", text), ((text, text),))],
        bounds=[text],
        columns=["cluster", "version", "status"],
        rows=[[text, "V1", "done"]],
        shown=[text] * clusters,
        first=[(text, "V1", text, 1)],
        sentence_note=text,
        scores=[TextTable(text, (text,), ((text,),))],
        figures=[Picture(text, b"<svg/>")],
        score_notes=[text],
        signature=[(text, text)],
        command=text,
    )
    return "".join(write_run_page(content, Blocks([packed_json({"name": text})] * clusters)))


def test_no_text_becomes_an_element():
    plain, nasty = Elements(page_of("x")), Elements(page_of(NASTY))
    assert [tag for tag, _ in nasty.found] == [tag for tag, _ in plain.found]
    assert not [attributes for _, attributes in nasty.found if "onerror" in attributes]


def test_every_cluster_is_an_element_of_its_own():
    ids = [attributes.get("id", "") for _, attributes in Elements(page_of("x", clusters=3)).found]
    assert [name for name in ids if re.fullmatch(r"cluster-\d+", name)] == [
        "cluster-0",
        "cluster-1",
        "cluster-2",
    ]


def test_the_report_refers_to_nothing_outside():
    page = page_of("x")
    for tag, attributes in Elements(page).found:
        assert tag not in ("link", "iframe", "object", "base")
        assert {"srcset", "action", "style", "onclick"}.isdisjoint(attributes)
        assert attributes.get("src", "data:").startswith("data:")
        assert attributes.get("href", "#").startswith("#")
    outside = set(re.findall(r"https?://[^\"'\s]+", page)) - {"http://www.w3.org/2000/svg"}
    assert not outside
    assert "@import" not in page


INTRODUCTIONS = [
    (["V1", "V4"], "drawn", ["aligned the sentences of each cluster and merged them into"], ["trees", "V6"]),
    (["pang"], "drawn", ["merged the syntax trees of the sentences of each cluster into"], ["aligned", "V6"]),
    (["V1", "pang"], "drawn", ["aligned the sentences", "Version pang merges their syntax trees"], ["V6"]),
    (["V6"], "made", ["Version V6 changes given sentences"], ["aligned", "trees", "nobody wrote"]),
    (["V4", "V6"], "drawn", ["aligned the sentences", "Version V6 changes given sentences"], ["trees"]),
]


@pytest.mark.parametrize(("versions", "verb", "said", "unsaid"), INTRODUCTIONS)
def test_the_introduction_tells_what_the_versions_of_the_run_did(versions, verb, said, unsaid):
    content = PageContent("x", versions, [], [], [], ["cluster"], [], [], [], "", [], [], [], [], "")
    page = "".join(write_run_page(content, Blocks([])))
    introduction = page.partition('<p class="what">')[2].partition("</p>")[0]
    assert [text for text in said if text not in introduction] == []
    assert [text for text in unsaid if text in introduction] == []
    assert f'"none":"No new sentence was {verb}:' in page.replace('": "', '":"')


def test_without_scores_there_is_no_section_of_them():
    ids = [attributes.get("id") for _, attributes in Elements(page_of("x")).found]
    assert "scores" in ids
    content = PageContent("x", [], [], [], [], ["cluster"], [], [], [], "", [], [], [], [], "")
    page = "".join(write_run_page(content, Blocks([])))
    assert 'id="scores"' not in page
    assert "#scores" not in page


def lattice_and_draws(count):
    arcs = [Arc(0, 1, f"w{number:03}", (number,)) for number in range(count)]
    lattice = WordLattice(0, 2, 3, (*arcs, Arc(1, 2, "", tuple(range(count)))))
    draws = [
        Sample((f"w{number:03}",), (0, 1, 2), novel=True, duplicate=False, chosen=number >= count - 3)
        for number in range(count)
    ]
    return lattice, draws


def test_a_sample_is_the_arcs_of_its_path_and_whether_it_is_chosen():
    lattice, draws = lattice_and_draws(50)
    content = VersionContent("V1", lattice, 50, draws[-4:])
    (record,) = cluster_record(ClusterContent("c", [["a"]], [], (content,)))["versions"]
    assert [each[0] for each in record["samples"]] == [[46, 50], [47, 50], [48, 50], [49, 50]]
    assert [each[2] for each in record["samples"]] == [0, 1, 1, 1]
    assert record["novel"] == 50


def test_sentences_have_their_spaces_as_given_or_as_their_tokens_tell():
    words = ["the", "so", "-", "called", "ferry"]
    content = ClusterContent("c", [words, words], ["the so - called ferry", "other"], ())
    record = cluster_record(content)
    assert record["sentences"] == [[[0, 1, 2, 3, 4], []], [[0, 1, 2, 3, 4], [2, 3]]]


def test_a_sample_has_what_the_table_of_sentences_says_of_it():
    lattice, (drawn, *_) = lattice_and_draws(4)
    row = SentenceRow("w000", 1, True, False, 7, 0.25, (0,), "exchange", 0.5)
    content = VersionContent("V6", lattice, 1, [drawn], [row])
    (record,) = cluster_record(ClusterContent("c", [["a"]], [], (content,)))["versions"]
    assert record["samples"] == [[[0, 4], [], 0, 7, 0.25, "exchange", 0.5, []]]


def test_a_made_sentence_has_the_source_of_each_word():
    lattice, (drawn, *_) = lattice_and_draws(4)
    made = drawn._replace(sources=((2, 5),))
    (record,) = cluster_record(ClusterContent("c", [["a"]], [], (VersionContent("V6", lattice, 1, [made]),)))[
        "versions"
    ]
    assert record["samples"][0][3:] == [None, None, "", None, [[2, 5]]]


def test_every_version_and_every_column_of_the_table_is_explained():
    assert set(version_terms(version_names())) == set(version_names())
    assert set(COLUMNS) - {"sentence", "sentences", "reason"} <= set(TERMS)


def test_versions_are_described_as_in_the_papers_table():
    assert [version_description(f"V{number}") for number in range(1, 7)] == [
        "lexical, all tokens",
        "lexical, no commas",
        "lexical, no commas or stop words",
        "syntactic, no commas or stop words",
        "syntactic, no commas",
        "exchange of constituents",
    ]


def test_a_version_without_sentences_says_why():
    content = VersionContent("V6", lattice_and_draws(4)[0], none="because")
    (record,) = cluster_record(ClusterContent("c", [["a"]], [], (content,)))["versions"]
    assert (record["novel"], record["none"]) == (0, "because")
