"""A candidate: a frame, the operations on it, and the words that result."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from paralattice.exchange.model.operation import Operation, Place, SourcedToken


@dataclass(frozen=True)
class Candidate:
    """A new sentence before rules and signals judge it.

    Attributes
    ----------
    frame
        Number of the sentence that was changed.
    operations
        The operations on it.
    tokens
        Its words with their origins.
    plan
        Function that returns the planned governors: most candidates are refused before they are needed.
    """

    frame: int
    operations: tuple[Operation, ...]
    tokens: tuple[SourcedToken, ...]
    plan: Callable[[], tuple[int, ...]] = field(compare=False)

    @cached_property
    def governors(self) -> tuple[int, ...]:
        """For each word the position of the word that should govern it.

        It is -1 for the head of the sentence, and :data:`UNPLANNED` if the plan does not say.
        """
        return self.plan()

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the sentence."""
        return tuple(token.word for token in self.tokens)

    @cached_property
    def lowered(self) -> tuple[str, ...]:
        """The words in lower case."""
        return tuple(map(str.lower, self.words))

    @property
    def origins(self) -> tuple[Place | None, ...]:
        """The sentence and position that each word is from; ``None`` for one that no sentence gives."""
        places = ((token.sentence, token.position) for token in self.tokens)
        return tuple(place if place[0] >= 0 else None for place in places)

    @cached_property
    def sources(self) -> list[int]:
        """The numbers of the sentences that give its words, ascending."""
        return sorted({token.sentence for token in self.tokens if token.sentence >= 0} | {self.frame})

    @cached_property
    def places(self) -> dict[Place, int]:
        """The place of each word by its origin: the sentence and the position that it was taken from."""
        return {(token.sentence, token.position): place for place, token in enumerate(self.tokens)}

    @property
    def joints(self) -> Iterator[tuple[SourcedToken, SourcedToken]]:
        """Pairs of adjacent words that are not adjacent in a source."""
        for one, other in pairwise(self.tokens):
            if (one.sentence, one.position + 1) != (other.sentence, other.position):
                yield one, other
