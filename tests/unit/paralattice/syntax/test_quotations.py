"""Words within quotation marks."""

import pytest

from paralattice.syntax.quotations import quoted


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("He said `` it sank '' .", "`` it sank ''"),
        ('He said " it sank " .', '" it sank "'),
        ('"It sank , " he said .', '"It sank , "'),
        ('The "aqua musical" and "Bagman" closed .', '"aqua musical" "Bagman"'),
        ('The ship "Vik " sank .', '"Vik "'),
        ("The 's of Vik sank .", ""),
    ],
)
def test_marks_may_be_words_or_parts_of_words(text, marked):
    words = text.split()
    assert [word for word, within in zip(words, quoted(words), strict=True) if within] == marked.split()
