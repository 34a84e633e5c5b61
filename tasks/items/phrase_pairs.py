"""Item task ``phrase_pairs``: align the words of a shard's pairs and extract phrasal replacements."""

from typing import Any

from paralattice.formats.pharaoh import write_alignments
from paralattice.formats.phrase_table import PhraseEntry, write_phrase_table
from paralattice.rewording.alignment.agreement import combine_directions
from paralattice.rewording.alignment.shard_training import replacements_of_shard
from paralattice.rewording.alignment.word_alignment import AlignmentModel
from paralattice.rewording.options import PhraseOptions, WordAlignmentOptions
from paralattice.rewording.phrases import phrase_occurrences
from tasks.items.item_task import item_task
from tasks.items.training_shards import decode_model, read_shard, read_shard_pairs
from workers.store import Artefact, Store


@item_task("phrase_pairs")
def replace(content: dict[str, Any], store: Store) -> Artefact:
    """Return alignments and replacements.

    Parameters
    ----------
    content
        ``shard`` (key of its pairs), ``doubled``, ``phrases`` (options), ``symmetrisation`` and
        ``agreement`` (options), ``model1`` (which conditions on the second sentences), ``forward`` and
        ``backward`` (alignment models, the latter null if the pairs are doubled).

    Returns
    -------
    Texts: ``alignments.txt``, one line per pair, and ``phrase-table``, with counts in the shard. If the
    options score by frequency, the table has no scores, but equal phrases, too, and instead of a count the
    numbers of the shard's pairs, 0-based.
    """
    pairs = read_shard_pairs(store, content["shard"])
    forward = _model(content, store, "forward")
    backward = _model(content, store, "backward") if content["backward"] else forward
    symmetry = WordAlignmentOptions(symmetrisation=content["symmetrisation"], agreement=content["agreement"])
    alignments = combine_directions(pairs, forward, backward, symmetry)
    options = PhraseOptions(**content["phrases"])
    if options.scoring == "frequency":
        occurrences = phrase_occurrences(pairs, alignments, options)
        entries = [PhraseEntry(*pair, (), counts=tuple(numbers)) for pair, numbers in occurrences.items()]
    else:
        entries = replacements_of_shard(pairs, alignments, _model(content, store, "model1"), options)
    texts = {
        "alignments.txt": "".join(write_alignments(alignments)).encode(),
        "phrase-table": "".join(write_phrase_table(entries)).encode(),
    }
    return Artefact(None, texts)


def _model(content: dict[str, Any], store: Store, name: str) -> AlignmentModel:
    turned = not content["doubled"] and name != "forward"
    return decode_model(content[name]).of_shard(
        read_shard(store, content["shard"], content["doubled"], turned)
    )
