"""The names of the tasks, for those that send, follow or show them without Celery."""

STAGES = ("parse", "chunk", "align", "merge", "exchange", "build", "sample")
"""The stages of a run, in order; each is a task."""

CLUSTER = "cluster"
"""The task that runs several stages of a cluster."""

ITEM_TASKS = (
    "evaluate", "path_entropy", "match", "tag", "sentence_pairs", "em_counts", "phrase_pairs", "reword",
)  # fmt: skip
"""Tasks that compute one artefact from one stored value: see ``tasks.items``."""

TASKS = frozenset((*STAGES, CLUSTER, *ITEM_TASKS))
"""The names of all tasks."""
