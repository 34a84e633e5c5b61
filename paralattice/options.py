"""The options of every stage: their defaults and their validation, and no other place's.

Each stage has one frozen dataclass.  Building one with a value that is not
allowed raises :class:`~paralattice.errors.OptionError` that names the option.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, field, fields
from pathlib import PurePath
from typing import Any

from paralattice.errors import OptionError

MEASURES = ("tfidf", "overlap", "cosine", "bm25", "ngrams", "mixed")
SAMPLERS = ("arc-uniform", "arc-count", "path-uniform")
SYMMETRISATIONS = ("intersection", "union", "grow-diag", "grow-diag-final-and")


@dataclass(frozen=True, slots=True)
class Version:
    """One of the alignment versions of Shen et al. 2006, Table 2.

    Attributes
    ----------
    name
        Its name in the table.
    syntactic
        Whether tokens must match syntactically (Figure 4), or as words alone.
    commas
        Whether a ``,`` may match.
    stop_words
        Whether a stop word may match.
    """

    name: str
    syntactic: bool
    commas: bool
    stop_words: bool


VERSIONS = {
    version.name: version
    for version in (
        Version("V1", syntactic=False, commas=True, stop_words=True),
        Version("V2", syntactic=False, commas=False, stop_words=True),
        Version("V3", syntactic=False, commas=False, stop_words=False),
        Version("V4", syntactic=True, commas=False, stop_words=False),
        Version("V5", syntactic=True, commas=False, stop_words=True),
    )
}


PANG = "pang"
"""The version whose lattices are made of trees (Pang, Knight and Marcu 2003)."""

METHODS = {"shen": tuple(VERSIONS), PANG: (PANG,)}
"""The versions that make up each method."""

VERSION_NAMES = tuple(name for names in METHODS.values() for name in names)
"""All versions that a run may have."""


def version_named(name: str) -> Version:
    """Return the alignment version of that name.

    Raises
    ------
    OptionError
        No version has that name.
    """
    _require_known(name, VERSIONS)
    return VERSIONS[name]


def _require_known(name: str, versions: Collection[str]) -> None:
    if name not in versions:
        raise OptionError(f"unknown version {name!r}: choose from {', '.join(versions)}")


def is_syntactic(name: str) -> bool:
    """Return whether a version goes by syntax, or is a baseline of words alone."""
    return name == PANG or version_named(name).syntactic


def _require(holds: bool, option: str, value: object, rule: str) -> None:
    if not holds:
        raise OptionError(f"{option} = {value!r}: must be {rule}")


PARSERS = ("default", "shift-reduce")
"""The parsers in the package: a chart parser over a small transformer, and a smaller one of stanza's."""


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """How sentences become trees.

    Attributes
    ----------
    parser
        ``default`` or ``shift-reduce`` for the models in the package, ``stanza:PACKAGE`` for a
        downloaded official one, or the absolute path of a folder with a trained one.
    batch
        Sentences given to the parser at once.
    max_tokens
        A longer sentence gets a flat tree instead of a parse.
    """

    parser: str = "default"
    batch: int = 64
    max_tokens: int = 400

    def __post_init__(self) -> None:
        """Validate."""
        known = self.parser in PARSERS or self.parser.startswith("stanza:")
        known = known or PurePath(self.parser).is_absolute()
        _require(
            known, "parser", self.parser, f"{' or '.join(PARSERS)}, stanza:PACKAGE or the path of a folder"
        )
        _require(self.batch >= 1, "batch", self.batch, "at least 1")
        _require(self.max_tokens >= 1, "max_tokens", self.max_tokens, "at least 1")


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """How a parser is trained on a treebank.

    Attributes
    ----------
    epochs, tagger_epochs
        How often the parser and each tagger see all sentences.
    folds
        Parts of the treebank, each of which is tagged by a tagger of the others, so that
        the parser learns from tags with a tagger's errors.
    hidden, tagger_hidden
        Units of the hidden layers; a multiple of 4.
    batch, tagger_batch
        Sentences of a step.
    learning_rate, tagger_learning_rate
        What the steps begin with; the parser's falls where the score stands still.
    seed
        Of all that is drawn at random.
    """

    epochs: int = 40
    tagger_epochs: int = 12
    folds: int = 5
    hidden: int = 256
    tagger_hidden: int = 128
    batch: int = 30
    tagger_batch: int = 40
    learning_rate: float = 0.0002
    tagger_learning_rate: float = 0.004
    seed: int = 1

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("epochs", "tagger_epochs", "batch", "tagger_batch"):
            _require(getattr(self, name) >= 1, name, getattr(self, name), "at least 1")
        for name in ("hidden", "tagger_hidden"):
            value = getattr(self, name)
            _require(value >= 4 and value % 4 == 0, name, value, "a multiple of 4, at least 4")
        for name in ("learning_rate", "tagger_learning_rate"):
            _require(getattr(self, name) > 0, name, getattr(self, name), "greater than 0")
        _require(self.folds >= 2, "folds", self.folds, "at least 2")


