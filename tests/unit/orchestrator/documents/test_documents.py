"""Documents: what is read as which event, which key terms hold, and what is refused."""

import pytest

from orchestrator.corpora import CorpusSettings, open_corpus
from orchestrator.documents import (
    DocumentSettings,
    cluster_documents,
    holds_documents,
    load_events,
    open_source,
    write_corpus,
)
from orchestrator.documents.provenance import provenance_of, term_lines
from paralattice.clustering.options import ClusterOptions
from paralattice.errors import ParaphraseError
from paralattice.formats.key_terms import read_key_terms

SINKING = "The ferry sank. The ferry was old. The lake was deep.\n"


@pytest.fixture
def make(tmp_path):
    """Make files below a folder: texts or bytes by their names."""

    def write(**files):
        for name, content in files.items():
            path = tmp_path / "docs" / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path / "docs"

    return write


def clusters(path, tokenized=False, **settings):
    clustered = cluster_documents(path, DocumentSettings(**settings), tokenized)
    return {one.name: (one.texts, one.split) for one in clustered.clusters}


def refusal(path, **settings):
    with pytest.raises(ParaphraseError) as caught:
        clusters(path, **settings)
    return str(caught.value)


def test_documents_in_folders_are_recognised_and_clusters_are_not(make, tmp_path):
    assert holds_documents(make(a__x_txt=SINKING))
    assert not holds_documents(make(cluster_txt=SINKING))
    assert not holds_documents(tmp_path / "nothing")
    assert not holds_documents(tmp_path / "docs" / "cluster.txt")


def test_web_pages_are_documents_and_empty_folders_are_none(make, tmp_path):
    assert holds_documents(make(page_html="<p>x</p>"))
    (tmp_path / "empty" / "inner").mkdir(parents=True)
    assert not holds_documents(tmp_path / "empty")


def test_terms_beside_the_documents_of_an_event_go_before_those_of_all_events(make):
    path = make(
        a__x_txt=SINKING, b__x_txt=SINKING, a__terms_txt="ferry\n", terms_txt="[b]\nferry\nsank\n[a]\ndeep\n"
    )
    assert set(clusters(path)) == {"a.ferry", "b.ferry"}


def test_given_terms_go_before_those_beside_the_documents(make, tmp_path):
    (tmp_path / "t.txt").write_text("ferry = lake, ferry @dev\n", "utf-8")
    path = make(x_txt=SINKING, terms_txt="sank\n")
    found = clusters(path, terms=tmp_path / "t.txt")
    assert {name: split for name, (_, split) in found.items()} == {"ferry": "dev"}
    assert len(found["ferry"][0]) == 3


def test_terms_are_suggested_where_none_are_given(make):
    texts = {f"d{i}_txt": f"The ferry sank at {i} o'clock. Nobody saw the ferry.\n" for i in range(3)}
    clustered = cluster_documents(make(**texts), DocumentSettings())
    assert [one.name for one in clustered.clusters] == ["ferry"]
    assert clustered.terms[0].suggestions[0].sentences == 6


def test_documents_that_are_tokenised_keep_their_tokens(make):
    path = make(x_txt="The ferry , ca n't sink .\n\nA  ferry sank .\n", terms_txt="ferry\n")
    assert clusters(path, tokenized=True)["ferry"][0] == ["The ferry , ca n't sink .", "A ferry sank ."]
    corpus = open_source(path, CorpusSettings(tokenized=True), DocumentSettings(terms=path / "terms.txt"))
    (entry,) = corpus
    assert entry.cluster.sentences[0].words == ("The", "ferry", ",", "ca", "n't", "sink", ".")


def test_splits_and_options_of_a_corpus_toml_beside_the_documents_hold(make):
    path = make(
        x_txt=SINKING,
        terms_txt="ferry\n",
        corpus_toml='[splits]\ntrain = ["ferry"]\n[options.sample]\nseed = 3\n',
    )
    assert clusters(path)["ferry"][1] == "train"
    corpus = open_source(path, CorpusSettings(), DocumentSettings(terms=path / "terms.txt"))
    assert corpus.options == {"sample": {"seed": 3}}
    assert [entry.cluster.split for entry in corpus] == ["train"]


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"x_txt": b"Fine.\nCaf\xe9.\n"}, "x.txt:2: byte 0xe9 is not UTF-8"),
        ({"x_txt": "A\nB\x00\n"}, "x.txt:2: control character U+0000: not a text"),
        ({"x_txt": "\ufeffx".encode("utf-16")}, "x.txt:1: byte 0xff is not UTF-8"),
        ({"x_jsonl": "{}\n"}, "x.jsonl:1: an object with 'text'"),
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


