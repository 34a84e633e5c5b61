"""The sentences of version V6 that its rules refused."""

from collections.abc import Iterator, Sequence
from typing import Any

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.view.samples import stored_among
from paralattice.english.spacing import detokenise
from paralattice.exchange import Candidate
from paralattice.exchange.rules.registry import Rule
from paralattice.facade.material import GivenCluster
from paralattice.formats.trees import read_trees
from paralattice.methods.exchange import EXCHANGE
from paralattice.methods.exchanged_sentences import make_sentences
from tasks.cluster.inputs import stored_wordings
from workers.store import open_store


def refused_sentences(run: RunFolder, clusters: Sequence[str], rules: Sequence[str]) -> Iterator[str]:
    """Yield a heading with ``#`` for each cluster, and its refused sentences, each with the rule's fault.

    A run does not keep what was refused, a hundred times as many sentences as it makes: the sentences are
    made again from the stored trees, which takes about a second a cluster.

    Parameters
    ----------
    clusters, rules
        Those that are wanted; empty for all.

    Raises
    ------
    RunError
        The run has no version V6, or no such cluster.
    """
    run.require_version(EXCHANGE)
    options, shown = run.options(), False
    place = run.store_flags({"store": "", "store_endpoint": ""})
    store = open_store(place["store"], place["store_endpoint"])
    wordings = list(stored_wordings(options, store))
    for name in stored_among(run, clusters):
        lines: list[str] = []

        def observe(rule: Rule[Any], candidate: Candidate, lines: list[str] = lines) -> None:
            if not rules or rule.name in rules:
                lines.append(f"{detokenise(candidate.words)}\t{rule.name}: {rule.fault}\n")

        trees = read_trees(run.cluster(name).trees)
        words = [tree.words() for tree in trees]
        given = GivenCluster(options, words, trees, name=name, wordings=wordings)
        made = make_sentences(EXCHANGE, given, options, observe)
        stored = run.version(name, EXCHANGE).alignment["exchange"]["refused"]
        differs = any(made.refused[rule] != stored.get(rule, 0) for rule in made.refused)
        shown |= bool(lines)
        if lines or differs:
            note = " (counts differ from the stored ones, made by other code)" if differs else ""
            yield f"# {name}{note}\n"
        yield from lines
    if not shown:
        yield f"# no candidate was refused by {' or '.join(rules) or 'a rule'}\n"
