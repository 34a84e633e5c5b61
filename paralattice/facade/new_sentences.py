"""Makes new sentences by exchange of constituents."""

from collections.abc import Iterable
from typing import Any

from paralattice.exchange.evidence.cluster import Wording
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.ranking.choice import NewSentence
from paralattice.facade.texts import Text, words_of_text
from paralattice.scorer import Scorer


def exchange_sentences(
    texts: Iterable[Text],
    options: ExchangeOptions | dict[str, Any] | None = None,
    seed: int = 2006,
    parser: str = "default",
    score: Scorer | None = None,
    wordings: Iterable[Wording] = (),
    **values: Any,
) -> list[NewSentence]:
    """Return new sentences that exchange constituents of sentences about one event, best first.

    The parser is loaded at the first call, which takes seconds, and stays loaded.

    Parameters
    ----------
    texts
        Sentences about one event: running text, which is tokenised, or lists of words.
    options
        How many, how far from the given ones, and so on: the options, or a dictionary of some of them.
    seed
        Decides which combinations are tried where there are too many.
    parser
        A name that ``orchestrator parser list`` prints, or the folder of a parser.
    score
        A language model of your own, whose signal is added: a function that takes sentences, tuples of words,
        and returns for each the natural log probabilities of its tokens.
    wordings
        Replacements of words that a model of rewording has learnt, as
        :func:`~paralattice.rewording.firm.firm_replacements` yields them.
    values
        Single options by their names, such as ``distance=3``; they override `options`.

    Raises
    ------
    OptionError
        No option has that name, a value is not allowed, or ``score`` does not return at least one
        number for each sentence.
    ParseError
        A sentence has no words, or the parser cannot be loaded.

    Examples
    --------
    >>> texts = ["The ferry Aurora hit a rock near Lundvik on Friday.",
    ...     "Aurora, a small ship of 1962, hit a rock after losing power, the police said."]
    >>> best = exchange_sentences(texts, distance=3)[0]
    >>> best.text, best.sources  # doctest: +SKIP
    ('The police said Aurora, a small ship of 1962, hit a rock on Friday after losing power.', (0, 1))
    """
    # Lazy imports: the model libraries take seconds to load.
    from paralattice.adapters.options import ParseOptions
    from paralattice.adapters.parser import shared_parser
    from paralattice.exchange.pipeline import generate_sentences

    known = options if isinstance(options, ExchangeOptions) else ExchangeOptions.from_dict(options or {})
    chosen = known.updated(values)
    loaded = shared_parser(ParseOptions(parser=parser))
    trees = loaded.trees([words_of_text(text) for text in texts])
    return generate_sentences(trees, loaded.trees, chosen, seed, score, wordings=wordings).sentences
