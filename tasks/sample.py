"""Stage 6: sentences drawn from a cluster's lattices."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from paraphrase.lattice import read_lattice_record, write_samples
from paraphrase.lattice import sample as sample_lattice
from tasks.flow import Work, stage
from tasks.jobs import build_key, sample_key


@stage("sample")
def sample(**message: Any) -> None:
    """Draw and store sentences from each version's lattice; the cluster's versions are then complete."""
    work = Work(message)
    for name in work.job.versions:
        work.store.once(sample_key(work.job, work.options, name), partial(_samples, work, name))
    work.done("sample")


def _samples(work: Work, name: str) -> dict[str, Any]:
    record = json.loads(work.store.get(build_key(work.job, work.options, name))["files"]["lattice.json"])
    lattice = read_lattice_record(record)
    originals = [tuple(words) for words in work.source["sentences"]]
    drawn = sample_lattice(lattice, originals, work.options.sample, work.job.cluster, name)
    counts = {
        "draws": len(drawn),
        "novel": sum(entry.novel and not entry.duplicate for entry in drawn),
        "chosen": sum(entry.chosen for entry in drawn),
    }
    return {"counts": counts, "files": {"samples.jsonl": write_samples(drawn)}}
