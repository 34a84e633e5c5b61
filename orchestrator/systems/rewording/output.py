"""Output of rewordings: as text for people and as JSON for programs."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from orchestrator.io.console import say
from orchestrator.io.model_folder import Evidence
from paralattice.rewording.decoding.phrasal_rewording import Rewording, RewordingEdit
from paralattice.rewording.words.spelling import spaces_before, spelled
from paralattice.rewording.words.word_distance import word_distance


@dataclass(frozen=True, slots=True)
class SentenceRewordings:
    """A sentence and its rewordings.

    Attributes
    ----------
    text, words
        The sentence as given, and its tokens.
    rewordings
        The rewordings, the best first.
    tokenized
        Whether rewordings are written with blanks between all tokens.
    evidence
        The sentence pairs that the replacements were learnt from, if they are to be shown.
    """

    text: str
    words: tuple[str, ...]
    rewordings: tuple[Rewording, ...]
    tokenized: bool = False
    evidence: Evidence | None = None

    def spell(self, rewording: Rewording) -> str:
        """Return a rewording as text."""
        if self.tokenized:
            return " ".join(rewording.words)
        return spelled(self.words, spaces_before(self.text, self.words), rewording.words, rewording.edits)

    def record(self, system: str) -> dict[str, Any]:
        """Return the JSON object of the sentence."""
        return {
            "sentence": self.text,
            "tokens": list(self.words),
            "system": system,
            "rewordings": [self._record(rank, one) for rank, one in enumerate(self.rewordings, 1)],
        }

    def _record(self, rank: int, rewording: Rewording) -> dict[str, Any]:
        return {
            "rank": rank,
            "text": self.spell(rewording),
            "tokens": list(rewording.words),
            "score": round(rewording.score, 6),
            "replacement_score": round(rewording.replacement_score, 6),
            "language_score": round(rewording.language_score, 6),
            "distance": word_distance(self.words, rewording.words),
            "edits": [self._edit(edit) for edit in rewording.edits],
        }

    def _edit(self, edit: RewordingEdit) -> dict[str, Any]:
        record = {
            "start": edit.start,
            "end": edit.end,
            "from": list(self.words[edit.start : edit.end]),
            "to": list(edit.words),
            "score": round(edit.score, 6),
        }
        if self.evidence:
            record["evidence"] = [
                {"line": line, "first": first, "second": second}
                for line, first, second in self.evidence.of(edit.learnt)
            ]
        return record

    def lines(self) -> Iterator[str]:
        """Yield the sentence, then a line for each rewording with its score."""
        yield self.text
        for rewording in self.rewordings:
            yield f"{rewording.score:10.2f}  {self.spell(rewording)}"
            yield from self._evidence_lines(rewording)
        if not self.rewordings:
            yield "            (no rewording)"
        yield ""

    def _evidence_lines(self, rewording: Rewording) -> Iterator[str]:
        for edit in rewording.edits if self.evidence else ():
            old, new = (" ".join(phrase) for phrase in edit.learnt)
            yield f"            {old} -> {new}"
            for line, first, second in self.evidence.of(edit.learnt) if self.evidence else ():
                yield f"              {line}: {first}"
                yield f"              {'':>{len(str(line))}}  {second}"


def json_line(reworded: SentenceRewordings, system: str) -> str:
    """Return a sentence and its rewordings as a line of JSON."""
    return json.dumps(reworded.record(system), ensure_ascii=False)


def note_unknown(reworded: SentenceRewordings, number: int, console: Console) -> None:
    """Print why a sentence has no rewordings; ``number`` is 1-based."""
    if not reworded.rewordings:
        unknown = "nothing is known that is likely enough to replace a word"
        why = unknown if reworded.words else "it is empty"
        say(console, f"sentence {number}: no rewording: {why}")
