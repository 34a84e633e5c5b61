"""From a run's folder to ``measures/``."""

import csv
import gzip
import io
import json

import pytest
from rich.console import Console

from orchestrator.measures.measure import MeasureRequest, measure_run
from orchestrator.measures.measure_models import ModelRequest, open_models
from orchestrator.measures.measure_summary import model_text, show_measures
from paralattice.errors import FormatError, JudgeError, ProblemsError, TranslateError
from paralattice.formats.tables import csv_text
from paralattice.judging.items import StudyItem
from paralattice.judging.judgements import Judgement
from paralattice.judging.sheet_tables import write_key
from paralattice.judging.tables import judgement_table
from paralattice.rewording import read_arpa, train_language_model, write_arpa
from paralattice.rewording.options import LanguageModelOptions

VERSIONS = ("V1", "V4")
SUBJECTS = ("ferry", "bridge", "mayor", "comet")


def originals_of(name):
    return [["the", name, "fell", "."], ["at", "noon", "the", name, "fell", "."], ["a", name, "fell", "down"]]


def samples_of(name, version):
    """Three draws: an original, a novel sentence that is chosen, and the same again."""
    new = ["the", name, "fell", "down"] if version == "V1" else ["at", "noon", "a", name, "fell", "."]
    flags = [(False, False, False), (True, True, False), (True, False, True)]
    return [
        {"tokens": words, "novel": novel, "chosen": chosen, "duplicate": duplicate, "states": [0, 1]}
        for words, (novel, chosen, duplicate) in zip([originals_of(name)[0], new, new], flags, strict=True)
    ]


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({"id": "run-1", "versions": VERSIONS}), "utf-8")
    rows = "".join(f"{name},,3\n" for name in SUBJECTS)
    (folder / "clusters.csv").write_text(f"cluster,split,sentences\n{rows}", "utf-8")
    for name in SUBJECTS:
        for version in VERSIONS:
            path = folder / version / name
            path.mkdir(parents=True)
            (path / "alignment.json").write_text(json.dumps({"sentences": originals_of(name)}), "utf-8")
            lines = [json.dumps(line) + "\n" for line in samples_of(name, version)]
            (path / "samples.jsonl").write_text("".join(lines), "utf-8")
    return folder


@pytest.fixture
def judged(run):
    """Scores of three clusters: V4 is the better the later the cluster."""
    judgements = [
        Judgement(
            f"judge-{judge}",
            f"{name}-{version}",
            name,
            version,
            1,
            {"grammaticality": 1 + (version == "V4") * place, "fidelity": judge + place},
        )
        for judge in (1, 2)
        for place, name in enumerate(SUBJECTS[:3])
        for version in VERSIONS
    ]
    (run / "scores").mkdir()
    table = csv_text(judgement_table(judgements, {}))
    (run / "scores/judgements.csv").write_text(table, "utf-8-sig", newline="")
    return run


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def request(**model):
    return MeasureRequest(ModelRequest(**model))


def test_every_file_is_written_and_the_rows_are_those_of_the_samples(judged):
    report = measure_run(judged, request())
    assert {path.name for path in report.folder.iterdir()} == {
        "items.csv", "clusters.csv", "correlations.csv", "measures.json",
        *(f"{name}.{kind}" for name in ("versions", "correlations_overall") for kind in ("csv", "md", "tex")),
    }  # fmt: skip
    items = read_csv(report.folder / "items.csv")
    assert len(items) == 4 * 2 * 2
    assert [items[1][name] for name in ("cluster", "version", "draw", "times", "novel", "chosen")] == [
        "ferry", "V1", "1", "2", "1", "1",
    ]  # fmt: skip
    assert items[1]["sentence"] == "the ferry fell down"
    assert (items[1]["distance"], items[1]["nearest"]) == ("1", "0")
    assert (items[1]["grammaticality"], items[1]["fidelity"]) == ("1.0", "1.5")
    assert items[0]["grammaticality"] == items[-1]["fidelity"] == ""
    assert (report.judged, report.unmatched) == (6, 0)
    assert len(read_csv(report.folder / "clusters.csv")) == 4 * 2
    assert not list(judged.glob(".measures-*"))


def test_items_and_clusters_are_held_against_their_scores(judged):
    report = measure_run(judged, request())
    rows = {
        (row["level"], row["version"], row["criterion"], row["measure"]): row
        for row in read_csv(report.folder / "correlations.csv")
    }
    assert rows["items", "all", "fidelity", "distance"]["n"] == "6"
    assert rows["clusters", "V4", "fidelity", "novel"]["n"] == "3"
    assert {row["version"] for row in rows.values()} == {"all", *VERSIONS}


