import doctest
import pickle
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.caching import IndexDataCacheFile

from paralattice import compiling
from paralattice.align import align, cluster, prepare_alignment
from paralattice.align.kernels import merging, tiles
from paralattice.align.options import AlignOptions
from paralattice.align.versions import Version
from paralattice.corpus import Sentence, Token
from paralattice.errors import AlignError, OptionError

compiles = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="numba is told not to compile")

TEXTS = [["A", "plane", "crashed", "."], ["A", "small", "plane", "crashed", "."]]


def test_lists_of_words_are_aligned_in_one_call():
    found = align(TEXTS)
    assert found.version == "V1"
    assert found.sentences == tuple(map(tuple, TEXTS))
    assert found.scores.tolist() == [[0, 7], [0, 0]]
    assert [places.tolist() for places in found.merged.columns] == [[0, 1, 2, 3], [0, 4, 1, 2, 3]]


def test_sentences_are_aligned_as_lists_are():
    found = align([Sentence.from_words(words) for words in TEXTS])
    assert np.array_equal(found.scores, align(TEXTS).scores)


def test_versions_options_and_stop_words_are_followed():
    assert align(TEXTS, "V3").scores[0, 1] == 5
    assert align(TEXTS, "V3", stop_words=frozenset({"plane"})).scores[0, 1] == 4
    assert align(TEXTS, options=AlignOptions(match=10)).scores[0, 1] == 39
    own = Version("own", syntactic=False, commas=True, stop_words=False)
    assert align(TEXTS, own).version == "own"


def test_an_unknown_version_is_refused():
    with pytest.raises(OptionError, match="unknown version 'V6'"):
        align(TEXTS, "V6")


def test_a_syntactic_version_of_lists_of_words_is_refused():
    with pytest.raises(AlignError, match="needs features"):
        align(TEXTS, "V4")


def test_a_text_instead_of_a_list_of_words_is_refused():
    with pytest.raises(AlignError, match=r"'A plane crashed\.' is a text"):
        align(["A plane crashed.", "A small plane crashed."])


def test_the_example_in_the_documentation_is_right():
    assert doctest.testmod(cluster) == (0, 6)


@compiles
def test_what_is_prepared_serves_all_versions():
    prepare_alignment()
    loops = (tiles.score_rows, merging.choose_partners, merging.number_columns)
    before = [len(loop.signatures) for loop in loops]
    token = Token("plane", "NN", "B-NP", ("I-S", "B-NP"))
    align([Sentence((token,)), Sentence((token,))], "V4", AlignOptions(iob_exact=1))
    align([["a"], ["b"]], match=np.ones((2, 2), np.bool_))
    assert [len(loop.signatures) for loop in loops] == before
    assert all(before)


@compiles
def test_code_that_cannot_be_kept_on_disk_is_compiled_all_the_same():
    places = {}
    exec(compile("def double(x):\n    return 2 * x", "<nowhere>", "exec"), places)  # noqa: S102
    assert compiling.compiled(places["double"])(21) == 42


@compiles
def test_compiled_code_is_taken_for_stale_when_any_file_of_the_package_changes():
    # Numba itself would compare the file of the one function.
    digest = compiling.source_digest(Path(tiles.__file__).parent)
    assert tiles.score_rows._cache._cache_file._version.endswith(digest)


@compiles
def test_an_index_that_names_a_class_of_an_older_version_is_not_read(tmp_path):
    index = tiles.score_rows._cache._cache_file
    older = IndexDataCacheFile(str(tmp_path), "loops", "stamp")
    (tmp_path / "loops.nbi").write_bytes(
        pickle.dumps(numba.__version__) + b"cparalattice.align\nNoSuchClass\n."
    )
    with pytest.raises(AttributeError):
        older.load("signature")
    older._version = index._version
    assert older.load("signature") is None
