"""Stage 1: parse a batch of distinct sentences of one or several clusters."""

from paralattice.adapters.parser import shared_parser
from paralattice.formats.trees import write_tree
from tasks.cluster.jobs import load_inputs, load_options
from tasks.task import Done, Message, task
from workers.events import Progress
from workers.store import Artefact, MissingArtefactError, current_store
from workers.store.keys import checked_key


@task("parse")
def parse(message: Message) -> Done:
    """Parse and store the sentences of a batch that are not yet stored.

    The message's key is the key of the batch: ``options`` (key), ``sentences`` and their ``keys``.
    The batch is among the ``inputs``, which the content names.
    """
    store = current_store()
    batch = load_inputs(store, checked_key(message.content["inputs"])).get(message.key)
    if batch is None:
        raise MissingArtefactError("the sentences are not where the message says")
    wanted = dict(zip(batch["keys"], batch["sentences"], strict=True))
    # Read, and not only looked for: a parse may be damaged, or known from a pack that is gone.
    there = store.find_all(wanted.keys() - store.missing(wanted))
    missing = {key: tuple(words) for key, words in wanted.items() if key not in there}
    if missing:
        parser = shared_parser(load_options(store, batch["options"]).parse)
        parses = zip(missing, parser.parse(list(missing.values())), strict=True)
        store.put_all(
            {key: Artefact({"tree": write_tree(parsed.tree), "note": parsed.note}) for key, parsed in parses}
        )
    return Done((Progress("parse", message.key, len(batch["keys"])),))
