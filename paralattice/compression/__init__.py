"""One sentence for a cluster: multi-sentence compression (Filippova 2010; Boudin and Morin 2013).

The words of a cluster's sentences are the nodes of one graph, and every path through it spells a sentence.
Arcs between frequent words that stand close to each other are short.  The result is the best of the shortest
paths: by its length alone, or also by the key phrases that it contains.
"""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.compression.graph import WordGraph as WordGraph
    from paralattice.compression.pipeline import Compression as Compression
    from paralattice.compression.pipeline import compress as compress
else:
    load_at_first_use(__name__)
