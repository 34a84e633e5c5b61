from paralattice.formats.tagged import read_tagged


def test_words_and_tags_are_parted_at_the_last_underscore():
    assert read_tagged(["The_DT a_b_NN ._. \n", "\n", "Go_VB"]) == [
        [("The", "DT"), ("a_b", "NN"), (".", ".")],
        [("Go", "VB")],
    ]


def test_other_spellings_of_penn_tags_are_read_as_penns():
    (sentence,) = read_tagged(["(_( a_NN )_) --_-- -_- ..._: \u2013_-"])
    assert [tag for _, tag in sentence] == ["-LRB-", "NN", "-RRB-", ":", "HYPH", ":", ":"]


def test_sentences_with_misprints_are_left_out():
    assert read_tagged(["one_CD boat", "a_NOUN", "_NN left_VBD", "boat_VBG|NN", "well_UH"]) == [
        [("well", "UH")]
    ]
