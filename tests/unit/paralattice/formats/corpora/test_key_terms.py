"""Files of key terms: what a line means, what is refused, and that what is written can be read."""

import pytest

from paralattice.errors import ProblemsError
from paralattice.formats.corpora.key_terms import KeyTerm, read_key_terms, write_key_terms


def problems_of(text):
    with pytest.raises(ProblemsError) as caught:
        read_key_terms(text.encode(), "t.txt")
    return str(caught.value).splitlines()


def test_a_line_is_a_cluster_with_a_name_forms_and_a_split():
    text = "\ufeff# facts\nfasulo\ninjur*  # any ending\ntower = Pirelli,  high   rise @train\n"
    text += "plane crash @dev\n"
    terms = read_key_terms(text.encode())
    assert terms.common == [
        KeyTerm("fasulo", ("fasulo",)),
        KeyTerm("injur", ("injur*",)),
        KeyTerm("tower", ("Pirelli", "high rise"), "train"),
        KeyTerm("plane-crash", ("plane crash",), "dev"),
    ]


def test_below_a_heading_are_the_terms_of_one_event():
    terms = read_key_terms(b"police\n[milan]\npilot\n[genoa]\npilot\n[milan]\ntower\n")
    names = {event: [term.name for term in terms.of(event)] for event in ("milan", "genoa", "rome")}
    assert names == {"milan": ["police", "pilot", "tower"], "genoa": ["police", "pilot"], "rome": ["police"]}
    assert terms.lines == {"milan": 2, "genoa": 4}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "t.txt: there is no key term in the file"),
        ("[milan]\n# nothing\n", "t.txt: there is no key term in the file"),
        ("pilot @testing\n", "t.txt:1: unknown split @testing: choose from @train, @dev, @test"),
        ("pilot\n*\n", "t.txt:2: '*' is not a key term: words with at most a star at their end"),
        ("pi*lot\n", "t.txt:1: 'pi*lot' is not a key term: words with at most a star at their end"),
        ("name = pilot,\n", "t.txt:1: '' is not a key term: words with at most a star at their end"),
        ("-- \n", "t.txt:1: '--' is not a key term: words with at most a star at their end"),
        ("Pilot\npilot\n", "t.txt:2: two clusters of one event have the name 'pilot'"),
        ("pilot\n[milan]\npilot\n", "t.txt:3: two clusters of one event have the name 'pilot'"),
    ],
)
def test_what_is_no_key_term_is_told_with_its_line(text, told):
    assert problems_of(text) == [told]


def test_a_name_that_no_file_can_have_is_refused():
    (told,) = problems_of("a/b = pilot\n")
    assert told.startswith("t.txt:1: a cluster cannot have the name 'a/b'")


def test_all_problems_are_told_at_once():
    assert len(problems_of("pilot @x\n*\n\nok\n")) == 2


def test_what_is_written_can_be_read_again():
    terms = [
        KeyTerm("injur", ("injur*",)),
        KeyTerm("tower", ("Pirelli", "high rise"), "test"),
        KeyTerm("floor", ("26th",)),
    ]
    text = "".join(
        write_key_terms([("", [(terms[0], "3 sentences")]), ("milan", [(t, "") for t in terms[1:]])])
    )
    assert text.splitlines()[0] == "injur*  # 3 sentences"
    read = read_key_terms(text.encode())
    assert (read.common, read.by_event) == (terms[:1], {"milan": terms[1:]})
