"""Translation Memory eXchange (TMX 1.4b): pairs of sentences for translators' tools.

Both sentences of a pair are English; since tools tell the two sides apart by their languages, the second one
has the language ``en-x-second``, a private variety of English (BCP 47).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

from paralattice.errors import FormatError
from paralattice.formats.lattices.graphml import xml_text

FIRST, SECOND = "en", "en-x-second"
"""Languages of the two sentences of a pair."""

_EVENT, _PROBABILITY = "x-event", "x-probability"


class TranslationUnit(NamedTuple):
    """Two sentences, their event, and the probability that they match."""

    first: str
    second: str
    event: str = ""
    probability: float | None = None


def write_tmx(pairs: Iterable[TranslationUnit], version: str) -> Iterator[str]:
    """Yield a TMX file in pieces.

    Characters that XML does not allow become U+FFFD.

    Parameters
    ----------
    version
        That of the program.
    """
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n'
        f'<header creationtool="Paralattice" creationtoolversion="{version}" segtype="sentence" '
        f'o-tmf="Paralattice" adminlang="en" srclang="{FIRST}" datatype="plaintext"/>\n<body>\n'
    )
    for pair in pairs:
        yield ET.tostring(_unit(pair), encoding="unicode") + "\n"
    yield "</body>\n</tmx>\n"


def _unit(pair: TranslationUnit) -> ET.Element:
    unit = ET.Element("tu")
    if pair.event:
        ET.SubElement(unit, "prop", type=_EVENT).text = xml_text(pair.event)
    if pair.probability is not None:
        ET.SubElement(unit, "prop", type=_PROBABILITY).text = f"{pair.probability:.6f}"
    for language, text in ((FIRST, pair.first), (SECOND, pair.second)):
        variant = ET.SubElement(unit, "tuv", {"xml:lang": language})
        ET.SubElement(variant, "seg").text = xml_text(text)
    return unit


def read_tmx(data: bytes, file: str = "") -> list[TranslationUnit]:
    """Return the pairs of a TMX file: of each unit the first two variants, whatever their languages.

    Inline elements of a segment are left out, their text is kept.

    Raises
    ------
    FormatError
        It is not TMX, has no unit, or a unit has less than two segments with text; with the line of an
        error of syntax.
    """
    try:
        root = ET.fromstring(data)  # noqa: S314 - expat neither loads files nor expands entities without bound
    except ET.ParseError as error:
        line, column = error.position
        raise FormatError(f"not XML: {error.msg}", file, line, column + 1) from error
    if root.tag != "tmx":
        raise FormatError(f"the element tmx is expected, not {root.tag}", file)
    pairs = [_pair(unit, number, file) for number, unit in enumerate(root.iter("tu"), 1)]
    if not pairs:
        raise FormatError("the file has no sentence pairs", file)
    return pairs


def _pair(unit: ET.Element, number: int, file: str) -> TranslationUnit:
    texts = ["".join(segment.itertext()).strip() for segment in unit.iterfind("tuv/seg")]
    if len(texts) < 2 or not all(texts[:2]):
        raise FormatError(f"two segments with text are expected in unit {number}", file)
    properties = {each.get("type"): each.text or "" for each in unit.iterfind("prop")}
    return TranslationUnit(texts[0], texts[1], properties.get(_EVENT, ""))
