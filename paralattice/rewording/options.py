"""Options of rewording (Quirk et al. 2004, section 3)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any

from paralattice.errors import OptionError
from paralattice.options import require, stage_options

SYMMETRISATIONS = ("intersection", "union", "grow-diag", "grow-diag-final-and")


@dataclass(frozen=True, slots=True)
class LanguageModelOptions:
    """How an n-gram model is trained, with interpolated Kneser-Ney smoothing.

    Attributes
    ----------
    order
        The longest n-grams, in words.
    modified
        Whether n-grams of each length have three discounts, for counts of 1, 2
        and more (Chen & Goodman 1998), or one (Kneser & Ney 1995).
    least_count
        Words that the text has less often count as the unknown word.
    """

    order: int = 4
    modified: bool = False
    least_count: int = 1

    def __post_init__(self) -> None:
        """Validate."""
        require(1 <= self.order <= 12, "order", self.order, "from 1 to 12")
        require(self.least_count >= 1, "least_count", self.least_count, "at least 1")


@dataclass(frozen=True, slots=True)
class SentencePairOptions:
    """Which sentences of a cluster of documents are taken for paraphrases (Quirk et al. 2004, section 3.1).

    Attributes
    ----------
    distance
        The most insertions and deletions of words that turn one sentence into the other.
    length_ratio
        The least length of the shorter sentence, as a share of that of the longer.
    relative_distance
        The largest distance as a share of the length of the shorter sentence; 0 for no such limit,
        as in the paper. Among short sentences 12 words let anything pass: 0.5 is sensible there.
    """

    distance: int = 12
    length_ratio: float = 2 / 3
    relative_distance: float = 0.0

    def __post_init__(self) -> None:
        """Validate."""
        require(type(self.distance) is int, "distance", self.distance, "a whole number")
        require(1 <= self.distance <= 250, "distance", self.distance, "from 1 to 250")
        require(0 <= self.length_ratio <= 1, "length_ratio", self.length_ratio, "from 0 to 1")
        value = self.relative_distance
        require(0 <= value < 1e6, "relative_distance", value, "0 or more")


@dataclass(frozen=True, slots=True)
class WordAlignmentOptions:
    """How words are aligned (Quirk et al. 2004, section 3.2; Och & Ney 2003).

    Attributes
    ----------
    model1_iterations, hmm_iterations
        Iterations of expectation maximisation of IBM Model 1 and, from there, of the HMM.
    empty_probability
        That of a step to the empty word in the HMM; Och & Ney (2003) took 0.2.
    uniform_share
        The share of steps in the HMM that go anywhere, whatever the distance.
    identity_lexicon
        Whether every word is added to the training data as a pair with itself (footnote 5).
    symmetrisation
        How both directions become one alignment, out of :data:`SYMMETRISATIONS`.
    """

    model1_iterations: int = 5
    hmm_iterations: int = 5
    empty_probability: float = 0.2
    uniform_share: float = 0.2
    identity_lexicon: bool = True
    symmetrisation: str = "grow-diag-final-and"

    def __post_init__(self) -> None:
        """Validate."""
        require(1 <= self.model1_iterations <= 1000, "model1_iterations", self.model1_iterations, "1 to 1000")
        require(0 <= self.hmm_iterations <= 1000, "hmm_iterations", self.hmm_iterations, "0 to 1000")
        for name in ("empty_probability", "uniform_share"):
            require(0 < getattr(self, name) < 1, name, getattr(self, name), "between 0 and 1")
        require(
            type(self.identity_lexicon) is bool, "identity_lexicon", self.identity_lexicon, "true or false"
        )
        known = ", ".join(SYMMETRISATIONS)
        require(
            self.symmetrisation in SYMMETRISATIONS, "symmetrisation", self.symmetrisation, f"one of {known}"
        )


@dataclass(frozen=True, slots=True)
class PhraseOptions:
    """Which phrases replace each other (Quirk et al. 2004, section 3.3).

    Attributes
    ----------
    cepts
        The most cepts of a phrase pair: sets of words linked with each other, and words without a link.
    both_ways
        Whether each sentence pair is used in both directions, for a paraphrase of a sentence has
        that sentence for a paraphrase.
    least_count
        Times that a phrase pair must have been seen.
    unlinked
        Whether words without a link may be part of phrase pairs, each a cept by itself.
    """

    cepts: int = 5
    both_ways: bool = True
    least_count: int = 1
    unlinked: bool = True

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("cepts", "least_count"):
            value = getattr(self, name)
            require(type(value) is int and value >= 1, name, value, "a whole number of 1 or more")
        for name in ("both_ways", "unlinked"):
            require(type(getattr(self, name)) is bool, name, getattr(self, name), "true or false")


@dataclass(frozen=True, slots=True)
class ClassOptions:
    """Classes of words by bigram statistics (Quirk et al. 2004, section 3.5).

    Attributes
    ----------
    count
        How many; 0 for as many as the paper has to the size of its vocabulary, 4,096 of 65,225 words.
    iterations
        Rounds of the exchange over all words, at most; 0 for no classes.
    """

    count: int = 0
    iterations: int = 20

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("count", "iterations"):
            value = getattr(self, name)
            require(type(value) is int and value >= 0, name, value, "a whole number of 0 or more")


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How a model of paraphrase by translation is trained (Quirk et al. 2004, section 3).

    Attributes
    ----------
    pairs, alignment, phrases
        Sentence pairs, word alignment and phrasal replacements.
    language_model
        Of the target language; the paper's is one of trigrams.
    classes
        Classes of words for the baseline CL.
    """

    pairs: SentencePairOptions = field(default_factory=SentencePairOptions)
    alignment: WordAlignmentOptions = field(default_factory=WordAlignmentOptions)
    phrases: PhraseOptions = field(default_factory=PhraseOptions)
    language_model: LanguageModelOptions = field(default_factory=lambda: LanguageModelOptions(order=3))
    classes: ClassOptions = field(default_factory=ClassOptions)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> TrainingOptions:
        """Return the options that :meth:`to_dict` wrote; absent ones take their defaults.

        Raises
        ------
        OptionError
            An option is unknown or its value is not allowed.
        """
        defaults = cls()
        unknown = set(values) - {entry.name for entry in fields(cls)}
        if unknown:
            raise OptionError(f"unknown options: {', '.join(sorted(unknown))}")
        return cls(
            **{
                name: stage_options(type(getattr(defaults, name)), name, value, getattr(defaults, name))
                for name, value in values.items()
            }
        )


@dataclass(frozen=True, slots=True)
class DecodeOptions:
    """How a sentence is paraphrased (Quirk et al. 2004, section 3.4).

    Attributes
    ----------
    identity
        u, the probability that a word stays as it is; the higher, the more stays. The paper tells no value;
        0.5 is the most that Model 1 gives to a word in place of itself, P(s | s) / 2.
    replacements
        Replacements of a phrase that come into the lattice, the most probable ones;
        0 for all, as in the paper. The search is exact in either case.
    best
        Paraphrases to return.
    novel
        Whether the sentence itself is left out of them.
    """

    identity: float = 0.5
    replacements: int = 20
    best: int = 5
    novel: bool = True

    def __post_init__(self) -> None:
        """Validate."""
        require(0 < self.identity <= 1, "identity", self.identity, "above 0 and at most 1")
        for name, least in (("replacements", 0), ("best", 1)):
            value = getattr(self, name)
            require(type(value) is int and value >= least, name, value, f"a whole number of {least} or more")
        require(type(self.novel) is bool, "novel", self.novel, "true or false")
