"""Makes new sentences by exchange of constituents."""

from __future__ import annotations

from collections.abc import Iterable

from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.ranking.choice import NewSentence
from paralattice.facade.texts import Text, words_of_text
from paralattice.scorer import Scorer


def exchange_sentences(
    texts: Iterable[Text],
    options: ExchangeOptions | None = None,
    seed: int = 2006,
    parser: str = "default",
    score: Scorer | None = None,
) -> list[NewSentence]:
    """Return new sentences that exchange constituents of sentences about one event, best first.

    The parser is loaded at the first call, which takes seconds, and stays loaded.

    Parameters
    ----------
    texts
        Sentences about one event: running text, which is tokenised, or lists of words.
    options
        How many, how far from the given ones, and so on.
    seed
        Decides which combinations are tried where there are too many.
    parser
        A name that ``orchestrator parser list`` prints, or the folder of a parser.
    score
        A language model of your own, whose signal is added: a function that takes sentences, tuples of words,
        and returns for each the natural log probabilities of its tokens.

    Raises
    ------
    OptionError
        ``score`` does not return at least one number for each sentence.
    ParseError
        A sentence has no words, or the parser cannot be loaded.
    """
    # Lazy imports: the model libraries take seconds to load.
    from paralattice.adapters.exchange import readings_by
    from paralattice.adapters.options import ParseOptions
    from paralattice.adapters.parser import shared_parser
    from paralattice.exchange.pipeline import generate_sentences

    loaded = shared_parser(ParseOptions(parser=parser))
    readings = readings_by(loaded, [words_of_text(text) for text in texts])
    chosen = options or ExchangeOptions()
    made = generate_sentences(readings, lambda new: readings_by(loaded, new), chosen, seed, score)
    return made.sentences
