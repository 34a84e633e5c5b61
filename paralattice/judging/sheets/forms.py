"""The forms of the three studies: sentences, paraphrase pairs and rewordings.

The scales follow Shen et al. 2006, section 4.2, of Pang et al. 2003, section 4.1.1, and of
Quirk et al. 2004, section 4 and Table 3.
"""

from dataclasses import replace

from paralattice.judging.sheets.form import Form, Grade, Scale

#: The scores of "yes" and "no".
YES, NO = 2, 1

SENTENCE_FORM = Form(
    noun="sentence",
    nouns="sentences",
    texts=("sentence",),
    scales=(
        Scale(
            "grammaticality",
            "Is it an English sentence?",
            "Judge the form alone, whether or not the content is true.",
            (
                Grade(4, "perfect", "a fully grammatical sentence"),
                Grade(3, "good", "a slip here or there"),
                Grade(2, "bad", "many errors"),
                Grade(1, "nonsense", "no sentence"),
            ),
        ),
        Scale(
            "fidelity",
            "Does it say what the originals say?",
            "Judge the content alone; a clumsy sentence can be faithful.",
            (
                Grade(4, "perfect", "all it says is in the originals"),
                Grade(3, "good", "faithful but for a detail"),
                Grade(2, "bad", "parts of it contradict the originals or are not in them"),
                Grade(1, "nonsense", "nothing in the originals supports it, or it means nothing"),
            ),
        ),
    ),
    in_words=False,
    together=False,
    task="give each two scores, with the keys 1 to 4 or by pointing",
    about="Programs made these sentences from clusters of sentences that people wrote. Give each of them two "
    "scores.",
    opening="""\
# How to judge

Programs made sentences from clusters of sentences that people wrote. Give each of them two whole numbers
from 1 to 4.
""",
    listed="sentences",
    answer="score",
    originals="originals",
    notes=(
        "Read the originals of a cluster first: sentences that people wrote about one and the same event.",
        "Several programs made the sentences that you judge; please do not try to guess which.",
        "A missing capital at the beginning is no error.",
        "A sentence may come twice in a cluster. Give it the same scores both times.",
        "Be consistent with yourself. Work alone, and do not compare scores with other judges.",
    ),
)
"""Sampled sentences (Shen et al. 2006, section 4.2)."""

LOWER_SENTENCE_FORM = replace(
    SENTENCE_FORM, notes=tuple(note.replace(" at the beginning", " anywhere") for note in SENTENCE_FORM.notes)
)
"""Sampled sentences of a run with a version that has no capitals: all of them are lower-cased."""

_INFORMATIVENESS = Scale(
    "informativeness",
    "Does it report the event?",
    "Judge what a reader who knows this sentence alone has learnt of what most originals say.",
    (
        Grade(4, "perfect", "it reports the event as well as one sentence can"),
        Grade(3, "good", "a detail is missing that most originals have"),
        Grade(2, "bad", "much is missing that most originals have"),
        Grade(1, "nonsense", "it does not report the event"),
    ),
)


def with_informativeness(form: Form) -> Form:
    """Return a form of sentences that also asks how well each reports the event in one sentence."""
    texts = {name: getattr(form, name).replace("two", "three") for name in ("task", "about", "opening")}
    return replace(form, scales=(*form.scales, _INFORMATIVENESS), **texts)


PHRASE_FORM = Form(
    noun="pair",
    nouns="pairs",
    texts=("first", "second", "context"),
    scales=(
        Scale(
            "judgement",
            "Does one phrase stand in for the other here?",
            "Judge the meaning in this context alone; grammar and style do not matter.",
            (
                Grade(3, "correct", "in this context both mean the same"),
                Grade(2, "partial", "their meanings overlap: one has less, or more, content than the other"),
                Grade(1, "incorrect", "they mean different things"),
            ),
        ),
    ),
    in_words=True,
    together=True,
    task="say of each how well one phrase stands in for the other, with the keys 1 to 3 or by pointing",
    about="Programs found these pairs of phrases in groups of sentences that people wrote, all of a group "
    "with the same meaning. Say of each pair whether one phrase can stand in for the other there.",
    opening="""\
# How to judge

Programs found pairs of phrases in groups of sentences that people wrote, all of a group with the same
meaning. Say of each pair whether one phrase can stand in for the other in that context: `correct`, `partial`
or `incorrect`.
""",
    listed="pairs",
    answer="judgement",
    originals="sentences of the groups",
    notes=(
        "Read the sentences of the group first: all of them mean the same.",
        "The context shows where the phrases stand: the gap ___ is the place of either.",
        "Phrases and context have no capitals. That is no error.",
        "A pair that lacks a word which belongs to the phrase is partial: if “rescue package” stands in for "
        "“help”, then “rescue” alone does so in part.",
        "More than one program found the pairs, perhaps; please do not try to guess which.",
        "Work alone, and do not compare judgements with other judges.",
    ),
)
"""Paraphrase pairs in their contexts (Pang et al. 2003, section 4.1.1)."""


def _scale(column: str, question: str, advice: str, yes: str, no: str) -> Scale:
    return Scale(column, question, advice, (Grade(YES, "yes", yes), Grade(NO, "no", no)))


def _rewordings(scales: tuple[Scale, ...], task: str, about: str) -> Form:
    return Form(
        noun="rewording",
        nouns="rewordings",
        texts=("sentence",),
        scales=scales,
        in_words=True,
        together=True,
        task=f"{task}, with the keys 1 for no and 2 for yes or by pointing",
        about=f"Programs reworded sentences. {about}",
        opening="""\
# How to judge

Programs reworded sentences. For each sentence, which stands among the originals, there are some rewordings.
Answer the questions about each of them: `yes` or `no`.
""",
        listed="sentences",
        answer="answer",
        originals="originals",
        notes=(
            "Read the original sentence first, which is given under the same name as the rewordings.",
            "Several programs made the rewordings; please do not try to guess which.",
            "Two rewordings of a sentence may be the same. Give both the same answers.",
            "Work alone, and do not compare answers with other judges.",
        ),
    )


ACCEPTABILITY = _rewordings(
    (
        _scale(
            "acceptable",
            "Is it a paraphrase of the original?",
            "It should say what the original says, in a sentence that somebody could have written.",
            "it means the same and can be read",
            "it means something else, or nothing",
        ),
    ),
    "decide whether each one is a paraphrase of the original",
    "Tell of each rewording whether it is a paraphrase of the original.",
)
"""Whether a rewording is acceptable (Quirk et al. 2004, Table 2)."""

QUALITIES = _rewordings(
    (
        _scale(
            "rearrangement",
            "Are parts of the sentence in another order?",
            "Such as active for passive; not two words of a phrase that changed places.",
            "in another order",
            "in the same order",
        ),
        _scale(
            "phrasal_alternation",
            "Is a phrase replaced by another phrase?",
            "At least one of the two has several words, and they mean the same.",
            "a phrase is replaced",
            "single words at most",
        ),
        _scale(
            "info_added",
            "Does it add content that the original lacks?",
            "However little it is.",
            "something is added",
            "nothing is added",
        ),
        _scale(
            "info_lost",
            "Does it leave out something that the original says?",
            "However little it is.",
            "something is lost",
            "nothing is lost",
        ),
    ),
    "answer four questions about each",
    "Answer four questions about what each rewording does to the original.",
)
"""Effects of a rewording on the sentence (Quirk et al. 2004, Table 3)."""

#: The forms of rewordings by the names that ``orchestrator reword deal --kind`` knows.
REWORDING_FORMS = {"acceptability": ACCEPTABILITY, "qualities": QUALITIES}
