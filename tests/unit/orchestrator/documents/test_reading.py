"""Documents are read from texts, web pages and JSON Lines, and split into sentences."""

import pytest

from orchestrator.documents.clustering import cluster_documents, load_events
from orchestrator.documents.model import DocumentSettings
from orchestrator.documents.provenance import provenance_of
from paralattice.errors import ParalatticeError
from support.event_files import SINKING, clusters, refusal


def test_problems_of_all_documents_are_told_at_once(make):
    told = refusal(make(a__x_txt=b"\xff", b__y_txt=b"\xfe")).splitlines()
    assert [line.rpartition("/")[2] for line in told] == [
        "x.txt:1:1: byte 0xFF is not UTF-8; the text looks like cp1252",
        "y.txt:1:1: byte 0xFE is not UTF-8; the text looks like cp1252",
    ]


def test_a_title_is_a_sentence_unless_the_text_begins_with_it(make):
    path = make(
        x_jsonl='{"title": "Ferry sinks", "text": "It sank."}\n'
        '{"title": "It sank", "text": "It sank. Yes."}\n'
    )
    _, (event,) = load_events(path, DocumentSettings(), tokenized=False)
    assert [list(document.sentences) for document in event.documents] == [
        ["Ferry sinks", "It sank."],
        ["It sank.", "Yes."],
    ]


PAGE = "<html><body><article><p>The ferry sank in the lake. The ferry was old.</p></article></body></html>"


def test_web_pages_are_split_although_texts_have_lines(make):
    path = make(x_txt="The ferry sank. It was old.\n", y_html=PAGE, terms_txt="ferry\n")
    assert clusters(path, lines=True)["ferry"][0] == [
        "The ferry sank. It was old.",
        "The ferry sank in the lake.",
        "The ferry was old.",
    ]


def test_web_pages_are_not_tokenised(make):
    path = make(x_txt=SINKING, y_html=PAGE, terms_txt="ferry\n")
    with pytest.raises(ParalatticeError, match=r"y\.html: a web page is not tokenised"):
        clusters(path, tokenized=True)


def test_stray_control_characters_are_read_as_blanks_and_told(make):
    path = make(
        x_txt="The ferry\x19s captain. The\x08ferry sank.\n",
        y_jsonl='{"text": "No ferry\\u001c."}\n',
        terms_txt="ferry\n",
    )
    clustered = cluster_documents(path, DocumentSettings())
    assert clustered.clusters[0].texts == ["The ferry s captain.", "The ferry sank.", "No ferry ."]
    assert "control characters read as blanks: x.txt (2), y.jsonl:1 (1)" in provenance_of(clustered).notes
