"""Named entities become generic tokens and are restored."""

import pytest

from paralattice.rewording.decoding.decoder import GenerationEdge
from paralattice.rewording.words.entities import EntityClasses, restore_entities


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("It cost $ 5 million in 1999", "it cost <money> in <number>"),
        ("It cost $5.50 or 3 euros", "it cost <money> or <money>"),
        ("On July 4 , 2004 at 10:30 a.m.", "on <date> at <time>"),
        ("On 4th of July and 2004-07-04", "on <date> and <date>"),
        ("In May 2003 they may go", "in <date> they may go"),
        ("About 12 % , 3.5 percent , 7 per cent", "about <percent> , <percent> , <percent>"),
        ("See www.example.org/1 at 5 pm", "see <url> at <time>"),
        ("1,200 people of unit 4b", "<number> people of unit 4b"),
        ("", ""),
    ],
)
def test_each_class_is_known(text, masked):
    words = text.split()
    found = EntityClasses().mask(words)
    assert " ".join(found.words) == masked
    assert [word for part in found.originals for word in part] == words


def edge(start, end, words):
    return GenerationEdge(start, end, tuple(words.split()), 0.0)


def test_values_come_back_where_their_tokens_went():
    masked = EntityClasses().mask(["3", "men", "and", "4", "women"])
    assert restore_entities([edge(0, 2, "some <number>"), edge(2, 5, "<number>")], masked) == (
        "some",
        "3",
        "4",
    )
    swapped = [edge(0, 5, "women : <number> <number>")]
    assert restore_entities(swapped, masked) == ("women", ":", "3", "4")


def test_a_token_without_a_value_spoils_the_paraphrase():
    masked = EntityClasses().mask(["3", "men"])
    assert restore_entities([edge(0, 1, "<number> <number>"), edge(1, 2, "men")], masked) is None
    assert restore_entities([edge(0, 2, "<money>")], masked) is None
