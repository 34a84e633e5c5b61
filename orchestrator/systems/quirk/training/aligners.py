"""Who aligns words: our own models over the workers, or a library in this process."""

from __future__ import annotations

from collections.abc import Sequence

from paralattice.formats.pharaoh import write_alignments
from paralattice.rewording.bitext import WordPair
from paralattice.rewording.options import WordAlignmentOptions

#: Our own.
OWN = "paralattice"


def external_links(
    pairs: Sequence[WordPair], aligner: str, options: WordAlignmentOptions, doubled: bool = True
) -> list[str] | None:
    """Return the alignments of a library, as lines of Pharaoh's form; ``None`` where our own models align.

    Raises
    ------
    OptionError
        There is no such aligner.
    TranslateError
        Its library is not installed.
    """
    if aligner == OWN:
        return None
    from paralattice.adapters.thot_aligner import align_with_thot

    return list(write_alignments(align_with_thot(pairs, aligner, options, doubled)))
