"""The task that tags a block of sentences."""

from tasks.items.tag import tag


def test_each_token_has_a_tag_whatever_the_other_sentences_of_the_block():
    sentences = [
        ["The", "pilot", "was", "in", "the", "hospital", "."],
        [],
        ["Fasulo", "died", "in", "Milan", "."],
    ]
    value = tag({"sentences": sentences, "parser": "default"}, None).value
    assert [list(tags) for tags in value] == [
        ["DT", "NN", "VBD", "IN", "DT", "NN", "."],
        [],
        ["NNP", "VBD", "IN", "NNP", "."],
    ]
    alone = [tag({"sentences": [sentence], "parser": "default"}, None).value[0] for sentence in sentences]
    assert alone == value