def test_without_judgements_there_are_no_correlations_and_none_of_before_stay(judged):
    measure_run(judged, request())
    (judged / "scores/judgements.csv").unlink()
    report = measure_run(judged, request())
    assert report.correlations == ()
    assert not list(report.folder.glob("correlations*"))


def test_the_same_run_gives_the_same_files(judged):
    first = {path.name: path.read_bytes() for path in measure_run(judged, request()).folder.iterdir()}
    assert first == {path.name: path.read_bytes() for path in measure_run(judged, request()).folder.iterdir()}


def test_a_model_of_the_corpus_knows_no_sentence_of_the_part_that_it_measures():
    names = list(SUBJECTS)
    shared = [*originals_of("ferry"), *originals_of("bridge")[:1]]
    clusters = {name: originals_of(name) for name in names} | {"comet": shared}
    models = open_models(ModelRequest(folds=4), names, clusters.__getitem__)
    for number, name in enumerate(names):
        own = {tuple(words) for words in clusters[name]}
        others = {tuple(words) for sentences in clusters.values() for words in sentences} - own
        expected = train_language_model(sorted(others), LanguageModelOptions())
        found = models.model_for(number)
        assert set(found.vocabulary) == set(expected.vocabulary)
        for words in shared:
            assert found.score(words) == pytest.approx(expected.score(words))
    assert models.record()["sentences"] == 4 * 3 - 3
    # A sentence of two clusters is in the model of neither.
    assert not models.model_for(0).knows("ferry")


def test_a_model_that_has_seen_the_originals_favours_them(run):
    held_out, seen = measure_run(run, request()), measure_run(run, request(seen=True))
    assert seen.model["unknown_share"] == 0 < held_out.model["unknown_share"]
    assert seen.clusters[0].originals_entropy < held_out.clusters[0].originals_entropy


def test_a_given_text_is_tokenised_or_taken_as_it_is(run, tmp_path):
    raw, ready = tmp_path / "raw.txt", tmp_path / "ready.txt"
    raw.write_text("The ferry fell.\nThe mayor left, too.\n", "utf-8")
    ready.write_text("The ferry fell .\n\nThe mayor left , too .\n", "utf-8")
    reports = [
        measure_run(run, request(texts=(raw,))),
        measure_run(run, request(texts=(ready,), tokenized=True)),
    ]
    assert reports[0].clusters == reports[1].clusters
    assert reports[0].model["sentences"] == 2


def test_a_saved_model_measures_as_the_one_that_was_saved(run, tmp_path):
    text, path = tmp_path / "text.txt", tmp_path / "new" / "text.arpa"
    text.write_text("the ferry fell .\na mayor fell down\n", "utf-8")
    whole = MeasureRequest(ModelRequest(texts=(text,), tokenized=True), save_model=path)
    trained = measure_run(run, whole)
    packed = tmp_path / "text.arpa.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    for file in (path, packed):
        again = measure_run(run, request(arpa=file))
        assert again.model["file"] == str(file)
        for one, other in zip(trained.clusters, again.clusters, strict=True):
            assert one.entropy == pytest.approx(other.entropy, abs=1e-6)


def test_means_may_be_over_all_draws(run):
    chosen = measure_run(run, request())
    drawn = measure_run(run, MeasureRequest(ModelRequest(), all_draws=True))
    assert {one.sentences for one in chosen.clusters} == {1}
    assert {one.sentences for one in drawn.clusters} == {3}
    record = json.loads((drawn.folder / "measures.json").read_text("utf-8"))
    assert record["means_over"] == "drawn"


def test_clusters_without_samples_are_left_out_and_named(run):
    for version in VERSIONS:
        (run / version / "mayor/samples.jsonl").unlink()
    report = measure_run(run, request())
    assert report.left_out == ("mayor",)
    assert {one.cluster for one in report.clusters} == {"ferry", "bridge", "comet"}


def test_all_damaged_files_are_reported_and_nothing_is_written(run):
    (run / "V1/ferry/samples.jsonl").write_text('{"tokens": 7}\n', "utf-8")
    (run / "V4/mayor/samples.jsonl").write_text("no JSON\n", "utf-8")
    with pytest.raises(ProblemsError) as caught:
        measure_run(run, request())
    lines = str(caught.value).splitlines()
    assert [line.split(": ")[0].rpartition("run/")[2] for line in lines] == [
        "V1/ferry/samples.jsonl:1",
        "V4/mayor/samples.jsonl:1:1",
    ]
    assert not (run / "measures").exists()
    assert not list(run.glob(".measures-*"))


