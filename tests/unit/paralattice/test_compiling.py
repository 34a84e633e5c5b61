import os
import subprocess
import sys

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
