"""What a page asks for becomes a trial within bounds."""

import pytest

from orchestrator.serve.trial import Trial, TrialError
from paralattice.errors import OptionError, ParalatticeError
from paralattice.formats.html import asset
from support.paths import EXAMPLES

TEXT = "The ferry sank at noon.\nAt noon the old ferry went down."


def asked(**values):
    return Trial.from_values({"text": TEXT, "versions": ["V4", "V6"], **values})


def test_lines_are_stripped_and_empty_ones_left_out():
    trial = asked(text="  The ferry sank.\r\n\n\tIt went down. \n")
    assert trial.text == "The ferry sank.\nIt went down.\n"


def test_groups_keep_the_blank_lines_before_their_headings():
    text = "# ferry\nThe ferry sank.\n\n# boat\nThe boat sank.\n"
    assert asked(text=f"\n{text}\n").text == text


def test_the_name_depends_on_text_and_options_and_not_on_the_order_of_versions():
    assert asked().name == asked(versions=["V6", "V4"], exchange={"difference": 0.75}).name
    names = {
        asked().name,
        asked(text=f"{TEXT}\nIt is gone.").name,
        asked(versions=["V4"]).name,
        asked(exchange={"difference": 0.7}).name,
        asked(sample={"seed": 1}).name,
        asked(language="de").name,
    }
    assert len(names) == 6
    assert all(name.startswith("try-") and len(name) == 20 for name in names)


def test_the_options_of_a_trial_make_the_same_trial_again():
    trial = asked(exchange={"difference": 0.7, "per_cluster": 3})
    assert Trial.from_values({"text": trial.text, **trial.options}) == trial


@pytest.mark.parametrize(
    ("versions", "steps"),
    [
        (["V4", "V6"], [["V4"], ["V6", "V4"]]),
        (["V6"], [["V6"]]),
        (["V1", "V4"], [["V4", "V1"]]),
        (["V6", "boudin", "V1"], [["boudin", "V1"], ["boudin", "V6", "V1"]]),
    ],
)
def test_versions_that_take_long_come_after_the_others(versions, steps):
    assert [sorted(step) for step in asked(versions=versions).steps()] == [sorted(step) for step in steps]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"text": "\n \n"}, "Give some sentences"),
        ({"text": "a b.\n" * 101}, "101 lines; a trial takes 100"),
        ({"text": "word " * 4001}, "4,001 words; a trial takes 4,000"),
        ({"text": "w" * 40_001}, "40,001 characters; a trial takes 40,000"),
        ({"text": ["a"]}, "cannot be read"),
        ({"exchange": {"per_cluster": 51}}, "exchange.per_cluster is 50 at most"),
        ({"sample": {"draws": 10**9}}, "sample.draws is 1,000 at most"),
    ],
)
def test_what_exceeds_a_bound_is_refused(values, message):
    with pytest.raises(TrialError, match=message):
        asked(**values)


@pytest.mark.parametrize(
    "values",
    [
        {"versions": ["V9"]},
        {"versions": []},
        {"versions": "V4"},
        {"versions": [["V4"]]},
        {"versions": None},
        {"exchange": {"difference": None}},
        {"exchange": {"difference": float("nan")}},
        {"exchange": {"difference": "1"}},
        {"exchange": []},
        {"sample": {"seed": 1.5}},
        {"sample": {"seed": True}},
        {"language": "xx"},
        {"language": {}},
        {"exchange": {"no such": 1}},
    ],
)
def test_an_option_of_another_type_or_value_is_refused(values):
    with pytest.raises(OptionError):
        asked(**values)


@pytest.mark.parametrize("values", [None, [], "text", 3, {}])
def test_a_request_of_another_form_is_refused(values):
    with pytest.raises(ParalatticeError, match="cannot be read"):
        Trial.from_values(values)


def test_half_a_pair_of_surrogates_becomes_a_sign_that_files_can_have():
    assert asked(text="The ferry \ud800 sank.").text == "The ferry ? sank.\n"


def test_the_examples_of_the_page_are_those_of_the_repository():
    _, *parts = asset("orchestrator.serve", "assets/examples.txt").split("# ")
    assert parts
    for name, *lines in map(str.split, parts, ["\n"] * len(parts)):
        corpus = EXAMPLES / "corpus" / f"{name}.txt"
        assert [line for line in lines if line] == corpus.read_text("utf-8").splitlines()
