"""Part-of-speech tags of sentences, computed in this process."""

from collections.abc import Callable, Sequence

Words = tuple[str, ...]
TagWords = Callable[[Sequence[Words]], list[Words]]
"""Function from tokens of sentences to their Penn tags."""