def test_stray_control_characters_are_read_as_blanks_and_told(make):
    path = make(
        x_txt="The ferry\x19s captain. The\x08ferry sank.\n",
        y_jsonl='{"text": "No ferry\\u001c."}\n',
        terms_txt="ferry\n",
    )
    clustered = cluster_documents(path, DocumentSettings())
    assert clustered.clusters[0].texts == ["The ferry s captain.", "The ferry sank.", "No ferry ."]
    assert "control characters read as blanks: x.txt (2), y.jsonl:1 (1)" in provenance_of(clustered).notes


def test_problems_of_all_documents_are_told_at_once(make):
    told = refusal(make(a__x_txt=b"\xff", b__y_txt=b"\xfe")).splitlines()
    assert [line.rpartition("/")[2] for line in told] == [
        "x.txt:1: byte 0xff is not UTF-8",
        "y.txt:1: byte 0xfe is not UTF-8",
    ]


def test_trees_and_documents_exclude_each_other(make, tmp_path):
    with pytest.raises(ParaphraseError, match="--parses goes with clusters"):
        open_source(make(a__x_txt=SINKING), CorpusSettings(parses=tmp_path), DocumentSettings())


def test_identical_documents_are_repeats_of_each_other(make):
    path = make(x_txt=SINKING, y_txt=SINKING, terms_txt="ferry\n")
    assert len(clusters(path)["ferry"][0]) == 4
    assert len(clusters(path, options=ClusterOptions(drop_duplicates=True))["ferry"][0]) == 2


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


def test_documents_in_another_language_are_clustered_all_the_same(make):
    path = make(
        x_txt="Die Fähre sank am Montag. Die alten Fähren sind unsicher.\n",
        y_txt="Prom zatonął. Stary prom był pełny.\n",
        terms_txt="Fähre*\nprom\n",
    )
    assert {name: len(texts) for name, (texts, _) in clusters(path).items()} == {"Fähre": 2, "prom": 2}


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
    with pytest.raises(ParaphraseError, match=r"y\.html: a web page is not tokenised"):
        clusters(path, tokenized=True)


def test_suggested_terms_of_odd_tokens_and_events_can_be_read_again(make):
    text = "\n\n".join(f"Captain @Kessel' saw the ferry* on day {number} ." for number in range(5))
    files = {f"ev#1]__{name}_txt": text for name in "abc"}
    clustered = cluster_documents(make(**files), DocumentSettings(), tokenized=True)
    terms = read_key_terms("".join(term_lines(clustered)).encode())
    assert list(terms.by_event) == ["ev#1]"]
    assert terms.by_event["ev#1]"] == list(clustered.terms[0].terms)


@pytest.mark.parametrize("name", ["a:b", "x" * 119])
def test_an_event_whose_name_makes_no_name_of_a_cluster_is_refused(make, name):
    told = refusal(make(**{f"{name}__x_txt": SINKING, f"{name}__terms_txt": "ferry\n"}))
    assert "a cluster cannot have the name" in told


@pytest.mark.parametrize("settings", [{"lines": True}, {"options": ClusterOptions(drop_duplicates=True)}])
def test_what_goes_with_documents_alone_is_refused_for_clusters(make, settings):
    with pytest.raises(ParaphraseError, match="go with documents; for a folder of documents give --terms"):
        open_source(make(cluster_txt=SINKING), CorpusSettings(), DocumentSettings(**settings))


@pytest.mark.parametrize("tokenized", [False, True])
def test_documents_are_the_corpus_that_is_written_of_them(make, tmp_path, tokenized):
    path = make(
        a__x_txt=SINKING,
        b__x_txt="A \u2028 ferry\u00a0, n't .\nThe  ferry 's\tlost . Ferry , they said .\n",
        terms_txt="ferry @train\nlake @dev\n",
    )
    settings = DocumentSettings(options=ClusterOptions(least=1))
    write_corpus(tmp_path / "corpus", cluster_documents(path, settings, tokenized))
    reading = CorpusSettings(tokenized=tokenized)
    written = open_corpus(tmp_path / "corpus", reading)
    assert written.ignored == ()
    entries = list(written)
    assert entries == list(open_source(path, reading, settings))
    assert len(entries) == 3
