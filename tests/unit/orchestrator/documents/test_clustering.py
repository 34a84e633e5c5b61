"""Sentences of documents become clusters by key terms, or are refused in words."""

import pytest

from paralattice.clustering.options import ClusterOptions
from support.event_files import SINKING, clusters, refusal


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"x_txt": b"Fine.\nCaf\xe9.\n"}, "x.txt:2:4: byte 0xE9 is not UTF-8; the text looks like cp1252"),
        ({"x_txt": "A\nB\x00\n"}, "x.txt:2: control character U+0000: not a text"),
        (
            {"x_txt": "\ufeffx".encode("utf-16")},
            "x.txt:1:1: byte 0xFF is not UTF-8; the text looks like utf-16",
        ),
        (
            {"x_jsonl": "{}\n"},
            "x.jsonl:1: not the JSON that is expected: Object missing required field `text`",
        ),
        ({"x_pdf": "x"}, "no document found: looked for *.txt, *.html, *.htm, *.jsonl"),
        ({"x_txt": SINKING, "a__y_txt": SINKING}, "holds documents (x.txt) and folders of them (a/)"),
        ({"x_txt": SINKING, "terms_txt": "ferry @x\n"}, "terms.txt:1: unknown split @x"),
        ({"x_txt": SINKING, "terms_txt": "[a]\nferry\n"}, "terms.txt:1: there is no event 'a'"),
        ({"x_txt": SINKING, "terms_txt": "whale\n"}, "no key term is in 2 sentences or more"),
        ({"x_txt": "", "terms_txt": "whale\n"}, "no key term is in 2 sentences or more"),
        ({"x_txt": "One sentence."}, "no key term is in 2 sentences or more"),
        (
            {"x_txt": SINKING, "terms_txt": "ferry @dev\n", "corpus_toml": '[splits]\ntrain = ["ferry"]\n'},
            "splits are declared here and with @",
        ),
        (
            {"x_txt": SINKING, "terms_txt": "ferry\n", "corpus_toml": '[splits]\ntrain = ["whale"]\n'},
            "corpus.toml:2: unknown cluster 'whale' in train",
        ),
    ],
)
def test_bad_documents_and_terms_are_refused_in_words(make, files, told):
    assert told in refusal(make(**files))


def test_a_cluster_that_is_too_large_names_its_event_and_the_way_out(make):
    path = make(a__x_txt=SINKING, a__terms_txt="ferry\n")
    assert refusal(path, options=ClusterOptions(least=1, most=1)) == (
        "a: more than 1 sentences hold a key term: ferry (2); choose rarer terms, or --most"
    )


def test_identical_documents_are_repeats_of_each_other(make):
    path = make(x_txt=SINKING, y_txt=SINKING, terms_txt="ferry\n")
    assert len(clusters(path)["ferry"][0]) == 4
    assert len(clusters(path, options=ClusterOptions(drop_duplicates=True))["ferry"][0]) == 2


def test_documents_in_another_language_are_clustered_all_the_same(make):
    path = make(
        x_txt="Die Fähre sank am Montag. Die alten Fähren sind unsicher.\n",
        y_txt="Prom zatonął. Stary prom był pełny.\n",
        terms_txt="Fähre*\nprom\n",
    )
    assert {name: len(texts) for name, (texts, _) in clusters(path).items()} == {"Fähre": 2, "prom": 2}


@pytest.mark.parametrize("name", ["a:b", "x" * 119])
def test_an_event_whose_name_makes_no_name_of_a_cluster_is_refused(make, name):
    told = refusal(make(**{f"{name}__x_txt": SINKING, f"{name}__terms_txt": "ferry\n"}))
    assert "a cluster cannot have the name" in told
