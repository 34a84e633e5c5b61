"""Another checkout of the program, with a change."""

import os
import shutil

from support.paths import ROOT

NO_SENTENCES = ("tasks/cluster/sample.py", "write_sentences(cluster, name, drawn.rows).encode()", 'b""')
"""A change with which the stage ``sample`` writes no sentences."""


def changed_checkout(root, file, old, new):
    """Copy the program, change a file, and return the variables with which Python runs the copy."""
    for package in ("paralattice", "tasks", "workers", "orchestrator"):
        shutil.copytree(ROOT / package, root / package, copy_function=os.link)
    text = (root / file).read_text("utf-8")
    assert old in text
    # The copies are links to the files of this checkout.
    (root / file).unlink()
    (root / file).write_text(text.replace(old, new), "utf-8")
    return {"PYTHONPATH": str(root)}
