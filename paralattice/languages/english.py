"""English, whose words and rules are in :mod:`paralattice.english`."""

from collections.abc import Sequence

from paralattice.english.spacing import detokenise, joins
from paralattice.english.stop_words import DEFAULT_STOP_WORDS
from paralattice.english.tokens import split_tokens
from paralattice.languages.language import Language


class English(Language):
    """English: tokens follow the Penn Treebank, and the spacing is that of many kinds of tokens."""

    parsed = True
    stop_words = DEFAULT_STOP_WORDS

    def tokens(self, text: str) -> tuple[str, ...]:
        """Return the Penn-style tokens of one sentence."""
        return split_tokens(text)

    def sentences(self, paragraph: str) -> list[str]:
        """Return the sentences of a paragraph in order, each with single blanks."""
        # Lazy import: it loads its model.
        import nupunkt

        spans = nupunkt.sent_spans(paragraph)
        split = (" ".join(paragraph[start:end].split()) for start, end in spans)
        return [sentence for sentence in split if sentence]

    def joins(self, words: Sequence[str]) -> list[bool]:
        """Return, for each token, whether it follows the one before without a space."""
        return joins(words)

    def running_text(self, words: Sequence[str]) -> str:
        """Return a sentence's tokens as running text."""
        return detokenise(words)
