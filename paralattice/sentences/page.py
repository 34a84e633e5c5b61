"""Web page that shows two documents side by side, with lines between matching sentences."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from paralattice.formats.html import asset, policy
from paralattice.sentences.alignment import Matches

# Pairs of documents that are shown open: an event of 50 documents has 1,225 pairs.
_OPEN = 3


def write_match_page(pairs: Iterable[tuple[str, Sequence[str], Sequence[str], Matches]]) -> Iterator[str]:
    """Yield the page in pieces. It loads no other files and runs only its own script.

    Parameters
    ----------
    pairs
        Name of each pair, sentences of both documents, and their matches.
    """
    style, script = asset("paralattice.sentences", "page.css"), asset("paralattice.sentences", "page.js")
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script, style)}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>Matching sentences</title>\n<style>{style}</style>\n<main>\n<h1>Matching sentences</h1>\n"
        "<p>A line joins two sentences that match; the stronger it is, the more probable. "
        "Point at a sentence to see its own lines alone; open a pair of documents by its name.</p>\n"
    )
    for number, (name, first, second, matches) in enumerate(pairs):
        yield from _pair(name, (first, second), matches, " open" * (number < _OPEN))
    yield f"</main>\n<script>{script}</script>\n</html>\n"


def _pair(
    name: str, documents: tuple[Sequence[str], Sequence[str]], matches: Matches, state: str
) -> Iterator[str]:
    links = zip(matches.pairs.tolist(), matches.probabilities.tolist(), strict=True)
    data = " ".join(f"{i},{j},{probability:.4f}" for (i, j), probability in links)
    count = f"{len(matches.pairs)} match{'es' * (len(matches.pairs) != 1)}"
    yield (
        f'<section data-links="{data}">\n<details{state}>\n'
        f'<summary><h2>{escape(_shown(name))}</h2> {count}</summary>\n<div class="sides">\n<svg></svg>\n'
    )
    for sentences in documents:
        items = (f"<li>{escape(_shown(sentence))}</li>\n" for sentence in sentences)
        yield f'<ol start="0">\n{"".join(items)}</ol>\n'
    yield "</div>\n</details>\n</section>\n"


def _shown(sentence: str) -> str:
    # A lone surrogate cannot be written as UTF-8.
    return sentence.encode("utf-8", "replace").decode()
