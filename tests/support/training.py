"""Training of a rewording model in the tests' own process."""

import io
from contextlib import nullcontext

from rich.console import Console

from orchestrator.io.model_folder import require_free
from orchestrator.systems.rewording.training.train import checked_input, train_with
from tasks.items.em_counts import expect
from tasks.items.phrase_pairs import replace
from tasks.items.sentence_pairs import extract

_STAGES = {"sentence_pairs": extract, "em_counts": expect, "phrase_pairs": replace}


class InProcessPool:
    """Computes items as a WorkerPool does, one after the other in this process; errors are raised."""

    def __init__(self, store):
        self.store = store
        self.failures = {}

    def compute(self, task, items, _unit="items"):
        """Compute items; yield each with its artefact, in their order."""
        for item in items:
            self.store.once(item.key, lambda content=item.content: _STAGES[task](content, self.store))
            yield item, self.store.get(item.key)


def train_in_process(request, console=None):
    """Train as ``orchestrator reword train`` does, without server and workers."""
    require_free(request.output, request.force)
    pool = InProcessPool(request.resources.open_store())
    train_with(request, checked_input(request), nullcontext(pool), console or Console(file=io.StringIO()))
