import os
import subprocess
import sys

import pytest

from paralattice.compiling import compiled, inlined, inner


def test_settings_of_numba_in_the_current_folder_are_not_read(tmp_path):
    (tmp_path / ".numba_config.yaml").write_text("disable_jit: 1\ncache_dir: harm\n", encoding="utf-8")
    program = (
        "import yaml, warnings; warnings.simplefilter('error');"
        "import paralattice.compiling as compiling; from numba.core import config; config.reload_config();"
        "import yaml as again; print(config.DISABLE_JIT, repr(config.CACHE_DIR), yaml is again)"
    )
    environment = {name: text for name, text in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-P", "-c", program]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "0 '' True\n", done.stderr


def test_functions_for_compiled_functions_alone_compute_the_same_in_them():
    @inlined
    def doubled(value):
        return 2 * value

    @inner
    def raised(value):
        return doubled(value) + 1

    @compiled
    def both(value):
        return raised(value) * doubled(value)

    assert both(5) == 110


LOOPS = """
from paralattice.compiling import compiled

@compiled
def doubled(value):
    return 2 * value

@compiled
def tripled(value):
    return 3 * value
"""
AT_ONCE = """
import multiprocessing, os, sys
from paralattice.compiling import Preparation, compile_at_once
from numba.core.caching import CacheImpl

if "nowhere" in sys.argv:
    CacheImpl._locator_classes = []

from loops import doubled, tripled

def fail():
    raise OSError("no memory")

def replace(*files, replace=os.replace):
    replace(*files)
    os._exit(9)

if "die" in sys.argv:
    os.replace = replace
parts = [Preparation(doubled, lambda: doubled(1)), Preparation(tripled, lambda: tripled(1))]
missing = [part.missing for part in parts]
compile_at_once([parts[0], parts[1]._replace(run=fail)] if "fail" in sys.argv else parts, int(sys.argv[1]))
kinds = [sum(function.stats.cache_hits.values()) for function in (doubled, tripled)]
values = doubled(2), tripled(2), doubled(2.5)
hits = [sum(function.stats.cache_hits.values()) for function in (doubled, tripled)]
print(missing, kinds, hits, values, len(multiprocessing.active_children()))
"""


@pytest.fixture
def compile_loops(tmp_path):
    (tmp_path / "loops.py").write_text(LOOPS, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}

    def run(*arguments):
        command = [sys.executable, "-c", AT_ONCE, *arguments]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=120
        )
        return done.stdout, done.stderr

    return run


def test_parts_are_compiled_in_two_processes_and_loaded_by_both(compile_loops, tmp_path):
    assert compile_loops("2") == ("[True, True] [0, 0] [0, 1] (4, 6, 5.0) 0\n", "")
    made = {file.name for file in tmp_path.rglob("*.nbc")}
    assert compile_loops("2") == ("[False, False] [0, 0] [2, 1] (4, 6, 5.0) 0\n", "")
    assert {file.name for file in tmp_path.rglob("*.nbc")} == made
    assert len(made) == 3


def test_a_part_whose_process_failed_is_compiled_later(compile_loops):
    output, errors = compile_loops("2", "fail")
    assert output == "[True, True] [0, 0] [0, 0] (4, 6, 5.0) 0\n"
    assert "OSError: no memory" in errors


def test_without_a_cache_no_process_compiles_for_another(compile_loops):
    assert compile_loops("2", "nowhere") == ("[False, False] [0, 0] [0, 0] (4, 6, 5.0) 0\n", "")


def test_a_process_killed_between_two_files_leaves_no_index_that_names_older_code(compile_loops, tmp_path):
    compile_loops("1")
    (tmp_path / "loops.py").write_text(LOOPS.replace("2 * value", "20 * value"), encoding="utf-8")
    assert compile_loops("1", "die") == ("", "")
    assert compile_loops("1")[0].endswith("(40, 6, 50.0) 0\n")