@pytest.mark.parametrize("text", ["no JSON", "{}", '{"sentences": []}', '{"sentences": ["words"]}'])
def test_originals_that_cannot_be_read_are_named(run, text):
    (run / "V1/ferry/alignment.json").write_text(text, "utf-8")
    with pytest.raises(ProblemsError, match=r"V1/ferry/alignment\.json: holds no sentences"):
        measure_run(run, request())


def test_scores_of_other_sentences_than_those_in_the_run_are_refused(judged):
    items = [StudyItem("ferry-V1", "ferry", "V1", 1, ("another", "sentence"))]
    (judged / "sheets-key.csv").write_text(write_key(items), "utf-8-sig", newline="")
    with pytest.raises(ProblemsError, match="draw 1 is not the sentence that was judged"):
        measure_run(judged, request())


def test_scores_of_draws_that_are_not_there_are_counted(judged):
    (judged / "V4/bridge/samples.jsonl").write_text("", "utf-8")
    report = measure_run(judged, request())
    assert (report.judged, report.unmatched) == (5, 1)


def test_a_corpus_of_one_cluster_has_nothing_to_learn_from(run):
    (run / "clusters.csv").write_text("cluster,split,sentences\nferry,,3\n", "utf-8")
    with pytest.raises(TranslateError, match=r"--text FILE.*--seen"):
        measure_run(run, request())
    assert measure_run(run, request(seen=True)).clusters


def test_folders_that_are_no_runs_or_have_no_samples_are_refused(run, tmp_path):
    with pytest.raises(FormatError, match=r"run\.json: there is no such file"):
        measure_run(tmp_path, request())
    (run / "run.json").write_text('{"versions": ["V2"]}', "utf-8")
    with pytest.raises(JudgeError, match="holds no samples of its 4 clusters"):
        measure_run(run, request())
    (run / "run.json").write_text('{"versions": ["../V1"]}', "utf-8")
    with pytest.raises(FormatError, match="cannot be files"):
        measure_run(run, request())
    (run / "run.json").write_text("{}", "utf-8")
    with pytest.raises(FormatError, match="names no versions"):
        measure_run(run, request())


def test_texts_and_models_that_cannot_be_used_are_named(run, tmp_path):
    path = tmp_path / "text"
    path.write_bytes(b"good\nbad \xff\n")
    with pytest.raises(FormatError, match="text:2: byte 0xff is not UTF-8"):
        measure_run(run, request(texts=(path,), tokenized=True))
    with pytest.raises(FormatError, match="text: is not UTF-8"):
        measure_run(run, request(arpa=path))
    path.write_text("\n\n", "utf-8")
    with pytest.raises(TranslateError, match="no sentence to train on"):
        measure_run(run, request(texts=(path,)))
    packed = path.rename(tmp_path / "model.gz")
    with pytest.raises(FormatError, match=r"model\.gz: cannot be read"):
        measure_run(run, request(arpa=packed))
    packed.write_bytes(gzip.compress("".join(write_arpa(train_language_model([["a"]]))).encode())[:-20])
    with pytest.raises(FormatError, match=r"model\.gz: cannot be read"):
        measure_run(run, request(arpa=packed))


def test_the_summary_fits_a_terminal_and_names_the_model(judged):
    report = measure_run(judged, request())
    buffer = io.StringIO()
    show_measures(Console(file=buffer, width=80, highlight=False), report)
    text = buffer.getvalue()
    assert "of the corpus, 12 sentences in 4 parts, each without its own" in text
    assert "correlation with mean scores, 6 items" in text
    assert "…" not in text
    assert "judged sentences are not" not in text


def test_every_kind_of_model_is_described():
    base = {"unknown_share": 0.125, "order": 3, "modified": True, "sentences": 1200}
    assert model_text(base | {"of": "corpus", "seen": True}).startswith(
        "3-gram, modified Kneser-Ney, of the corpus, 1,200 sentences that it measures included; 12.5 %"
    )
    texts = [{"file": f"{number}.txt"} for number in range(7)]
    assert "of 0.txt, 1.txt, 2.txt, 3.txt, 4.txt and 2 more, 1,200" in model_text(
        base | {"of": "text", "texts": texts}
    )
    assert model_text(base | {"of": "model", "file": "wsj.arpa"}).startswith("wsj.arpa, order 3; ")


def test_an_arpa_file_reads_back_through_the_library(run, tmp_path):
    path = tmp_path / "seen.arpa"
    measure_run(run, MeasureRequest(ModelRequest(seen=True), save_model=path))
    model = read_arpa(path.read_text("utf-8").splitlines())
    assert model.order == 4
    assert model.knows("comet")
