"""Options of rewording (Quirk et al. 2004, section 3)."""

from __future__ import annotations

from attrs import frozen

from paralattice.ngrams.options import LanguageModelOptions
from paralattice.options import CheckedOptions, choice, flag, group, number, require_known, whole

#: How replacements are scored: as in the paper, or by relative frequency.
SCORINGS = ("frequency", "model1")
#: Systems of rewording: that which works best, and that of the paper.
PRESETS = ("default", "quirk2004")
SYMMETRISATIONS = ("intersection", "union", "grow-diag", "grow-diag-final-and", "agreement")


@frozen
class SentencePairOptions(CheckedOptions):
    """Which sentences of a cluster of documents count as paraphrases (Quirk et al. 2004, section 3.1).

    Attributes
    ----------
    distance
        Maximum number of insertions and deletions of words that turn one sentence into the other.
    length_ratio
        Minimum length of the shorter sentence, as a share of the length of the longer.
    relative_distance
        Maximum distance as a share of the length of the shorter sentence; 0 for no such limit, as in the
        paper. Use 0.5 for short sentences, of which a limit of 12 words excludes none.
    """

    distance: int = whole(12, least=1, most=250)
    length_ratio: float = number(2 / 3, least=0, most=1)
    relative_distance: float = number(0.0, least=0, below=10**6)


@frozen
class WordAlignmentOptions(CheckedOptions):
    """How words are aligned (Quirk et al. 2004, section 3.2; Och & Ney 2003).

    Attributes
    ----------
    model1_iterations, hmm_iterations
        EM iterations of IBM Model 1 and then of the HMM.
    empty_probability
        Probability of the empty word in the HMM; 0.2 in Och & Ney (2003).
    uniform_share
        Share of steps of the HMM that are uniform over all words.
    identity_lexicon
        Whether to add every word to the training data as a pair with itself (footnote 5).
    symmetrisation
        Method that combines both directions: intersection, union, grow-diag, grow-diag-final-and or
        agreement.
    agreement
        With the method ``agreement``: minimum probability of a link in both directions.
    lexical_prior
        Pseudo-count of two synonyms before training, thrice that for a word and itself; 0 for none, as in the
        paper.
    """

    model1_iterations: int = whole(5, least=1, most=1000)
    hmm_iterations: int = whole(5, least=0, most=1000)
    empty_probability: float = number(0.2, above=0, below=1)
    uniform_share: float = number(0.2, above=0, below=1)
    identity_lexicon: bool = flag(True)
    symmetrisation: str = choice("grow-diag-final-and", SYMMETRISATIONS)
    agreement: float = number(0.08, above=0, below=1)
    lexical_prior: float = number(0.0, least=0, below=10**6)


@frozen
class PhraseOptions(CheckedOptions):
    """Which phrases replace each other (Quirk et al. 2004, section 3.3).

    Attributes
    ----------
    cepts
        Maximum number of cepts of a phrase pair: sets of linked words, and single words without a link.
    both_ways
        Whether to use each sentence pair in both directions, since paraphrase is symmetric.
    least_count
        Minimum number of occurrences of a phrase pair.
    unlinked
        Whether phrase pairs may contain words without a link.
    scoring
        ``model1``, the paper's P(S|T) under Model 1; or ``frequency``, discounted relative frequencies with
        the identity counted, of replacements that change content and keep names, numbers and forms.
    least_events
        With ``frequency``: minimum number of events that show a replacement, unless its words are synonyms
        in WordNet.
    least_affinity
        With ``frequency``: minimum geometric mean of P(T|S) and P(S|T) of a replacement, unless its words
        are synonyms or of close meaning in WordNet.
    """

    cepts: int = whole(5, least=1)
    both_ways: bool = flag(True)
    least_count: int = whole(1, least=1)
    unlinked: bool = flag(True)
    scoring: str = choice("model1", SCORINGS)
    least_events: int = whole(2, least=1)
    least_affinity: float = number(0.1, least=0, most=1)


@frozen
class ClassOptions(CheckedOptions):
    """Classes of words by bigram statistics (Quirk et al. 2004, section 3.5).

    Attributes
    ----------
    count
        Number of classes; 0 for the paper's ratio of 4,096 classes to 65,225 words.
    iterations
        Maximum number of rounds of the exchange algorithm; 0 for no classes.
    """

    count: int = whole(0, least=0)
    iterations: int = whole(20, least=0)


@frozen
class TrainingOptions(CheckedOptions):
    """How a rewording model is trained (Quirk et al. 2004, section 3).

    Attributes
    ----------
    pairs, alignment, phrases
        Options of sentence pairs, word alignment and phrasal replacements.
    language_model
        Options of the language model; trigrams, as in the paper.
    classes
        Options of the word classes for the baseline CL.
    held_out
        With relative frequencies: every such event is held out of the training, and the weights are tuned on
        it; 0 for none and the built-in weights.
    """

    pairs: SentencePairOptions = group(SentencePairOptions())
    alignment: WordAlignmentOptions = group(
        WordAlignmentOptions(symmetrisation="agreement", lexical_prior=10.0)
    )
    phrases: PhraseOptions = group(PhraseOptions(unlinked=False, scoring="frequency"))
    language_model: LanguageModelOptions = group(LanguageModelOptions(order=3))
    classes: ClassOptions = group(ClassOptions())
    held_out: int = whole(10, least=0)

    @classmethod
    def preset(cls, name: str) -> TrainingOptions:
        """Return the options of a preset: ``default``, or ``quirk2004`` for the system of the paper.

        Raises
        ------
        OptionError
            There is no such preset.
        """
        require_known("preset", name, PRESETS)
        if name == "default":
            return cls()
        return cls(alignment=WordAlignmentOptions(), phrases=PhraseOptions(), held_out=0)


@frozen
class DecodeOptions(CheckedOptions):
    """How a sentence is paraphrased (Quirk et al. 2004, section 3.4).

    Attributes
    ----------
    identity
        u, the probability that a word stays unchanged. The paper gives no value; 0.5 is the maximum that
        Model 1 gives to the replacement of a word by itself, P(s | s) / 2.
    replacements
        Maximum number of replacements of a phrase in the lattice, the most probable ones; 0 for all, as in
        the paper. The search is exact in either case.
    best
        Number of paraphrases to return.
    novel
        Whether to exclude the sentence itself.
    likely
        Minimum probability of an edit, ``None`` for the model's; models of relative frequencies only, as the
        following options.
    edits
        Maximum number of edits of a rewording.
    contexts
        Minimum number of sides, 0 to 2, on which the language model has seen an edit beside its neighbour.
    force
        Whether to return unlikely edits, alone, rather than no rewording.
    """

    identity: float = number(0.5, above=0, most=1)
    replacements: int = whole(20, least=0)
    best: int = whole(5, least=1)
    novel: bool = flag(True)
    likely: float | None = number(None, above=0, below=1)
    edits: int = whole(1, least=1, most=12)
    contexts: int = whole(2, least=0, most=2)
    force: bool = flag(False)
