"""Item task ``sentence_pairs``: find the sentences of an event's documents that paraphrase each other."""

import re
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain
from typing import Any

from paralattice.adapters.text import split_sentences, tokenize
from paralattice.rewording.options import SentencePairOptions
from paralattice.rewording.sentence_pairs import extract_sentence_pairs, take_given_pairs
from tasks.items.item_task import item_task
from workers.store import Artefact, Store

# Control characters, which the model's files cannot contain.
_CONTROLS = re.compile("[\0-\x08\x0e-\x1f\x7f]")


@item_task("sentence_pairs")
def extract(content: dict[str, Any], _store: Store) -> Artefact:
    """Return the sentences of an event and its pairs.

    Parameters
    ----------
    content
        ``documents`` (texts), ``lines`` (whether they have one sentence per line), ``tokenized`` (whether
        blanks separate tokens), ``options`` (of the pairs), ``given`` (pairs of texts that replace the
        documents, or null), ``events`` (the event of each given pair).

    Returns
    -------
    ``pairs`` (numbers of two sentences and their distance), ``counts`` of the filters, and ``events`` as
    given; text ``sentences.txt``, one sentence per line with blanks between tokens.
    """
    if content["given"] is not None:
        sentences = [_words(text, content) for text in chain.from_iterable(content["given"])]
        found = take_given_pairs(list(zip(sentences[::2], sentences[1::2], strict=True)))
    else:
        sentences = [words for text in content["documents"] for words in _sentences(text, content)]
        found = extract_sentence_pairs(sentences, SentencePairOptions(**content["options"]))
    pairs = [[*pair.places, pair.distance] for pair in found.pairs]
    value = {"pairs": pairs, "counts": asdict(found.counts), "events": content.get("events")}
    text = "".join(" ".join(words) + "\n" for words in sentences)
    return Artefact(value, {"sentences.txt": text.encode()})


def _sentences(text: str, content: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for line in text.splitlines() if content["lines"] else split_sentences(text):
        words = _words(line, content)
        if words:
            yield words


def _words(text: str, content: dict[str, Any]) -> tuple[str, ...]:
    clean = _CONTROLS.sub("\ufffd", text)
    return tuple(clean.split()) if content["tokenized"] else tokenize(clean)
