"""Parsers are measured and trained from the command line."""

import json
import signal

import pytest

GOLD = [
    "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD left) (PP (IN at) (NP (NN dawn)))) (. .)))",
    "( (S (NP-SBJ (PRP She)) (VP (VBD sold) (NP (DT the) (JJ old) (NN boat)) (NP (-NONE- *T*-1))) (. .)) )",
    "(TOP (UH Hello))",
]


def test_the_parser_in_the_package_is_scored_as_a_table_and_as_json(orchestrator):
    (orchestrator.folder / "bank").mkdir()
    (orchestrator.folder / "bank" / "wsj_01.mrg").write_text("\n".join(GOLD) + "\n", "utf-8")
    done = orchestrator.call("parser", "score", "default", "bank")
    assert done.returncode == 0, done.stderr
    assert "precision" in done.stdout
    assert "EVALB" in done.stdout
    rows = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if line}
    assert rows["gold"][4:7] == ["100.00", "3", "0"]
    record = json.loads(orchestrator.call("parser", "score", "default", "bank", "--json").stdout)
    gold = record["scores"]["gold"]
    assert gold["counts"]["gold"] == 9
    assert gold["counts"]["words"] == 13
    assert gold["tag_accuracy"] == 1
    assert [(band["from"], band["to"]) for band in gold["by_length"]] == [(1, 10)]
    assert f"{100 * gold['f1']:.2f}" == rows["gold"][2]
    assert record["treebank"] == [{"file": "bank", "sha256": record["treebank"][0]["sha256"], "trees": 3}]


def test_an_unknown_parser_and_a_bad_treebank_are_reported_in_one_line(orchestrator):
    (orchestrator.folder / "bad.mrg").write_text("(S (NN a)))\n", "utf-8")
    done = orchestrator.call("parser", "score", "default", "bad.mrg")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "bad.mrg:1:11" in done.stderr
    (orchestrator.folder / "good.mrg").write_text(GOLD[0], "utf-8")
    done = orchestrator.call("parser", "score", "defualt", "good.mrg")
    assert done.returncode == 2
    assert "or the path of a folder" in done.stderr


@pytest.mark.slow
def test_a_training_stopped_by_ctrl_c_goes_on_and_its_parser_is_used(
    orchestrator, synthetic_trees, tiny_encoder
):
    folder = orchestrator.folder
    (folder / "trees.mrg").write_text("\n".join(synthetic_trees(30)) + "\n", "utf-8")
    tiny_encoder(folder / "encoder")
    command = ["parser", "train", "trees.mrg", "-o", "own", "--encoder", "encoder", "--epochs", 2]
    process = orchestrator.start(*command)
    try:
        assert process.stdout.readline().startswith("epoch 1/2")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=200)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130, errors
    assert "--resume" in errors
    done = orchestrator.call(*command, "--resume")
    assert done.returncode == 0, done.stderr
    assert "epoch 1/2" not in done.stdout
    assert "epoch 2/2" in done.stdout
    scored = orchestrator.call("parser", "score", "own", "trees.mrg", "--tags", "predicted", "--json")
    assert json.loads(scored.stdout)["scores"]["predicted"]["counts"]["sentences"] == 30
