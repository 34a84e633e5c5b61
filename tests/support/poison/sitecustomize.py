"""Python imports this at its start where it is on the path: in workers it makes library calls misbehave.

A sentence with one of the words below does to the process what the word stands for. The environment
names a folder (``POISON_FOLDER``) in which every dose leaves a file, and a control group with little
memory (``POISON_GROUP``), where there is one.
"""

import ctypes
import os
import secrets
import signal
import sys
import time
from pathlib import Path


def segfault():
    """Read where nothing is."""
    ctypes.string_at(0)


def exhaust():
    """Take memory until the kernel ends this process."""
    group = os.environ.get("POISON_GROUP")
    if group:
        Path(group, "cgroup.procs").write_text(str(os.getpid()))
        hoard = []
        while True:
            hoard.append(b"x" * 10_000_000)
    os.kill(os.getpid(), signal.SIGKILL)


def refuse():
    """Ask for more memory than any machine has."""
    return bytearray(2**60)


def stall():
    """Do nothing for longer than anybody waits."""
    time.sleep(3600)


def once():
    """Die the first time alone."""
    if len(list(folder().glob("once-*"))) == 1:
        os.kill(os.getpid(), signal.SIGKILL)


EFFECTS = {
    "quicksand": segfault,
    "flood": exhaust,
    "hoard": refuse,
    "standstill": stall,
    "hiccup": once,
}


def folder():
    """Return where doses are counted."""
    return Path(os.environ["POISON_FOLDER"])


def taste(sentences):
    """Do what the first poisonous word says, if there is one."""
    for words in sentences:
        for word in words:
            if word in EFFECTS:
                effect = EFFECTS[word]
                (folder() / f"{effect.__name__}-{secrets.token_hex(8)}").touch()
                effect()


def poison():
    """Put the taster before the making of a lattice and before a parser that makes flat trees.

    Loading the real parser counts towards the time limit of a task, and takes long on a busy machine.
    """
    from paralattice import lattice
    from paralattice.adapters import parser
    from paralattice.syntax.tree import flat_tree

    make = lattice.from_alignment

    def from_alignment(sentences, columns):
        taste(sentences)
        return make(sentences, columns)

    class FlatParser:
        def __init__(self, options):
            """Take the options that the real parser takes; none matters."""

        def trees(self, sentences):
            taste(sentences)
            return [flat_tree(words) for words in sentences]

        def parse(self, sentences):
            return list(map(parser.Parse, self.trees(sentences)))

    lattice.from_alignment, parser.shared_parser = from_alignment, FlatParser


if "workers.main" in sys.orig_argv and "POISON_FOLDER" in os.environ:
    poison()
