"""Item task ``tag``: tag sentences with parts of speech."""

from typing import Any

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser
from tasks.items.item_task import item_task
from workers.store import Artefact, Store


@item_task("tag")
def tag(content: dict[str, Any], _: Store) -> Artefact:
    """Tag the ``sentences`` (lists of tokens) of a block with the tagger of a ``parser``."""
    parser = shared_parser(ParseOptions(parser=content["parser"]))
    return Artefact(parser.tag([tuple(sentence) for sentence in content["sentences"]]))
