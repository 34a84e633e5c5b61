"""The tables of sentences of a run."""

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.sentences import write_sentence_files
from support import runs

CLUSTERS = {
    "ferry": [
        "the ferry sank at noon .",
        "at noon the old ferry sank .",
        "the old ferry went down at noon .",
    ],
    "bridge": ["the bridge fell .", "the old bridge fell down ."],
}


def test_the_table_has_all_clusters_in_order_and_the_text_the_chosen_sentences(tmp_path):
    folder = RunFolder(runs.make_run(tmp_path / "harbour", CLUSTERS))
    write_sentence_files(folder, ["ferry", "bridge"], ["V1", "V2"])
    records = list(folder.sentence_records())
    assert list(dict.fromkeys((each.cluster, each.version) for each in records)) == [
        ("ferry", "V1"),
        ("ferry", "V2"),
        ("bridge", "V1"),
        ("bridge", "V2"),
    ]
    chosen = {each.row.text for each in records if each.cluster == "ferry" and each.row.chosen}
    first, _ = folder.sentence_text.read_text("utf-8").split("\n\n", 1)
    assert first.startswith("# ferry\n")
    assert set(first.split("\n")[1:]) == chosen
