"""Stage ``extract``: the sentences of an event's documents, and which of them paraphrase each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from paraphrase.adapters.text import split_sentences, tokenize
from paraphrase.options import SentencePairOptions
from paraphrase.translate.pairs import extract_sentence_pairs
from tasks.bag import bag_stage
from workers.store import Artefact, Store

# No file of the model can hold them, and no word has them.
_CONTROLS = re.compile("[\0-\x08\x0e-\x1f\x7f]")


@bag_stage("extract")
def extract(content: dict[str, Any], _store: Store) -> Artefact:
    """Return the sentences of an event and its pairs.

    Parameters
    ----------
    content
        ``documents`` (texts), ``lines`` (whether they have a sentence a line), ``tokenized`` (whether tokens
        stand between blanks), ``options`` (of the pairs).

    Returns
    -------
    ``pairs`` (numbers of two sentences and their distance) and ``counts`` of the filters; text
    ``sentences.txt``, a line each, a blank between tokens.
    """
    sentences = [words for text in content["documents"] for words in _sentences(text, content)]
    found = extract_sentence_pairs(sentences, SentencePairOptions(**content["options"]))
    pairs = [[*pair.places, pair.distance] for pair in found.pairs]
    lines = "".join(" ".join(words) + "\n" for words in sentences)
    return Artefact({"pairs": pairs, "counts": asdict(found.counts)}, {"sentences.txt": lines})


def _sentences(text: str, content: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    clean = _CONTROLS.sub("\ufffd", text)
    for line in clean.splitlines() if content["lines"] else split_sentences(clean):
        words = tuple(line.split()) if content["tokenized"] else tokenize(line)
        if words:
            yield words
