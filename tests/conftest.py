"""Fixtures that several tiers of tests share; those of tests/support are loaded as plugins."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

from support.paths import EXAMPLES, SHARED_DATA, SUPPORT, TESTS

pytest_plugins = [
    "support.bench",
    "support.console_script",
    "support.clocks",
    "support.corpora",
    "support.encoders",
    "support.finished",
    "support.kernels",
    "support.ports",
    "support.s3",
    "support.wheel",
]

# Folders of tests that mostly wait for processes that they start.
WAITING = {"acceptance", "browser", "integration"}


def pytest_configure():
    """Make tests independent of the machine's cores, its load and what its user has installed."""
    # As workers do.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    # On a busy machine an example may take any time.  Each run draws others, so few a run are many in a week.
    unhurried = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
    settings.register_profile("few", max_examples=25, **unhurried)
    settings.register_profile("many", max_examples=1000, **unhurried)
    settings.load_profile("few")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Keep what is imported and collected from the garbage collector, which would search it in vain."""
    gc.disable()
    try:
        return (yield)
    finally:
        # Classes that attrs has replaced would be found among the subclasses of others.
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items):
    """Mix the files that wait for processes with those that compute, so that no core is idle meanwhile.

    The former end a little earlier, the largest come first: short files fill the end.
    """
    files = {item.path: item.path.relative_to(TESTS).parts for item in items}
    waiting = [path for path, parts in files.items() if parts[0] in WAITING]
    waiting.sort(key=lambda path: -path.stat().st_size)
    # Networks are trained in the files about adapters: one of them would outlast the others at the end.
    computing = [path for path, parts in files.items() if parts[0] not in WAITING]
    computing.sort(key=lambda path: "adapters" not in files[path])
    turns = {path: 0.85 * turn / len(waiting) for turn, path in enumerate(waiting)}
    turns |= {path: turn / len(computing) for turn, path in enumerate(computing)}
    items.sort(key=lambda item: turns[item.path])


@pytest.fixture(scope="session")
def shared_data():
    """The folder of real data beside the repository."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the data beside the repository (../shared/data) are absent")
    return SHARED_DATA


@pytest.fixture(scope="session")
def example_corpus():
    """The example corpus of the repository."""
    return EXAMPLES / "corpus"


@pytest.fixture(scope="session")
def example_groups():
    """The groups of sentences in the repository, and a folder of their trees."""
    return EXAMPLES / "groups.txt", SUPPORT / "group_trees"


@pytest.fixture(scope="session")
def build_replacements():
    """Return a function that computes the replacement database of sentence pairs at once."""
    from paralattice.rewording.alignment.shard_training import align_both_directions, train_both_directions
    from paralattice.rewording.alignment.symmetrise import symmetrise
    from paralattice.rewording.options import PhraseOptions, WordAlignmentOptions
    from paralattice.rewording.phrases import count_phrases, score_phrases

    def build(pairs, alignment=None, options=None):
        alignment, options = alignment or WordAlignmentOptions(), options or PhraseOptions()
        model1, *models = train_both_directions(pairs, alignment, options.both_ways)
        both = align_both_directions(pairs, *models)
        links = [symmetrise(one, other, alignment.symmetrisation) for one, other in both]
        return score_phrases(count_phrases(pairs, links, options), model1)

    return build
