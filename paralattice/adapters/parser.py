"""Parses tokens into constituency trees.

:func:`load_parser` loads a parser, :func:`shared_parser` loads it once per process, and
:func:`parser_digest` identifies it without loading it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from paralattice.adapters.engines import load_engine
from paralattice.adapters.inference import split_on_failure
from paralattice.adapters.interface import Engine, Forms, NoResultError
from paralattice.adapters.normalisation import model_form
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser_files import model_files
from paralattice.batches import batches
from paralattice.errors import ParseError
from paralattice.syntax.tree import Tree, flat_tree

TOKENS_AT_ONCE = 5000
"""Maximum number of tokens of a batch, and of a sentence to be tagged; bounds the memory."""

Words = tuple[str, ...]
_Input = tuple[Words, Words | None]
_Found = Tree | Exception


@dataclass(frozen=True, slots=True)
class Parse:
    """A sentence's tree.

    Attributes
    ----------
    tree
        Has the root ``ROOT``, the sentence's tokens as words and the tagger's Penn tags.
    note
        Empty, or the reason why the tree is flat (:func:`paralattice.syntax.tree.flat_tree`).
    """

    tree: Tree
    note: str = ""


class Parser:
    """A loaded parser; its options limit batches and sentences."""

    def __init__(self, engine: Engine, options: ParseOptions) -> None:
        self._engine = engine
        self._options = options

    def parse(self, sentences: Sequence[Words]) -> list[Parse]:
        """Return the parse of each sentence, in order.

        A tree depends on its sentence alone.  A sentence that cannot be parsed gets a flat tree and a note.

        Raises
        ------
        ParseError
            A sentence has no tokens; the message gives its 0-based index.
        """
        return self._parse_all([(sentence, None) for sentence in _nonempty(sentences)])

    def trees(self, sentences: Sequence[Words]) -> list[Tree]:
        """Return the tree of each sentence, as :meth:`parse` does."""
        return [parse.tree for parse in self.parse(sentences)]

    def parse_tagged(self, sentences: Sequence[tuple[Words, Words]]) -> list[Parse]:
        """Return the parse of each sentence with given tags, in order.

        Parameters
        ----------
        sentences
            The tokens of each sentence, and one Penn tag for each token.

        Raises
        ------
        ParseError
            A sentence has no tokens, or another number of tags; the message gives its 0-based index.
        """
        tags = [tuple(tags) for _, tags in sentences]
        wanted = list(zip(_nonempty([words for words, _ in sentences]), tags, strict=True))
        for number, (words, given) in enumerate(wanted):
            if len(words) != len(given):
                raise ParseError(f"sentence {number} has {len(words)} tokens and {len(given)} tags")
        return self._parse_all(wanted)

    def _parse_all(self, wanted: Sequence[_Input]) -> list[Parse]:
        parses: dict[_Input, Parse] = {}
        # Parse repeated sentences, such as headlines, once.
        for batch in _batches(set(wanted), self._options.batch):
            parses.update(zip(batch, self._parse_batch(batch), strict=True))
        return [parses[sentence] for sentence in wanted]

    def tag(self, sentences: Sequence[Words]) -> list[Words]:
        """Return the Penn tags of each sentence's tokens; ``XX`` if the tagger fails."""
        wanted = [tuple(sentence) for sentence in sentences]
        tags: dict[Words, Words | None] = {(): ()}
        for inputs in _batches({(sentence, None) for sentence in wanted if sentence}, self._options.batch):
            batch = [words for words, _ in inputs]
            tagged = self._tag([[model_form(token) for token in sentence] for sentence in batch])
            tags.update(zip(batch, tagged, strict=True))
        return [tags[sentence] or ("XX",) * len(sentence) for sentence in wanted]

    def _parse_batch(self, inputs: Sequence[_Input]) -> list[Parse]:
        limit = min(self._options.max_tokens, TOKENS_AT_ONCE)
        forms = [[model_form(token) for token in words] for words, _ in inputs]
        short = [number for number, words in enumerate(forms) if len(words) <= limit]
        found: dict[int, _Found] = {
            number: NoResultError(f"{len(words)} tokens are more than {limit}")
            for number, words in enumerate(forms)
        }
        wanted: list[tuple[Forms, Words | None]] = [(forms[number], inputs[number][1]) for number in short]
        results: list[_Found] = split_on_failure(self._engine.parse, wanted)
        found.update(zip(short, results, strict=True))
        return [
            self._parsed(words, form, tags, found[number])
            for number, (form, (words, tags)) in enumerate(zip(forms, inputs, strict=True))
        ]

    def _parsed(self, words: Words, forms: list[str], tags: Words | None, result: _Found) -> Parse:
        if isinstance(result, Tree):
            found = result.words()
            if len(found) == len(words):
                return Parse(result if found == words else result.with_words(words))
            reason = "the parser's tree has other words"
        elif isinstance(result, NoResultError):
            reason = str(result)
        else:
            reason = f"the parser failed ({type(result).__name__})"
        return Parse(flat_tree(words, tags or self._tag([forms])[0]), f"not parsed: {reason}")

    def _tag(self, forms: list[list[str]]) -> list[Words | None]:
        """Return the tags of each sentence; ``None`` if there are too many tokens or the tagger fails."""
        short: list[Forms] = [sentence for sentence in forms if len(sentence) <= TOKENS_AT_ONCE]
        results: list[Words | Exception] = split_on_failure(self._engine.tag, short)
        remaining = iter(results)
        tagged = [next(remaining) if len(sentence) <= TOKENS_AT_ONCE else None for sentence in forms]
        return [None if isinstance(tags, Exception) else tags for tags in tagged]


def _nonempty(sentences: Sequence[Words]) -> list[Words]:
    wanted = [tuple(sentence) for sentence in sentences]
    if () in wanted:
        raise ParseError(f"sentence {wanted.index(())} has no tokens (counted from 0)")
    return wanted


def _batches(sentences: set[_Input], size: int) -> Iterator[list[_Input]]:
    """Yield the sentences by length, in batches of at most ``size`` sentences and TOKENS_AT_ONCE tokens."""
    # Sentences of equal length finish together, which keeps the batch full.
    ordered = sorted(sentences, key=lambda entry: (len(entry[0]), entry[0], entry[1] or ()))
    return batches(ordered, lambda entry: len(entry[0]), TOKENS_AT_ONCE, size)


def load_parser(options: ParseOptions) -> Parser:
    """Load the parser of the options, which computes in one thread.

    Raises
    ------
    ParseError
        A model file is missing or damaged; the message names it.
    """
    return Parser(load_engine(model_files(options.parser), options.device), options)


@lru_cache(maxsize=1)
def _shared_engine(parser: str, device: str) -> Engine:
    return load_engine(model_files(parser), device)


def shared_parser(options: ParseOptions) -> Parser:
    """Return the parser of the options; the models of the last parser stay loaded in the process.

    Raises
    ------
    ParseError
        A model file is missing or damaged; the message names it.
    """
    return Parser(_shared_engine(options.parser, options.device), options)
