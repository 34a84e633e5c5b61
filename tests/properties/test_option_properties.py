"""A value of a wrong type or out of range is an error that names its option, whatever the class."""

import math

import pytest
from attrs import evolve, fields
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.judging.phrase_study import PhraseSheetOptions
from orchestrator.judging.rewording_study import RewordingSheetOptions
from paralattice.adapters.options import ParseOptions, TrainOptions
from paralattice.align.options import AlignOptions
from paralattice.clustering.options import ClusterOptions
from paralattice.compression.options import CompressionOptions, OneOptions
from paralattice.errors import OptionError
from paralattice.exchange.options import ExchangeOptions
from paralattice.judging.sheets.assignment import SheetOptions
from paralattice.lattice.options import BuildOptions, PairOptions, PangOptions, SampleOptions
from paralattice.ngrams.options import LanguageModelOptions
from paralattice.options import CheckedOptions
from paralattice.rewording.options import (
    ClassOptions,
    DecodeOptions,
    PhraseOptions,
    SentencePairOptions,
    TrainingOptions,
    WordAlignmentOptions,
)
from paralattice.run_options import Options
from paralattice.sentences.options import MatchOptions

CLASSES = [
    AlignOptions,
    CompressionOptions,
    OneOptions,
    BuildOptions,
    ClassOptions,
    ClusterOptions,
    DecodeOptions,
    ExchangeOptions,
    LanguageModelOptions,
    MatchOptions,
    Options,
    PairOptions,
    PhraseSheetOptions,
    PangOptions,
    ParseOptions,
    PhraseOptions,
    RewordingSheetOptions,
    SampleOptions,
    SentencePairOptions,
    SheetOptions,
    TrainOptions,
    TrainingOptions,
    WordAlignmentOptions,
]
OPTIONS = [(kind, option.name) for kind in CLASSES for option in fields(kind)]
# Values of the type of each option whose default is None.
OPTIONAL = {"floor": 0.0, "likely": 0.0, "per_cluster": 1, "sentences": 1, "stop_words": ()}
PACKAGES = ("paralattice.", "workers.", "tasks.", "orchestrator.")
NAMES = sorted({name for _, name in OPTIONS})
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=3)
)
VALUES = st.recursive(
    SCALARS | st.sampled_from([object(), int, ParseOptions(), 1j]),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=3,
)


def is_of_type(value, default):
    """Return whether a value has the type of an option with that default."""
    if isinstance(default, float):
        return type(value) in (int, float) and math.isfinite(value)
    if isinstance(default, tuple):
        return isinstance(value, (list, tuple)) and all(isinstance(text, str) for text in value)
    return type(value) is type(default)


def test_every_class_is_here():
    assert {kind.__name__ for kind in CheckedOptions.__subclasses__()} >= {kind.__name__ for kind in CLASSES}
    ours = {kind for kind in CheckedOptions.__subclasses__() if kind.__module__.startswith(PACKAGES)}
    assert ours == set(CLASSES)


@pytest.mark.parametrize(("kind", "name"), OPTIONS)
@settings(max_examples=12)
@given(value=VALUES)
def test_a_value_is_taken_as_it_is_or_refused_by_the_name_of_its_option(kind, name, value):
    try:
        made = kind(**{name: value})
    except OptionError as error:
        message = str(error)
    else:
        message = f"{name} = "
        kept = getattr(made, name)
        assert kept == (tuple(value) if isinstance(value, list) else value)
        default = getattr(kind(), name)
        assert is_of_type(kept, default) or (default is None and is_of_type(kept, OPTIONAL[name]))
        assert kind.from_dict(made.to_dict()) == made
        hash(made)
    # An unknown version has a message of its own, and the largest cluster is not smaller than the smallest.
    others = ("unknown version", *(["most = "] if name == "least" else []))
    assert message.startswith((f"{name} = ", *others))


@pytest.mark.parametrize(("kind", "name"), OPTIONS)
@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_no_option_is_infinite(kind, name, value):
    with pytest.raises(OptionError, match=f"^{name} = "):
        kind(**{name: value})


@given(kind=st.sampled_from(CLASSES), values=st.dictionaries(st.sampled_from([*NAMES, "no option"]), VALUES))
def test_a_dictionary_gives_options_or_an_option_error(kind, values):
    try:
        made = kind.from_dict(values)
    except OptionError:
        return
    assert set(values) <= set(made.to_dict())


@pytest.mark.parametrize("kind", CLASSES)
def test_defaults_stay_the_same_through_evolving_and_dictionaries(kind):
    assert evolve(kind()) == kind() == kind.from_dict(kind().to_dict())
