"""Language models of the corpus, of texts and of files."""

import gzip

import pytest

from orchestrator.measures.language_models import ModelRequest, open_models
from orchestrator.measures.measure import MeasureRequest, measure_run
from paralattice.errors import FormatError, RewordError
from paralattice.ngrams import read_arpa, train_language_model, write_arpa
from paralattice.ngrams.options import LanguageModelOptions


def originals_of(name):
    return [["the", name, "fell", "."], ["at", "noon", "the", name, "fell", "."], ["a", name, "fell", "down"]]


def request(**model):
    return MeasureRequest(ModelRequest(**model))


def test_a_model_of_the_corpus_knows_no_sentence_of_the_part_that_it_measures():
    names = ["ferry", "bridge", "mayor", "comet"]
    shared = [*originals_of("ferry"), *originals_of("bridge")[:1]]
    clusters = {name: originals_of(name) for name in names} | {"comet": shared}
    models = open_models(ModelRequest(folds=4), names, clusters.__getitem__)
    for name in names:
        own = {tuple(words) for words in clusters[name]}
        others = {tuple(words) for sentences in clusters.values() for words in sentences} - own
        expected = train_language_model(sorted(others), LanguageModelOptions())
        found = models.model_for(name)
        assert set(found.vocabulary) == set(expected.vocabulary)
        for words in shared:
            assert found.score(words) == pytest.approx(expected.score(words))
    assert models.record()["sentences"] == 4 * 3 - 3
    # A sentence of two clusters is in the model of neither.
    assert not models.model_for("ferry").knows("ferry")


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


def test_texts_and_models_that_cannot_be_used_are_named(run, tmp_path):
    path = tmp_path / "text"
    path.write_bytes(b"good\nbad \xff\n")
    with pytest.raises(FormatError, match="text:2:5: byte 0xFF is not UTF-8"):
        measure_run(run, request(texts=(path,), tokenized=True))
    with pytest.raises(FormatError, match="text: is not UTF-8"):
        measure_run(run, request(arpa=path))
    path.write_text("\n\n", "utf-8")
    with pytest.raises(RewordError, match="no sentence to train on"):
        measure_run(run, request(texts=(path,)))
    packed = path.rename(tmp_path / "model.gz")
    with pytest.raises(FormatError, match=r"model\.gz: cannot be read"):
        measure_run(run, request(arpa=packed))
    packed.write_bytes(gzip.compress("".join(write_arpa(train_language_model([["a"]]))).encode())[:-20])
    with pytest.raises(FormatError, match=r"model\.gz: cannot be read"):
        measure_run(run, request(arpa=packed))


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


def test_an_arpa_file_reads_back_through_the_library(run, tmp_path):
    path = tmp_path / "seen.arpa"
    measure_run(run, MeasureRequest(ModelRequest(seen=True), save_model=path))
    model = read_arpa(path.read_text("utf-8").splitlines())
    assert model.order == 4
    assert model.knows("comet")
