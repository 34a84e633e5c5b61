"""Makes new sentences by exchange of constituents."""

from __future__ import annotations

from collections.abc import Iterable

from paralattice.exchange.generation import NewSentence
from paralattice.exchange.options import ExchangeOptions
from paralattice.facade.texts import Text, words_of_text


def exchange_sentences(
    texts: Iterable[Text],
    options: ExchangeOptions | None = None,
    seed: int = 2006,
    parser: str = "default",
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
        A name that ``orchestrator models list`` prints, or the folder of a parser.

    Raises
    ------
    ModelError
        The options name a language model that is not in the cache, or cannot be used.
    ParseError
        A sentence has no words, or the parser cannot be loaded.
    """
    # Lazy imports: the model libraries take seconds to load.
    from paralattice.adapters.exchange import readings_by
    from paralattice.adapters.fluency.setting import scorer_of, settled_fluency
    from paralattice.adapters.options import ParseOptions
    from paralattice.adapters.parser import shared_parser
    from paralattice.exchange.generation import generate_sentences

    loaded = shared_parser(ParseOptions(parser=parser))
    readings = readings_by(loaded, [words_of_text(text) for text in texts])
    chosen = options or ExchangeOptions()
    score = scorer_of(settled_fluency(chosen.fluency), ends=False)
    made = generate_sentences(readings, lambda new: readings_by(loaded, new), chosen, seed, score)
    return made.sentences
