"""What raters are asked about paraphrases of sentences (Quirk et al. 2004, section 4 and Table 3)."""

from __future__ import annotations

from paralattice.judging.form import Form
from paralattice.judging.instructions import Grade, Scale, write_instructions

#: What a yes and a no are as scores.
YES, NO = 2, 1

_INTRODUCTION = """\
# How to rate

Programs reworded sentences. For each sentence, which stands among the originals, there are some rewordings.
Answer the questions about each of them: `yes` or `no`.

There are three ways to do it. All have the same sentences in the same order; take one of them.

- `sheet.html`: open it in a browser, on a computer or a phone. It needs no network and saves every answer in
  the browser. At the end, or to go on elsewhere, press *Export CSV*.
- `sheet.xlsx`: open it in a spreadsheet program. The originals are a worksheet of their own. Save it as XLSX.
- `sheet.csv`: a plain table, with the originals in `originals.csv`. Save it as CSV, UTF-8.

Send back the file that *Export CSV* made, or the table you filled in.
"""

_NOTES = (
    "Read the original sentence first, which is given under the same name as the rewordings.",
    "Several programs made the rewordings; please do not try to guess which.",
    "Words and punctuation marks may stand apart by a space. That is no error.",
    "Two rewordings of a sentence may be the same. Give both the same answers.",
    "Work alone, and do not compare answers with other raters.",
)


def _scale(column: str, question: str, advice: str, yes: str, no: str) -> Scale:
    return Scale(column, question, advice, (Grade(YES, "yes", yes), Grade(NO, "no", no)))


def _form(scales: tuple[Scale, ...], task: str, about: str) -> Form:
    return Form(
        noun="rewording",
        nouns="rewordings",
        texts=("sentence",),
        scales=scales,
        in_words=True,
        together=True,
        task=f"{task}, with the keys 1 for no and 2 for yes or by pointing",
        about=f"Programs reworded sentences. {about}",
        notes=_NOTES,
        instructions=write_instructions(_INTRODUCTION, scales, _NOTES, in_words=True),
    )


#: Whether a rewording is acceptable (Table 2).
ACCEPTABILITY = _form(
    (
        _scale(
            "acceptable",
            "Is it a paraphrase of the original?",
            "It should say what the original says, in a sentence that somebody could have written.",
            "it means the same and can be read",
            "it means something else, or nothing",
        ),
    ),
    "tell of each whether it is a paraphrase of the original",
    "Tell of each rewording whether it is a paraphrase of the original.",
)

#: What a rewording does to the sentence (Table 3).
QUALITIES = _form(
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
            "Does it say something that the original does not?",
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

#: The forms by the names of commands.
FORMS = {"acceptability": ACCEPTABILITY, "qualities": QUALITIES}
