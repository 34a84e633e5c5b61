"""Grids of options: what they may hold, and the settings that they make."""

import pytest

from paralattice.errors import EncodingError, ProblemsError
from paralattice.run_options import Options
from paralattice.tuning.grid import read_grid


def read(text, **more):
    return read_grid(text.encode(), "grid.toml", **more)


def problems(text, **more):
    with pytest.raises(ProblemsError) as caught:
        read(text, **more)
    return str(caught.value).splitlines()


def test_the_settings_are_the_product_and_the_last_axis_changes_fastest():
    grid = read("[align]\nposition_limit = [0.3, 0.4]\niob_exact = [1.0, 2.0, 3]\n")
    assert grid.size == 6
    assert [setting.label for setting in grid.settings()][:3] == [
        "iob_exact=1.0,position_limit=0.3",
        "iob_exact=1.0,position_limit=0.4",
        "iob_exact=2.0,position_limit=0.3",
    ]
    assert [setting.values for setting in grid.settings()][-1] == (3.0, 0.4)


def test_names_of_settings_do_not_depend_on_the_order_of_the_file():
    one = read("[sample]\nkeep = [5, 10]\n[align]\ngap = [-1, -2]\nmatch = [2, 3]\n")
    other = read("align.match = [2, 3]\nalign.gap = [-1, -2]\n[sample]\nkeep = [5, 10]\n")
    assert [setting.folder for setting in one.settings()] == [setting.folder for setting in other.settings()]
    assert next(one.settings()).folder == "match=2,gap=-1,keep=5"


def test_a_setting_gives_options_by_stage_that_are_allowed():
    grid = read("[align]\ncasefold = [false, true]\nthreshold = [0, -1]\n[sample]\nsampler = ['arc-count']\n")
    for setting in grid.settings():
        assert Options.from_dict(setting.options).sample.sampler == "arc-count"
    assert [setting.options["align"] for setting in grid.settings()][1] == {
        "threshold": 0.0,
        "casefold": True,
    }
    assert next(grid.settings()).label == "threshold=0.0,casefold=false,sampler=arc-count"


def test_a_value_that_is_no_list_is_one_value():
    grid = read("[align]\ngap = -2\nposition_limit = [0.2, 0.3]\n")
    assert [setting.values for setting in grid.settings()] == [(-2, 0.2), (-2, 0.3)]


def test_a_setting_that_no_folder_can_be_named_after_has_a_digest_for_a_folder():
    grid = read("[parse]\nparser = ['default', 'stanza:some/where']\n")
    plain, digested = (setting.folder for setting in grid.settings())
    assert plain == "parser=default"
    assert len(digested) == 16
    assert set(digested) <= set("0123456789abcdef")


def test_every_problem_is_told_with_its_line():
    assert problems(
        "[align]\nposition_limit = [0.3, -1]\niob_exact = ['high']\nlimit = [1]\n"
        "gap = []\nmatch = [2, 2]\n\n[chunks]\nsize = [1]\n"
    ) == [
        "grid.toml:8: unknown stage 'chunks': choose from parse, align, pang, exchange, "
        "compression, one, build, sample",
        "grid.toml:4: unknown option align.limit: choose from " + ", ".join(Options().to_dict()["align"]),
        "grid.toml:6: align.match has the value 2 twice",
        "grid.toml:5: align.gap has no value",
        "grid.toml:3: align.iob_exact = 'high': must be a number above -1000000 and below 1000000",
        "grid.toml:2: align.position_limit = -1.0: must be a number from 0 to 1",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "grid.toml: no option has values"),
        ("[align", "grid.toml:1: not TOML: "),
        ("align = 3\n", "grid.toml:1: 'align' must be a table of options"),
        ("versions = ['V4']\n", "grid.toml:1: unknown stage 'versions'"),
        (
            "[align]\nthreshold = [nan]\n",
            "grid.toml:2: align.threshold = nan: must be a number above -1000000 and below 1000000",
        ),
        ("[align]\ncasefold = [1]\n", "grid.toml:2: align.casefold = 1: must be true or false"),
        ("[align]\nmatch = [2.5]\n", "grid.toml:2: align.match = 2.5: must be a whole number from 1 to 1000"),
        ("[align]\niob_exact = [1, 1.0]\n", "grid.toml:2: align.iob_exact has the value 1.0 twice"),
    ],
)
def test_what_cannot_be_a_grid_is_refused(text, told):
    (line,) = problems(text)
    assert line.startswith(told)


def test_a_truth_value_is_not_the_number_that_it_equals():
    (line,) = problems("[align]\nmatch = [true]\n")
    assert "must be a whole number" in line


def test_a_grid_may_not_be_larger_than_asked_for():
    text = "[align]\nmatch = [1, 2, 3]\ngap = [-1, -2]\n"
    assert read(text, largest=6).size == 6
    assert problems(text, largest=5) == ["grid.toml: 3 x 2 = 6 settings, more than 5 (--max-settings)"]


def test_bytes_that_are_not_utf_8_are_told_with_their_line():
    with pytest.raises(EncodingError, match=r"grid\.toml:2:10: byte 0xFF is not UTF-8"):
        read_grid(b"[align]\nmatch = [\xff]\n", "grid.toml")
