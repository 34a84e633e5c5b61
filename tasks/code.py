"""The code behind each stored result: what a task computes with is part of the key of its artefacts.

The names follow packages and modules.  They are the ones that a task imports, directly or not; a test
compares them with the imports.  Left out is what decides no result: options, whose values are in the keys,
errors, lookup of methods, and whatever carries messages and artefacts.
"""

from collections.abc import Iterable
from functools import cache

from paralattice.methods import Method, methods_of
from paralattice.methods.code import PARSER, library
from workers.source_digest import code_digest

_TRAINING = library("arrays english formats ngrams rewording")
_TRAINING += ("tasks.arrays", "tasks.items.training_shards")
_LATTICES = library("arrays lattice")
_CHUNKING = library("corpus formats.trees syntax.chunking syntax.heads syntax.pruning syntax.tree")
_EVALUATION = (*_LATTICES, "paralattice.facade.material", *_CHUNKING, "tasks.items.lattice_input")
_MERGING = ("tasks.cluster.align", "tasks.cluster.inputs", "tasks.cluster.merge")
_DRAWING = (*_LATTICES, *library("english formats.tables languages"))
_PAIRING = library("adapters.text english languages arrays rewording.sentence_pairs")
_REWORDING = (*PARSER, *library("adapters.tagging english formats ngrams rewording scorer"))

CODE: dict[str, tuple[str, ...]] = {
    "parse": (*PARSER, "paralattice.formats.trees", "tasks.cluster.parse"),
    "chunk": (*_CHUNKING, "paralattice.formats.features", "tasks.cluster.chunk", "tasks.cluster.inputs"),
    "merge": _MERGING,
    "exchange": _MERGING,
    "build": (*_LATTICES, "tasks.cluster.build", "tasks.cluster.inputs"),
    "sample": (*_DRAWING, "tasks.cluster.inputs", "tasks.cluster.sample"),
    "evaluate": (*_EVALUATION, "tasks.items.evaluate"),
    "path_entropy": (*_EVALUATION, "paralattice.ngrams", "tasks.items.path_entropy"),
    "match": (*library("arrays english languages sentences"), "tasks.items.match"),
    "tag": (*PARSER, "tasks.items.tag"),
    "sentence_pairs": (*_PAIRING, "tasks.items.sentence_pairs"),
    "em_counts": (*_TRAINING, "tasks.items.em_counts"),
    "phrase_pairs": (*_TRAINING, "tasks.items.phrase_pairs"),
    "reword": (*_REWORDING, "tasks.items.reword"),
}
"""Packages and modules by the task that uses them; a method's are in :attr:`Method.code`."""


@cache
def code_of(task: str, method: Method | None = None) -> str:
    """Return the digest of the code of a task, and of the method that it uses, if any."""
    return code_digest(CODE[task] + (method.code if method else ()), without="options.py")


def run_code(versions: Iterable[str], parsed: bool) -> dict[str, str]:
    """Return the digests of all code that a run's results depend on, by stage and method.

    Parameters
    ----------
    versions
        The run's versions.
    parsed
        Whether its sentences are parsed, not given with trees.
    """
    stages = ("parse",) * parsed + ("chunk", "build", "sample")
    methods = {method.name: code_of(method.stage, method) for method in methods_of(versions)}
    return {stage: code_of(stage) for stage in stages} | methods
