"""Makes one sentence of the sentences about an event."""

from collections.abc import Collection, Iterable, Sequence

from paralattice.compression.options import CompressionOptions, OneOptions
from paralattice.compression.pipeline import Compression, compress
from paralattice.compression.systems import SYSTEMS
from paralattice.facade.texts import Text, words_of_text
from paralattice.options import require_known


def one_sentence(
    texts: Iterable[Text],
    version: str = "one",
    options: CompressionOptions | None = None,
    *,
    tags: Sequence[Sequence[str]] | None = None,
    stop_words: Collection[str] | None = None,
    parser: str = "default",
    most: int = OneOptions().words,
) -> Compression:
    """Return one sentence for sentences about one event.

    Parameters
    ----------
    texts
        The sentences, at least one: running text, which is tokenised, or lists of words.
    version
        ``one``, which exchanges parts of English sentences and checks the result, or takes the best path of a
        word graph if the language is another, tags are given, or none are used; ``filippova`` (Filippova
        2010) or ``boudin`` (Boudin and Morin 2013).
    options
        How it is made: the language of the stop words, whether parts of speech are used, and so on.
    tags
        The parts of speech of the words, if they are known; otherwise the parser's, if they are used.
    stop_words
        Lower-cased stop words, in place of the language's.
    parser
        As for :func:`~paralattice.facade.texts.parse`.
    most
        Maximum number of words of the sentence of ``one``, without punctuation.

    Raises
    ------
    OptionError
        No version has that name.
    BuildError
        There is no sentence, one has no words, or not as many tags as words.
    ParseError
        The parser cannot be loaded.

    Examples
    --------
    >>> texts = ["The old ferry sank", "The ferry sank near Lindau", "Today the ferry sank near Lindau"]
    >>> options = CompressionOptions(tagged=False, shortest=4)
    >>> print(one_sentence(texts, "filippova", options))
    The ferry sank near Lindau
    """
    require_known("version", version, SYSTEMS)
    chosen, words = options or CompressionOptions(), [words_of_text(text) for text in texts]
    OneOptions(most)
    if tags is None and chosen.tagged and all(words) and words:
        from paralattice.adapters.options import ParseOptions
        from paralattice.adapters.parser import shared_parser

        loaded = shared_parser(ParseOptions(parser=parser))
        if version == "one" and chosen.language == CompressionOptions().language:
            from paralattice.exchange import facts_of, tell_event
            from paralattice.exchange.options import ExchangeOptions

            read, used = loaded.trees, ExchangeOptions()
            told = tell_event(facts_of(tuple(read(words[: used.sentences])), used), read, most)
            return Compression(told.candidate.words, told.candidate.origins, -told.score, told.reason)
        tags = [tree.tags() for tree in loaded.trees(words)]
    return compress(words, tags if chosen.tagged else None, version, chosen, stop_words, most)
