"""Real workers tag the sentences of many documents, each once."""

import io

from rich.console import Console

from orchestrator.engine.resources import Resources
from orchestrator.runs.submission import tagging
from paralattice.adapters.tagging import tags_of_words


def test_workers_tag_as_this_process_does_and_what_is_stored_is_not_tagged_again(tmp_path, monkeypatch):
    monkeypatch.setattr(tagging, "_FEW", 2)
    monkeypatch.setattr(tagging, "_BLOCK", 3)
    subjects = ["The ferry", "A captain", "Fasulo", "Two pilots", "The lake of Locarno"]
    sentences = [(*subject.split(), "burned", "quickly", ".") for subject in subjects]
    resources = Resources(str(tmp_path / "store"), workers=1, quiet=True)
    logs = tmp_path / "runs" / ".tag"
    expected = tags_of_words(sentences)
    for _ in range(2):
        tag = tagging.tag_with(resources, logs, Console(file=io.StringIO()))
        assert tag(sentences) == expected
        # The second time there is nothing to start workers for.
        (log,) = [*logs.glob("worker.log"), None][:1]
        if log:
            log.unlink()
    assert not (logs / "worker.log").exists()
    assert tag(sentences[:2]) == expected[:2]
