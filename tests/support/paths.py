"""Folders of the repository that tests read."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
TESTS = ROOT / "tests"
SUPPORT = TESTS / "support"
#: Real data beside the repository; absent on most machines.
SHARED_DATA = ROOT.parent / "shared" / "data"
