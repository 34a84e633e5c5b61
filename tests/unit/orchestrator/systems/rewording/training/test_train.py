"""Training from documents or pairs to a model's folder, in this process; what it resumes and refuses."""

import io
import json
from pathlib import Path

import pytest
from attrs import evolve
from rich.console import Console

from orchestrator.engine.resources import Resources
from orchestrator.engine.signals import StopRequest
from orchestrator.io.model_folder import ModelFolder, ModelFolderError, open_model
from orchestrator.systems.rewording.training import train as train_module
from orchestrator.systems.rewording.training.inputs import (
    events_of_pairs,
    find_training_input,
    read_pair_file,
)
from orchestrator.systems.rewording.training.train import TrainRequest
from paralattice.errors import FormatError, ProblemsError, RewordError
from paralattice.formats.pharaoh import read_alignments
from paralattice.formats.phrase_table import read_phrase_table
from paralattice.rewording.decoding.phrasal_rewording import reword_by_phrases
from paralattice.rewording.model_files import lines_of, read_sentence_pairs
from paralattice.rewording.options import DecodeOptions, SentencePairOptions, TrainingOptions
from support.tiny_wordnet import write_wordnet
from support.training import InProcessPool, train_in_process

DOCUMENTS = Path(__file__).resolve().parents[6] / "examples" / "documents"


@pytest.fixture
def train(tmp_path):
    """Train on something; return the model's folder and what was said."""

    def run(documents, name="model", options=None, **more):
        said = io.StringIO()
        request = TrainRequest(
            documents,
            tmp_path / name,
            Resources(str(tmp_path / "store")),
            options or TrainingOptions.preset("quirk2004"),
            **more,
        )
        train_in_process(request, Console(file=said, width=200))
        return ModelFolder(tmp_path / name), said.getvalue()

    return run


def test_a_model_of_events_rewords_a_sentence_that_it_has_not_seen(train):
    folder, said = train(DOCUMENTS)
    sentence = "The blaze started in Port Edrin on Friday ."
    found = reword_by_phrases(sentence.split(), open_model(folder.path))
    texts = [" ".join(one.words) for one in found]
    assert "The fire started in Port Edrin on Friday ." in texts
    assert len(texts) == 5
    assert "pairs compared" in said
    assert "mean distance" in said
    assert "hmm-5: log-likelihood" in said


def test_the_signature_tells_what_it_was_trained_on_and_how(train):
    folder, _ = train(DOCUMENTS, options=TrainingOptions(SentencePairOptions(distance=6)))
    signature = folder.signature
    assert signature["trained_on"]["events"] == 4
    assert signature["trained_on"]["documents"] == 14
    assert signature["options"]["pairs"]["distance"] == 6
    counts = signature["pairs"]
    rejected = counts["identical"] + counts["lengths"] + counts["distances"] + counts["duplicates"]
    assert counts["compared"] == rejected + counts["kept"]
    assert 0 < counts["mean_distance"] <= 6


def test_the_files_agree_with_each_other_and_with_what_the_library_computes(train, build_replacements):
    options = TrainingOptions.preset("quirk2004")
    folder, _ = train(DOCUMENTS, options=options)
    pairs = list(read_sentence_pairs(lines_of(folder.text("pairs.txt"))))
    links = list(read_alignments(lines_of(folder.text("alignments.txt"))))
    assert len(pairs) == len(links) == folder.signature["pairs"]["kept"]
    for (first, second), found in zip(pairs, links, strict=True):
        assert all(i < len(first) and j < len(second) for i, j in found)
    table = {(e.source, e.target): e for e in read_phrase_table(lines_of(folder.text("phrase-table")))}
    whole = build_replacements(pairs, options.alignment, options.phrases)
    expected = {(e.source, e.target): e for e in whole if e.source != e.target}
    assert table.keys() == expected.keys()
    for key, found in table.items():
        assert found.counts == expected[key].counts
        assert found.scores[0] == pytest.approx(expected[key].scores[0], rel=1e-6)


def test_each_direction_may_have_a_model_of_its_own(train, build_replacements):
    paper = TrainingOptions.preset("quirk2004")
    options = evolve(paper, phrases=evolve(paper.phrases, both_ways=False))
    folder, _ = train(DOCUMENTS, options=options)
    pairs = list(read_sentence_pairs(lines_of(folder.text("pairs.txt"))))
    table = {(e.source, e.target): e for e in read_phrase_table(lines_of(folder.text("phrase-table")))}
    whole = build_replacements(pairs, options.alignment, options.phrases)
    expected = {(e.source, e.target): e.scores[0] for e in whole if e.source != e.target}
    assert {key: pytest.approx(entry.scores[0]) for key, entry in table.items()} == expected