@dataclass(frozen=True, slots=True)
class ChartTrainOptions:
    """How a chart parser over an encoder is trained on a treebank.

    Attributes
    ----------
    epochs, first_epochs
        How often the parser sees all sentences, and those of another treebank from which the
        encoder learns first; the steps get smaller until the last.
    folds
        Parts of the treebank, each of which is tagged by a tagger of the others, so that
        the parser learns from tags with a tagger's errors.
    words
        Of the sentences of a step.
    encoder_rate, rate
        The size of the largest steps, of the encoder and of what is trained from nothing.
    decay
        Of the weights, with the size of the step.
    mean
        The parser is a running mean of the weights after each step; this is its inertia.
    seed
        Of all that is drawn at random.
    threads
        Of torch; sums, and so weights, depend on how many there are.
    """

    epochs: int = 16
    first_epochs: int = 2
    folds: int = 5
    words: int = 600
    encoder_rate: float = 0.0001
    rate: float = 0.001
    decay: float = 0.01
    mean: float = 0.995
    seed: int = 1
    threads: int = 2

    def __post_init__(self) -> None:
        """Validate."""
        # The first epoch only leads up to the largest steps.
        for name in ("epochs", "first_epochs", "folds"):
            _require(getattr(self, name) >= 2, name, getattr(self, name), "at least 2")
        _require(0 <= self.mean < 1, "mean", self.mean, "at least 0 and less than 1")
        for name in ("words", "threads"):
            _require(getattr(self, name) >= 1, name, getattr(self, name), "at least 1")
        for name in ("encoder_rate", "rate"):
            _require(getattr(self, name) > 0, name, getattr(self, name), "greater than 0")


