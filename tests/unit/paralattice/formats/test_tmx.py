"""Sentence pairs as a translation memory."""

import pytest

from paralattice.errors import FormatError
from paralattice.formats.tmx import FIRST, SECOND, TranslationUnit, read_tmx, write_tmx

PAIRS = [
    TranslationUnit("A gale blew & <tore> roofs off.", 'A storm "blew".', "storm", 0.91),
    TranslationUnit("It rained.", "Rain fell.\n\ton them"),
]


def test_the_translate_toolkit_reads_what_is_written(tmp_path):
    tmx = pytest.importorskip("translate.storage.tmx", reason="the Translate Toolkit is not installed")
    file = tmp_path / "pairs.tmx"
    file.write_text("".join(write_tmx(PAIRS, "0.1.0")), "utf-8")
    with file.open("rb") as stream:
        read = tmx.tmxfile(stream, FIRST, SECOND)
    assert [(unit.source, unit.target) for unit in read.units] == [
        (pair.first, pair.second) for pair in PAIRS
    ]
    assert read.document.getroot().find("header").get("creationtool") == "Paralattice"
    assert read.translate(PAIRS[1].first) == PAIRS[1].second


def test_what_is_written_is_read_back():
    data = "".join(write_tmx(PAIRS, "0.1.0")).encode()
    assert read_tmx(data) == [pair._replace(probability=None) for pair in PAIRS]


def test_characters_that_xml_does_not_allow_are_replaced():
    data = "".join(write_tmx([TranslationUnit("a\x00b", "c\ud800d")], "0.1.0")).encode()
    assert read_tmx(data) == [TranslationUnit("a\ufffdb", "c\ufffdd")]


def test_the_text_of_inline_elements_is_kept():
    body = "<tu><tuv xml:lang='de'><seg>a <bpt i='1'/>b</seg></tuv><tuv xml:lang='fr'><seg>c</seg></tuv></tu>"
    assert read_tmx(f"<tmx><body>{body}</body></tmx>".encode()) == [TranslationUnit("a b", "c")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<tmx>\n<tu></tmx>", r"pairs.tmx:2:\d+: not XML"),
        ("<html/>", "the element tmx is expected, not html"),
        ("<tmx/>", "no sentence pairs"),
        ("<tmx><tu><tuv><seg>a</seg></tuv></tu></tmx>", "two segments with text are expected in unit 1"),
    ],
)
def test_what_is_no_memory_of_pairs_is_told(text, message):
    with pytest.raises(FormatError, match=message):
        read_tmx(text.encode(), "pairs.tmx")
