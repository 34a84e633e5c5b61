"""Corpora, documents and texts in another encoding are read as if they were UTF-8."""

import json

import pytest

from orchestrator.corpora import CorpusSettings
from orchestrator.corpora.tokenizing import tokenized_lines
from orchestrator.documents.clustering import cluster_documents
from orchestrator.documents.model import DocumentSettings
from orchestrator.systems.matching.documents import events_of, two_texts
from paralattice.errors import FormatError
from tests.support.corpus_files import problems_of, read_corpus, words_of, write

LINE = json.dumps({"cluster": "b", "sentence": "Le café a fermé ."}, ensure_ascii=False)
GROUPS = "# d 1\nLe café a fermé .\n\n# d 2\nIl a brûlé .\n"
TREE = "(S (NN café))"
FILES = {"a__txt": "Le café a fermé .\n", "b__jsonl": f"{LINE}\n{LINE}\n", "d__txt": GROUPS}


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman", "utf-16"])
def test_a_corpus_in_another_encoding_has_the_clusters_of_one_in_utf_8(tmp_path, encoding):
    read = []
    for name, codec in (("other", encoding), ("plain", "utf-8")):
        folder = tmp_path / name
        folder.mkdir()
        write(folder, **{file: text.encode(codec) for file, text in FILES.items()})
        write(folder, e__txt="café\n".encode(codec), e__mrg=TREE.encode(codec))
        read.append(words_of(read_corpus(folder, CorpusSettings(tokenized=True, encoding=encoding))))
    assert read[0] == read[1]
    assert read[0]["b"] == ["Le café a fermé ."] * 2
    assert list(read[0]) == ["a", "b", "d 1", "d 2", "e"]


def test_files_in_utf_8_may_be_among_them(folder):
    write(folder, a__txt="Le café .\n".encode("cp1252"), b__txt="Le café .\n")
    assert words_of(read_corpus(folder, CorpusSettings(tokenized=True, encoding="cp1252"))) == {
        "a": ["Le café ."],
        "b": ["Le café ."],
    }


def test_a_file_that_is_in_neither_is_named_once(folder):
    write(folder, a__txt=b"Le caf\xe9\n\x81\n", b__jsonl=b"{}\n\x81\n", a__mrg=b"\x81")
    problems = problems_of(folder, CorpusSettings(encoding="cp1252"))
    assert [problem[:2] for problem in problems] == [("a.mrg", 1), ("a.txt", 2), ("b.jsonl", 2)]


def test_documents_and_their_key_terms_are_read(tmp_path):
    folder = tmp_path / "fire"
    folder.mkdir()
    write(
        folder,
        one__txt="Le café a fermé.\n".encode("cp1252"),
        two__jsonl='{"text": "Le café a brûlé."}\n'.encode("cp1252"),
        terms__txt="café\n".encode("cp1252"),
    )
    (found,) = cluster_documents(folder, DocumentSettings(encoding="cp1252")).clusters
    assert (found.name, found.texts) == ("café", ["Le café a fermé.", "Le café a brûlé."])
    (event,) = events_of(folder, False, encoding="cp1252")
    assert [*event.sentences] == [["Le café a fermé."], ["Le café a brûlé."]]
    event = two_texts(folder / "one.txt", folder / "two.jsonl", False, encoding="cp1252")
    assert [*event.sentences] == [["Le café a fermé."], ["Le café a brûlé."]]


def test_texts_are_tokenized(tmp_path):
    (tmp_path / "x").write_bytes("Le café, fermé.".encode("cp1252"))
    assert list(tokenized_lines([tmp_path / "x"], encoding="cp1252")) == ["Le café , fermé ."]
    with pytest.raises(FormatError, match="looks like cp1252"):
        list(tokenized_lines([tmp_path / "x"]))
