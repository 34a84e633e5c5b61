"""The bench of tests/support, for the tests of this folder."""

import importlib.util
import sys
from pathlib import Path


def _load():
    name = "tests_support_bench"
    if name not in sys.modules:
        path = Path(__file__).resolve().parents[2] / "support" / "bench.py"
        spec = importlib.util.spec_from_file_location(name, path)
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


_bench = _load()
bench_broker, bench = _bench.bench_broker, _bench.bench
flat_parser, plan_of, text_corpus = _bench.flat_parser, _bench.plan_of, _bench.text_corpus
