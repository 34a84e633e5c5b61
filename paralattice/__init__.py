"""Paraphrase lattices from comparable sentences: the library behind Paralattice.

>>> import paralattice
>>> lattice = paralattice.Lattice.from_texts(["The bridge is closed", "The old bridge is shut"], "V1")
>>> lattice.sample(2)
['The old bridge is closed', 'The bridge is shut']

:class:`Lattice` does it all in one call; :func:`parse`, :func:`chunk` and :func:`align` are its steps.
:class:`Run` reads the results of ``orchestrator submit``, and :func:`sentence_pairs` pairs its sentences.
:func:`exchange_sentences` makes new sentences by exchange of constituents, :func:`one_sentence` one for all.

The package is independent of queues, processes, clocks and global randomness: functions take texts
and return values, and a random seed is an argument.  What is heavy, such as the parser, is loaded at
its first use.
"""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

__version__ = "1.0.0"

if TYPE_CHECKING:
    from paralattice.align.cluster import align as align
    from paralattice.corpus import Cluster as Cluster
    from paralattice.corpus import Sentence as Sentence
    from paralattice.corpus import Token as Token
    from paralattice.facade.lattice import Lattice as Lattice
    from paralattice.facade.new_sentences import exchange_sentences as exchange_sentences
    from paralattice.facade.one_sentence import one_sentence as one_sentence
    from paralattice.facade.run import Run as Run
    from paralattice.facade.texts import parse as parse
    from paralattice.methods.sentence_pairs import sentence_pairs as sentence_pairs
    from paralattice.syntax.chunking import chunk as chunk
    from paralattice.syntax.tree import Tree as Tree
else:
    load_at_first_use(__name__)