def test_pairs_may_come_from_a_file_and_entities_become_generic_tokens(train, tmp_path):
    file = tmp_path / "pairs.tsv"
    file.write_text(
        "It cost $5 million.\tThe price was $7 million.\nA boat sank.\tA ship sank.\n"
        "A boat sank.\ta boat sank !\nA ship sank.\tA boat sank.\n",
        "utf-8",
    )
    folder, said = train(file)
    assert folder.text("pairs.txt").splitlines() == [
        "it cost <money> . ||| the price was <money> .",
        "a boat sank . ||| a ship sank .",
    ]
    counts = folder.signature["pairs"]
    assert (counts["compared"], counts["identical"], counts["duplicates"]) == (4, 1, 1)
    assert "1  identical" in said
    assert "boat ||| ship" in folder.text("phrase-table")


def test_an_interrupted_training_goes_on_where_it_stopped(train, monkeypatch):
    computed = []
    compute = InProcessPool.compute

    def counting(self, stage, items, unit="items"):
        for item in items:
            if not self.store.has(item.key):
                computed.append(item.name)
                if len(computed) == stop:
                    raise KeyboardInterrupt
            yield from compute(self, stage, [item], unit)

    monkeypatch.setattr(InProcessPool, "compute", counting)
    # Four events, three iterations of two shards, and on.
    stop = 11
    with pytest.raises(KeyboardInterrupt):
        train(DOCUMENTS, "a")
    interrupted, stop = list(computed), 0
    computed.clear()
    through, _ = train(DOCUMENTS, "a")
    # What was counted is not counted again.
    assert len([name for name in interrupted[:-1] if name.startswith(("model1", "hmm"))]) > 4
    assert computed
    assert not set(interrupted[:-1]) & set(computed)
    monkeypatch.setattr(train_module, "code_of", lambda _task: "other")
    again, _ = train(DOCUMENTS, "b")
    assert through.signature["files"] == again.signature["files"]


def test_without_pairs_it_is_told_which_filter_rejected_how_many(train, tmp_path):
    event = tmp_path / "docs" / "event"
    event.mkdir(parents=True)
    (event / "a.txt").write_text("A boat sank in the bay.\n\nNo.\n", "utf-8")
    (event / "b.txt").write_text(
        "A boat sank, in the bay!\n\nPrices of bread rose once more on Monday.\n", "utf-8"
    )
    options = TrainingOptions(SentencePairOptions(distance=3))
    with pytest.raises(RewordError) as caught:
        train(tmp_path / "docs", options=options)
    text = str(caught.value)
    assert "no sentence pairs were found in 2 documents of 1 events (4 sentences)" in text
    assert "6  pairs compared" in text
    assert "1  identical, or different in punctuation only" in text
    assert "more than 3 insertions and deletions apart" in text
    assert not (tmp_path / "model").exists()


def test_a_folder_without_documents_and_one_with_loose_ones_are_told(tmp_path):
    with pytest.raises(FormatError, match="no document found: looked for folders of events"):
        find_training_input(tmp_path)
    with pytest.raises(FormatError, match="there is no such file or folder"):
        find_training_input(tmp_path / "nowhere")
    (tmp_path / "event").mkdir()
    (tmp_path / "event" / "a.txt").write_text("A.", "utf-8")
    (tmp_path / "event" / ".hidden.txt").touch()
    assert find_training_input(tmp_path).documents == 1
    (tmp_path / "b.txt").touch()
    with pytest.raises(FormatError, match=r"b\.txt: a document stands beside the folders"):
        find_training_input(tmp_path)
    assert find_training_input(tmp_path / "event").events[0][0] == "event"


def test_bytes_that_are_not_utf_8_are_told_for_all_documents_at_once(train, tmp_path):
    event = tmp_path / "docs" / "event"
    event.mkdir(parents=True)
    (event / "a.txt").write_bytes(b"Fine.\nCaf\xe9.\n")
    (event / "b.txt").write_bytes(b"\xff\n")
    with pytest.raises(ProblemsError, match=r"a\.txt:2:4: byte 0xE9 is not UTF-8[\s\S]*b\.txt:1"):
        train(tmp_path / "docs")


def test_pairs_have_three_forms_and_other_lines_are_told(tmp_path):
    file = tmp_path / "pairs"
    line = json.dumps({"first": "a", "second": "b"})
    file.write_text(f"a b\tc d\n{line}\n\nx ||| y\n", "utf-8")
    assert read_pair_file(file) == [["a b", "c d"], ["a", "b"], ["x", "y"]]
    file.write_text('a b\n{"first": 1, "second": "b"}\na\t\n{\n', "utf-8")
    with pytest.raises(ProblemsError) as caught:
        read_pair_file(file)
    assert [error.line for error in caught.value.errors] == [1, 2, 3, 4]
    file.write_text("", "utf-8")
    with pytest.raises(ProblemsError, match="has no sentence pairs"):
        read_pair_file(file)


