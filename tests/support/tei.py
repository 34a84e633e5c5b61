"""Reads TEI documents with parallel segmentation, and checks them against a schema."""

from pathlib import Path

from lxml import etree

_T = "{http://www.tei-c.org/ns/1.0}"
_SCHEMA = Path(__file__).with_name("tei_parallel_segmentation.rng")


def read_tei(text):
    """Return the words of each witness by its name; fail if the document does not follow the schema."""
    root = etree.fromstring(text.encode())
    etree.RelaxNG(etree.parse(_SCHEMA)).assertValid(root)
    witnesses = [one.get("{http://www.w3.org/XML/1998/namespace}id") for one in root.iter(f"{_T}witness")]
    paragraph = root.find(f"{_T}text/{_T}body/{_T}p")
    return {name: list(_words(paragraph, name)) for name in witnesses}


def _words(paragraph, witness):
    for element in paragraph.iter(f"{_T}w"):
        reading = element.getparent()
        if reading.tag != f"{_T}rdg" or f"#{witness}" in reading.get("wit").split():
            yield element.text or ""
