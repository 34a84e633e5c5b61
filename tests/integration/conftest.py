"""The S3 server of tests/support, for the tests of this folder."""

import importlib.util
import sys
from pathlib import Path


def _load():
    name = "tests_support_s3"
    if name not in sys.modules:
        path = Path(__file__).resolve().parents[1] / "support" / "s3.py"
        spec = importlib.util.spec_from_file_location(name, path)
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


_s3 = _load()
s3_server, s3, door = _s3.s3_server, _s3.s3, _s3.door
