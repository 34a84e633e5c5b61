"""New sentences by exchange of constituents (version V6, our own method).

One sentence of a cluster is the frame.  Operations change it: they replace a constituent by one of another
sentence that is coreferent or describes the same event, insert adjuncts and modifiers of other sentences,
move times and attributions, recast phrases, and delete asides.  Rules reject candidates whose words or trees
show a fault; signals rank the others.  No operation changes the governor of a word that it keeps.
"""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.exchange.automaton import smallest_automaton as smallest_automaton
    from paralattice.exchange.evidence.cluster import ParsedCluster as ParsedCluster
    from paralattice.exchange.model.candidate import Candidate as Candidate
    from paralattice.exchange.model.operation import Operation as Operation
    from paralattice.exchange.model.operation import SourcedToken as SourcedToken
    from paralattice.exchange.model.parsed import Reader as Reader
    from paralattice.exchange.one import OneSentence as OneSentence
    from paralattice.exchange.one import tell_event as tell_event
    from paralattice.exchange.pipeline import Exchange as Exchange
    from paralattice.exchange.pipeline import facts_of as facts_of
    from paralattice.exchange.pipeline import generate_sentences as generate_sentences
    from paralattice.exchange.ranking.choice import NewSentence as NewSentence
    from paralattice.exchange.ranking.choice import Observer as Observer
    from paralattice.exchange.relations import relations_of as relations_of
else:
    load_at_first_use(__name__)