@dataclass(frozen=True, slots=True)
class AlignOptions:
    """Scores of the pairwise alignment (Shen et al. 2006, Figures 3 and 4).

    Attributes
    ----------
    match, mismatch, gap
        Integer scores of Figure 3; ``match > 0``, the others at most 0.
    iob_exact, iob_partial, iob_none
        Score of two IOB values that are equal, that share the chunk label
        alone, or neither.
    trace_weight
        What one compared pair of trace elements counts.
    trace_length_discount
        What one step of difference in trace length costs.
    threshold
        The sum of IOB score and trace score below which words do not match.
    position_limit
        The largest allowed difference of relative positions (1-based position
        divided by length).
    casefold
        Whether words are compared without regard to case.
    """

    match: int = 2
    mismatch: int = -1
    gap: int = -1
    iob_exact: float = 1.0
    iob_partial: float = 0.0
    iob_none: float = -1.0
    trace_weight: float = 0.5
    trace_length_discount: float = 0.5
    threshold: float = 0.0
    position_limit: float = 0.4
    casefold: bool = False

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("match", "mismatch", "gap"):
            _require(type(getattr(self, name)) is int, name, getattr(self, name), "a whole number")
        _require(0 < self.match <= 1000, "match", self.match, "from 1 to 1000")
        _require(-1000 <= self.mismatch <= 0, "mismatch", self.mismatch, "from -1000 to 0")
        _require(-1000 <= self.gap <= 0, "gap", self.gap, "from -1000 to 0")
        for name in ("iob_exact", "iob_partial", "iob_none", "threshold"):
            _require(abs(getattr(self, name)) < 1e6, name, getattr(self, name), "finite")
        for name in ("trace_weight", "trace_length_discount", "position_limit"):
            value = getattr(self, name)
            _require(0 <= value < 1e6, name, value, "0 or more")


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How an alignment becomes an automaton.

    Attributes
    ----------
    distinct_limit
        States of the determinised automaton beyond which distinct sentences
        are not counted and reported as unknown.
    draw_limit
        Boxes beyond which no picture is drawn; 0 draws none.
    """

    distinct_limit: int = 200_000
    draw_limit: int = 600

    def __post_init__(self) -> None:
        """Validate."""
        _require(self.distinct_limit >= 1, "distinct_limit", self.distinct_limit, "at least 1")
        _require(self.draw_limit >= 0, "draw_limit", self.draw_limit, "0 or more")


@dataclass(frozen=True, slots=True)
class PangOptions:
    """How trees become an automaton (Pang, Knight and Marcu 2003, section 3).

    Attributes
    ----------
    keyword_check
        Whether constituents stay apart whose keywords speak against merging them.
    squeeze
        Whether states that equal words lead to, or lead away from, are merged in the end.
    """

    keyword_check: bool = True
    squeeze: bool = True

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("keyword_check", "squeeze"):
            _require(type(getattr(self, name)) is bool, name, getattr(self, name), "true or false")


@dataclass(frozen=True, slots=True)
class PairOptions:
    """Which paraphrase pairs are read from an automaton (Pang et al. 2003, section 4.1).

    Attributes
    ----------
    longest
        Words that a path between two states may have.
    paths
        Word sequences between two states that are compared with each other;
        the shortest ones where there are more.
    composed
        Whether paths are compared too that meet between the two states, so that
        pairs come out which are two pairs side by side.
    """

    longest: int = 6
    paths: int = 50
    composed: bool = True

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("longest", "paths"):
            _require(type(getattr(self, name)) is int, name, getattr(self, name), "a whole number")
        _require(1 <= self.longest <= 50, "longest", self.longest, "from 1 to 50")
        _require(2 <= self.paths <= 10_000, "paths", self.paths, "from 2 to 10000")
        _require(type(self.composed) is bool, "composed", self.composed, "true or false")


@dataclass(frozen=True, slots=True)
class SampleOptions:
    """How sentences are drawn (Shen et al. 2006, section 4.2).

    Attributes
    ----------
    seed
        The run's seed; each (seed, cluster, version) has a generator of its own.
    sampler
        ``arc-uniform``: at every state one leaving arc, uniformly;
        ``arc-count``: one leaving arc in proportion to the sentences that use it;
        ``path-uniform``: every path of the automaton alike.
    draws
        Sentences drawn from each automaton.
    keep
        Novel sentences chosen among them; fewer where there are fewer.
    """

    seed: int = 2006
    sampler: str = "arc-uniform"
    draws: int = 100
    keep: int = 10

    def __post_init__(self) -> None:
        """Validate."""
        _require(self.sampler in SAMPLERS, "sampler", self.sampler, f"one of {', '.join(SAMPLERS)}")
        _require(self.draws >= 1, "draws", self.draws, "at least 1")
        _require(self.keep >= 0, "keep", self.keep, "0 or more")


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
        _require(1 <= self.order <= 12, "order", self.order, "from 1 to 12")
        _require(self.least_count >= 1, "least_count", self.least_count, "at least 1")


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
        _require(type(self.distance) is int, "distance", self.distance, "a whole number")
        _require(1 <= self.distance <= 250, "distance", self.distance, "from 1 to 250")
        _require(0 <= self.length_ratio <= 1, "length_ratio", self.length_ratio, "from 0 to 1")
        value = self.relative_distance
        _require(0 <= value < 1e6, "relative_distance", value, "0 or more")


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
        _require(
            1 <= self.model1_iterations <= 1000, "model1_iterations", self.model1_iterations, "1 to 1000"
        )
        _require(0 <= self.hmm_iterations <= 1000, "hmm_iterations", self.hmm_iterations, "0 to 1000")
        for name in ("empty_probability", "uniform_share"):
            _require(0 < getattr(self, name) < 1, name, getattr(self, name), "between 0 and 1")
        _require(
            type(self.identity_lexicon) is bool, "identity_lexicon", self.identity_lexicon, "true or false"
        )
        known = ", ".join(SYMMETRISATIONS)
        _require(
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
            _require(type(value) is int and value >= 1, name, value, "a whole number of 1 or more")
        for name in ("both_ways", "unlinked"):
            _require(type(getattr(self, name)) is bool, name, getattr(self, name), "true or false")


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
            _require(type(value) is int and value >= 0, name, value, "a whole number of 0 or more")


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
                name: _stage_options(type(getattr(defaults, name)), name, value, getattr(defaults, name))
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
        _require(0 < self.identity <= 1, "identity", self.identity, "above 0 and at most 1")
        for name, least in (("replacements", 0), ("best", 1)):
            value = getattr(self, name)
            _require(type(value) is int and value >= least, name, value, f"a whole number of {least} or more")
        _require(type(self.novel) is bool, "novel", self.novel, "true or false")


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """How sentences of two documents are matched (Nelken & Shieber 2006, section 4).

    Attributes
    ----------
    measure
        What is the cosine of what: ``tfidf`` of terms weighted by their rarity,
        ``overlap`` of sets of terms, ``cosine`` of how often terms occur; these are the paper's. ``bm25`` of
        terms weighted as BM25 does, ``ngrams`` of 3 to 5 characters weighted by their rarity;
        ``mixed`` is the mean of ``tfidf`` and ``ngrams``.
    context
        How much the pair before and the pair after count in a similarity, beside 1 for the pair itself; the
        paper has 0.
    method
        1 takes pairs by their probability alone, 2 by global alignment.
    limit
        Matches that a sentence may have.
    first_with_first
        Whether Method 1 always matches the first sentences.
    floor
        The probability below which Method 2 drops pairs of the path; ``None`` for the model's.
    added, added_above
        How many of the most probable pairs Method 2 takes even off the path, and
        the probability that they must exceed.
    most_pairs
        Pairs of sentences that two documents may have.
    """

    measure: str = "tfidf"
    context: float = 0.0
    method: int = 2
    limit: int = 2
    first_with_first: bool = True
    floor: float | None = None
    added: int = 5
    added_above: float = 0.65
    most_pairs: int = 25_000_000

    def __post_init__(self) -> None:
        """Validate."""
        _require(self.measure in MEASURES, "measure", self.measure, f"one of {', '.join(MEASURES)}")
        _require(self.method in (1, 2), "method", self.method, "1 or 2")
        _require(self.limit >= 1, "limit", self.limit, "at least 1")
        _require(self.added >= 0, "added", self.added, "0 or more")
        for name in ("context", "floor", "added_above"):
            value = getattr(self, name)
            _require(value is None or 0 <= value <= 1, name, value, "from 0 to 1")
        _require(1 <= self.most_pairs <= 10**9, "most_pairs", self.most_pairs, "from 1 to 1000000000")


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """How sentences of documents are put into clusters (Shen et al. 2006, section 4.1.1).

    Attributes
    ----------
    least, most
        Sentences that a cluster has; terms with fewer make none, one with more is an error.
    similar
        How similar a sentence is to an earlier one at least to be its near duplicate: twice the words
        that both have in the same order, divided by the words of both.
    drop_duplicates
        Whether a cluster has the first alone of sentences that are near duplicates.
    suggested
        Terms that are suggested for an event at most.
    suggest_least, suggest_most
        Sentences that a suggested term is in; the clusters of the paper's Table 1 have 4 to 79.
    suggest_documents
        Documents that it is in at least.
    suggest_overlap
        Where two terms share more than that part of the sentences of the one that is in fewer, the lesser
        one is not suggested.
    """

    least: int = 2
    most: int = 1000
    similar: float = 0.9
    drop_duplicates: bool = False
    suggested: int = 20
    suggest_least: int = 4
    suggest_most: int = 100
    suggest_documents: int = 2
    suggest_overlap: float = 0.6

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("least", "most", "suggested", "suggest_least", "suggest_most", "suggest_documents"):
            value = getattr(self, name)
            _require(type(value) is int and value >= 1, name, value, "a whole number of 1 or more")
        _require(self.most >= self.least, "most", self.most, f"at least {self.least}, the smallest cluster")
        _require(0 < self.similar <= 1, "similar", self.similar, "above 0 and at most 1")
        _require(0 <= self.suggest_overlap <= 1, "suggest_overlap", self.suggest_overlap, "from 0 to 1")


@dataclass(frozen=True, slots=True)
class Options:
    """The options of all stages, and the versions to run.

    Attributes
    ----------
    pang
        Of the version :data:`PANG` alone.
    versions
        Names out of :data:`VERSION_NAMES`, each once, in the order of the report.
    stop_words
        Lower-cased words that V3 and V4 never match; ``None`` for the list in
        the package.
    """

    parse: ParseOptions = field(default_factory=ParseOptions)
    align: AlignOptions = field(default_factory=AlignOptions)
    pang: PangOptions = field(default_factory=PangOptions)
    build: BuildOptions = field(default_factory=BuildOptions)
    sample: SampleOptions = field(default_factory=SampleOptions)
    versions: tuple[str, ...] = tuple(VERSIONS)
    stop_words: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Validate."""
        _require(bool(self.versions), "versions", self.versions, "at least one version")
        _require(len(set(self.versions)) == len(self.versions), "versions", self.versions, "distinct")
        for name in self.versions:
            _require_known(name, VERSION_NAMES)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Options:
        """Return the options that :meth:`to_dict` wrote; absent ones take their defaults.

        Raises
        ------
        OptionError
            An option is unknown or its value is not allowed.
        """
        unknown = set(values) - {entry.name for entry in fields(cls)}
        if unknown:
            raise OptionError(f"unknown options: {', '.join(sorted(unknown))}")
        arguments = dict(values)
        for name, kind in _STAGES.items():
            if name in arguments:
                arguments[name] = _stage_options(kind, name, arguments[name])
        for name in ("versions", "stop_words"):
            if arguments.get(name) is not None:
                arguments[name] = _words(name, arguments[name])
        return cls(**arguments)


