import pytest

from orchestrator.io.shortage import is_shortage, tells_shortage


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RuntimeError("can't start new thread"),
        ImportError("libx.so: failed to map segment from shared object"),
        OSError(12, "Cannot allocate memory"),
    ],
)
def test_errors_of_python_and_of_libraries_that_lack_memory_are_recognised(error):
    assert is_shortage(error)


def test_the_cause_of_an_error_counts():
    error = ImportError("numpy cannot be imported")
    error.__cause__ = ImportError("_umath.so: failed to map segment from shared object")
    assert is_shortage(error)


@pytest.mark.parametrize(
    "error", [RuntimeError("no such thing"), ImportError("No module named x"), KeyError("memory")]
)
def test_other_errors_are_not_taken_for_a_lack_of_memory(error):
    assert not is_shortage(error)


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("Traceback ...\nMemoryError\n", True),
        ("cannot allocate memory", True),
        ("OpenBLAS error: Memory allocation still failed after 10 retries, giving up.", True),
        ("NoMemoryErrors\n", False),
    ],
)
def test_the_end_of_a_log_tells_a_lack_of_memory(text, tells):
    assert tells_shortage(text) is tells
