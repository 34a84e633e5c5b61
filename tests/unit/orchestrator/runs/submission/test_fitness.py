"""Texts that do not fit a run are found before anything is computed; those that fit are not mentioned."""

import pytest

from orchestrator.corpora import CorpusEntry
from orchestrator.corpora.tokenizing import tokenizer
from orchestrator.runs.plan import Plan
from orchestrator.runs.submission.fitness import Fitness
from paralattice.corpus import Cluster, Sentence
from paralattice.errors import OptionError
from paralattice.run_options import Options

ENGLISH = """The old bridge over the river was closed on Tuesday after the storm.
After a night of rain, the town closed the bridge to all traffic.
The bridge has been closed since Tuesday, and nobody knows when it will open again."""

FRENCH = """Le vieux pont sur la rivière a été fermé mardi après la tempête.
Après une nuit de pluie, la ville a fermé le pont à toute circulation.
Le pont est fermé depuis mardi, et personne ne sait quand il rouvrira."""

GERMAN = """Die alte Brücke über den Fluss wurde am Dienstag nach dem Sturm gesperrt.
Nach einer Nacht voller Regen sperrte die Stadt die Brücke für den Verkehr.
Die Brücke ist seit Dienstag zu, und niemand weiß, wann sie wieder öffnet."""

SPANISH = """El viejo puente sobre el río fue cerrado el martes después de la tormenta.
Tras una noche de lluvia, la ciudad cerró el puente a todo el tráfico.
El puente está cerrado desde el martes y nadie sabe cuándo volverá a abrir."""

ITALIAN = """Il vecchio ponte sul fiume è stato chiuso martedì dopo la tempesta.
Dopo una notte di pioggia, la città ha chiuso il ponte al traffico.
Il ponte è chiuso da martedì e nessuno sa quando sarà riaperto."""

PORTUGUESE = """A velha ponte sobre o rio foi fechada na terça-feira depois da tempestade.
Depois de uma noite de chuva, a cidade fechou a ponte ao trânsito.
A ponte está fechada desde terça-feira e ninguém sabe quando vai reabrir."""

DUTCH = """De oude brug over de rivier werd dinsdag na de storm gesloten.
Na een nacht vol regen sloot de stad de brug voor alle verkeer.
De brug is sinds dinsdag dicht en niemand weet wanneer hij weer opengaat."""

LATIN = """Pons vetus super flumen die Martis post tempestatem clausus est.
Post noctem pluviosam cives pontem omnibus vehiculis clauserunt.
Pons inde clausus manet, neque quisquam scit quando aperiatur."""

CHINESE = """星期二暴风雨过后河上的旧桥被关闭了。
一夜大雨之后市政府关闭了这座桥。"""

MARKUP = """<p>The old bridge was <b>closed</b> on Tuesday.</p>
<p>The bridge &amp; the road are closed.</p>"""

CODE = """for bridge in bridges:
    bridge.close(reason="storm")
def reopened(bridge):
    return bridge.is_open()"""

HEADLINES = """Storm Closes Historic Bridge Over River
Town Shuts Bridge After Night of Heavy Rain
Old Bridge Closed Until Further Notice, Mayor Says"""

TOKENS = """The old bridge was closed on Tuesday , said the mayor .
After the storm , the town closed the old bridge ."""

SAME = """The old bridge over the river was closed on Tuesday after the storm in the night.
The old bridge over the river was closed on Tuesday after the storm in the night!"""


def warnings(text, tokenized=False, **options):
    return found(Options(**options), tokenized, bridge=text)


def found(options, tokenized=False, **texts):
    return watched(options, tokenized, **texts).warnings()


def watched(options, tokenized=False, **texts):
    plan, fitness = Plan(options), Fitness(options, tokenized)
    tokenize = tokenizer(tokenized)
    clusters = [
        plan.cluster(
            CorpusEntry(
                Cluster(
                    name,
                    tuple(
                        Sentence.from_words(tokenize(line), "" if tokenized else line)
                        for line in text.splitlines()
                    ),
                )
            ),
            lambda: "parser",
        )
        for name, text in texts.items()
    ]
    assert list(fitness.watched(clusters)) == clusters
    return fitness


def test_english_sentences_fit():
    assert warnings(ENGLISH) == []
    assert warnings(ENGLISH, versions=("V6",)) == []


@pytest.mark.parametrize(
    ("text", "name", "code"),
    [
        (FRENCH, "French", "fr"),
        (GERMAN, "German", "de"),
        (SPANISH, "Spanish", "es"),
        (ITALIAN, "Italian", "it"),
        (PORTUGUESE, "Portuguese", "pt"),
        (DUTCH, "Dutch", "nl"),
    ],
)
def test_sentences_of_another_language_are_named_and_fit_if_it_is_the_run_s(text, name, code):
    message = f"1 cluster (bridge): {name}, it seems, and the run reads English: --language {code}"
    assert warnings(text) == [message]
    assert warnings(text, language=code, versions=("V1",)) == []


def test_english_in_a_run_of_another_language_does_not_fit():
    (line,) = warnings(ENGLISH, language="de", versions=("V1",))
    assert line.endswith("English, it seems, and the run reads German: --language en")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LATIN, "few words of English"),
        (CHINESE, "without spaces between words: give tokens"),
        (MARKUP, "markup"),
        (CODE, "source code"),
        (HEADLINES, "headlines"),
        (TOKENS, "tokens, it seems: --tokenized"),
        (SAME, "one sentence again and again"),
    ],
)
def test_what_is_no_running_text_does_not_fit(text, words):
    (line,) = warnings(text)
    assert words in line


def test_tokens_fit_as_tokens_and_running_text_does_not():
    assert warnings(TOKENS, tokenized=True) == []
    (line,) = warnings(ENGLISH, tokenized=True)
    assert line.endswith("running text, it seems: leave out --tokenized")


def test_clusters_of_more_sentences_than_v6_reads_are_named_with_the_number_that_reads_all():
    text = "\n".join(ENGLISH.splitlines() * 40)
    (line,) = warnings(text, versions=("V1", "V6"))
    assert "more than 100 sentences" in line
    assert "--set exchange.sentences=120" in line
    assert warnings(text, versions=("V1",)) == []


def test_one_line_counts_the_clusters_of_a_problem_and_names_the_first():
    texts = {f"pont{number}": FRENCH for number in range(1, 6)} | {"bridge": ENGLISH}
    (line,) = found(Options(), **texts)
    assert line.startswith("5 clusters (pont1, pont2, pont3, …): French")


def test_strictness_refuses_what_does_not_fit():
    watched(Options(), bridge=ENGLISH).require_none()
    with pytest.raises(OptionError, match=r"--strict.*\n  1 cluster \(pont\): French"):
        watched(Options(), pont=FRENCH, bridge=ENGLISH).require_none()