_STAGES: dict[str, type] = {
    "parse": ParseOptions,
    "align": AlignOptions,
    "pang": PangOptions,
    "build": BuildOptions,
    "sample": SampleOptions,
}


def _stage_options(kind: type, stage: str, values: object, base: object = None) -> Any:
    """Return the options of a stage; those that are absent are as in ``base``, or as they are by default."""
    if not isinstance(values, dict):
        raise OptionError(f"{stage} = {values!r}: must be a table of options")
    known = {entry.name: entry.default for entry in fields(kind)}
    unknown = set(values) - set(known)
    if unknown:
        raise OptionError(f"unknown options of {stage}: {', '.join(sorted(unknown))}")
    for name, value in values.items():
        _require_type(f"{stage}.{name}", value, type(known[name]))
    return kind(**({name: getattr(base, name) for name in known} if base else {}) | values)


def _require_type(option: str, value: object, kind: type) -> None:
    names = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
    allowed = (int, float) if kind is float else (kind,)
    # To Python a truth value is a number; to a person it is not.
    _require(type(value) in allowed, option, value, names[kind])


def _words(option: str, values: object) -> tuple[str, ...]:
    if not isinstance(values, list | tuple) or not all(isinstance(value, str) for value in values):
        raise OptionError(f"{option} = {values!r}: must be a list of texts")
    return tuple(values)