def test_another_model_is_not_overwritten(train):
    train(DOCUMENTS)
    with pytest.raises(ModelFolderError, match="--force"):
        train(DOCUMENTS)
    train(DOCUMENTS, force=True)


def test_who_is_stopped_while_this_process_works_is_told_that_the_command_goes_on(tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(train_module, "train_with", stop)
    resources = Resources(str(tmp_path / "model.training" / ".store"))
    request = TrainRequest(DOCUMENTS, tmp_path / "model", resources, TrainingOptions.preset("quirk2004"))
    with pytest.raises(StopRequest, match="continues from there"):
        train_module.train_reworder(request, Console(file=io.StringIO()))
    assert (tmp_path / "model.training").is_dir()
    assert not (tmp_path / "model").exists()


def test_a_folder_of_something_else_is_never_taken_for_a_training_and_removed(tmp_path):
    (tmp_path / "model.training").mkdir()
    (tmp_path / "model.training" / "notes.txt").write_text("mine", "utf-8")
    resources = Resources(str(tmp_path / "store"))
    request = TrainRequest(DOCUMENTS, tmp_path / "model", resources, TrainingOptions.preset("quirk2004"))
    with pytest.raises(ModelFolderError, match="is there already, of something else"):
        train_module.train_reworder(request, Console(file=io.StringIO()))
    assert (tmp_path / "model.training" / "notes.txt").read_text("utf-8") == "mine"


def test_by_default_a_model_rewords_with_few_likely_edits_and_names_the_pairs_that_show_them(train, tmp_path):
    wordnet = write_wordnet(tmp_path / "wordnet", [("n", ["fire", "blaze"])])
    folder, said = train(DOCUMENTS, options=TrainingOptions(), wordnet=wordnet)
    model = open_model(folder.path)
    assert model.weights is not None
    assert "weights tuned on 0 edits of 0 held-out pairs" in said
    words = ["The", "blaze", "started", "in", "Port", "Edrin", "on", "Friday", "."]
    found = reword_by_phrases(words, model, DecodeOptions(contexts=0, force=True))
    assert found[0].words == ("The", "fire", *words[2:])
    evidence = folder.evidence()
    for edit in found[0].edits:
        shown = evidence.of(edit.learnt)
        assert shown
        assert all(" ".join(edit.learnt[0]) in f"{first} {second}" for _, first, second in shown)


def test_events_are_held_out_to_tune_the_weights(train, tmp_path):
    lines = []
    for number in range(30):
        lines.append(
            {
                "first": f"The boat left port {number} .",
                "second": f"The ship left port {number} .",
                "event": str(number),
            }
        )
    file = tmp_path / "pairs.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    folder, said = train(file, options=TrainingOptions())
    assert folder.signature["tuned_on"] == {"pairs": 3, "edits": 18, "right": 18}
    assert "18 edits of 3 held-out pairs, 18 of them right" in said
    assert folder.signature["pairs"]["kept"] == 30
    assert len(lines_of(folder.text("pairs.txt"))) == 27


def test_pairs_of_a_file_that_share_a_sentence_are_of_one_event():
    pairs = [["a", "b"], ["c", "d"], ["b", "e"], ["x", "y", "one"], ["a", "z", "one"]]
    assert events_of_pairs(pairs) == [0, 1, 0, 2, 2]


def test_the_system_of_the_paper_keeps_no_evidence(train):
    folder, _ = train(DOCUMENTS)
    with pytest.raises(ModelFolderError, match="keeps no evidence"):
        folder.evidence()


def test_further_text_goes_into_the_language_model(train, tmp_path):
    text = tmp_path / "more.txt"
    text.write_text("The zeppelin hovered over the town.\n", "utf-8")
    folder, _ = train(DOCUMENTS, texts=(text,))
    assert open_model(folder.path).language_model.knows("zeppelin")
    assert folder.signature["trained_on"]["texts"] == [str(text)]


def test_further_texts_that_cannot_be_read_are_all_named_before_anything_is_computed(train, tmp_path):
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "fine.txt").write_text("The zeppelin hovered over the town.\n", "utf-8")
    (folder / "latin.txt").write_bytes("A fine café.\n".encode("latin-1"))
    lines = tmp_path / "lines.jsonl"
    lines.write_text("no object\n", "utf-8")
    with pytest.raises(ProblemsError, match=r"latin\.txt:1(.|\n)*lines\.jsonl:1"):
        train(DOCUMENTS, texts=(folder, lines))
    assert not (tmp_path / "store").exists()


def test_a_folder_of_further_texts_that_has_none_is_an_error(train, tmp_path):
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "table.tsv").write_text("1\tThe zeppelin hovered over the town.\n", "utf-8")
    with pytest.raises(ProblemsError, match=r"more: the folder has no document \(\*\.txt,"):
        train(DOCUMENTS, texts=(folder,))
