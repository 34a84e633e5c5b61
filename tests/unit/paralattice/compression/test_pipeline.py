"""The sentence of a cluster, and why it is one of the given sentences."""

import os
import subprocess
import sys

import pytest

from paralattice.compression import compress
from paralattice.compression.options import CompressionOptions
from paralattice.compression.systems import SYSTEMS
from paralattice.errors import BuildError, OptionError

FERRY = (
    "The old/JJ ferry/NN Helvetia/NNP sank/VBD near Lindau/NNP on Friday/NNP night/NN , police said/VBD .",
    "The ferry/NN Helvetia/NNP sank/VBD on Friday/NNP after a fire/NN in its engine/NN room/NN .",
    "A fire/NN broke/VBD out in the engine/NN room/NN of the ferry/NN Helvetia/NNP before it sank/VBD .",
    "On Friday/NNP the ferry/NN Helvetia/NNP sank/VBD near Lindau/NNP with 12 passengers/NNS on board/NN .",
)


def made_of(sentences, version="filippova", tagged=True, **options):
    pairs = [[(*token.split("/"), "")[:2] for token in sentence.split()] for sentence in sentences]
    words = [[word for word, _ in row] for row in pairs]
    tags = [[tag for _, tag in row] for row in pairs] if tagged else None
    return compress(words, tags, version, CompressionOptions(**options))


def text(made):
    return " ".join(made.words)


@pytest.mark.parametrize("version", SYSTEMS)
@pytest.mark.parametrize("tagged", [True, False])
def test_a_new_sentence_is_made_of_words_at_their_places(version, tagged):
    made = made_of(FERRY, version, tagged)
    rows = [[token.split("/")[0] for token in sentence.split()] for sentence in FERRY]
    assert made.reason == ""
    assert tuple(rows[sentence][position] for sentence, position in made.sources) == made.words
    assert sum(word.isalnum() for word in made.words) >= 8
    assert list(made.words) not in rows


def test_the_systems_choose_among_their_paths():
    assert text(made_of(FERRY[:2])) == "The ferry Helvetia sank on Friday night , police said ."
    longer = "The ferry Helvetia sank near Lindau on Friday night , police said ."
    assert text(made_of(FERRY[:2], "boudin")) == longer


def test_the_first_word_has_its_capital_and_others_have_none():
    made = made_of(("The red ferry sank/VBD", "Yesterday the red ferry sank/VBD today"), shortest=5)
    assert text(made) == "The red ferry sank today"


def test_without_punctuation_the_graph_has_words_alone():
    made = made_of(FERRY, punctuation=False)
    assert not {",", "."} & set(made.words)


def test_stop_words_are_those_of_the_language():
    french = ("le vieux ferry/NC a coulé/VPP dans le port", "le ferry/NC a coulé/VPP dans la nuit")
    made = made_of(french, language="french", shortest=5)
    assert text(made) == "le ferry a coulé dans le port"
    with pytest.raises(OptionError, match=r"one of .*french"):
        CompressionOptions(language="klingon")


@pytest.mark.parametrize(
    ("sentences", "reason"),
    [
        (FERRY[:1], "the cluster has one sentence"),
        (("Fire/NN in engine/NN room/NN", "Engine/NN fire/NN"), "no word of the cluster is tagged as a verb"),
        (("It sank/VBD", "Ferry/NN sank/VBD"), "no path has 8 words and a verb"),
        (
            (
                "We saw/VBD seven birds/NNS far above that bridge/NN",
                "Nothing/NN else happened/VBD all day/NN long",
            ),
            "the sentences of the cluster share no words",
        ),
        ((FERRY[1],) * 3, "no other path is better"),
    ],
)
@pytest.mark.parametrize("version", SYSTEMS)
def test_where_no_new_sentence_is_made_an_original_is_kept_with_the_reason(sentences, reason, version):
    made = made_of(sentences, version)
    assert made.reason == reason
    (number,) = {sentence for sentence, _ in made.sources}
    assert list(made.words) == [token.split("/")[0] for token in sentences[number].split()]


def test_the_original_with_the_best_score_is_kept():
    nouns = ("Old/JJ ferry/NN burned/VBN in Lindau/NNP", "Ferry/NN fire/NN", "Ferry/NN fire/NN")
    assert text(made_of(nouns)) == "Ferry fire"
    # Short ones are kept only where there is no other.
    assert text(made_of(nouns, shortest=5)) == "Old ferry burned in Lindau"


def test_without_tags_no_verb_is_required():
    words = ("fire in engine room of the old ferry in Lindau", "fire in engine room of a ferry in the port")
    assert made_of(words, tagged=False).reason == ""


def test_a_cluster_of_3000_sentences_is_compressed():
    many = [" ".join((f"w{number}", *FERRY[number % 4].split(), f"x{number}")) for number in range(3000)]
    made = made_of(many, "boudin")
    assert "Helvetia" in made.words
    assert made.reason == ""


@pytest.mark.parametrize(
    ("sentences", "tags", "message"),
    [
        ([], None, "without sentences"),
        ([["a"], []], None, "sentence 2 has no words"),
        ([["a"], ["b"]], [["X"], []], "sentence 2 has not as many tags as words"),
        ([["a"], ["b"]], [["X"]], "sentence 1 has not as many tags as words"),
    ],
)
def test_bad_input_is_refused(sentences, tags, message):
    with pytest.raises(BuildError, match=message):
        compress(sentences, tags, "filippova", CompressionOptions())


def test_the_sentence_of_version_one_does_not_depend_on_the_process():
    script = (
        "from paralattice.compression import compress\n"
        "from paralattice.compression.options import CompressionOptions\n"
        "texts = ['Le bac Helvetia a coulé vendredi après un incendie .',\n"
        "    'Le vieux bac Helvetia a coulé près de Lindau vendredi soir .',\n"
        "    'Un bac a coulé vendredi soir près de Lindau .']\n"
        "words, options = [text.split() for text in texts], CompressionOptions(language='french')\n"
        "made = compress(words, None, 'one', options)\n"
        "print(made.score, *made.words)\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout
        for seed in ("0", "3", "4")
    }
    assert len(found) == 1
    assert found.pop().endswith(" Le bac Helvetia a coulé vendredi soir près de Lindau .\n")
