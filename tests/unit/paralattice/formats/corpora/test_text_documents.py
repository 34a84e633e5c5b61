"""Documents as JSON Lines."""

import pytest

from paralattice.errors import ProblemsError
from paralattice.formats.corpora.text_documents import TextDocument, read_text_documents


def test_a_line_is_a_document_named_by_its_id_or_line():
    lines = [
        '{"title": " A\\n title ", "text": "One. Two."}',
        "",
        '{"text": "", "id": 7, "more": 1}',
        '{"title": null, "text": "x"}',
    ]
    assert read_text_documents("\n".join(lines).encode(), "feed.jsonl") == [
        TextDocument("feed.jsonl:1", "A title", "One. Two."),
        TextDocument("feed.jsonl:7", "", ""),
        TextDocument("feed.jsonl:4", "", "x"),
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"title": "x"}', "f:1: not the JSON that is expected: Object missing required field `text`"),
        ("[]", "f:1: not the JSON that is expected: Expected `object`"),
        ("{", "f:1:2: not JSON"),
        ('{"text": 3}', "f:1: not the JSON that is expected: Expected `str`, got `int` - at `$.text`"),
        ('{"text": "a\\u0000"}', "f:1: control character U+0000: not a text"),
        ('{"text": "a", "id": 1}\n{"text": "b", "id": 1}', "f:2: a second document with the id '1'"),
        ('{"text": "a"}\n{"text": "b", "id": 1}', "f:2: a second document with the id '1'"),
        ('{"text": ' + "[" * 100_000, "f:1"),
    ],
)
def test_what_is_no_document_is_told_with_its_line(line, told):
    with pytest.raises(ProblemsError) as caught:
        read_text_documents(line.encode(), "x", "f")
    assert str(caught.value).startswith(told)
