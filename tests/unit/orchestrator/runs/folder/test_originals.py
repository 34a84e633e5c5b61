"""The sentences of clusters as they were given."""

import pytest

from orchestrator.runs.folder.originals import OriginalTexts, original_lines
from paralattice.errors import FormatError


def test_texts_are_read_cluster_by_cluster(tmp_path):
    path = tmp_path / "originals.jsonl"
    path.write_text(
        "".join(original_lines([("ferry", ["It sank."]), ("tokens", []), ("brücke", ["a", "c"])])), "utf-8"
    )
    texts = OriginalTexts(path)
    assert texts.get("brücke") == ["a", "c"]
    assert texts.get("ferry") == ["It sank."]
    assert texts.get("tokens") == texts.get("other") == []


def test_without_the_file_no_cluster_has_texts(tmp_path):
    assert OriginalTexts(tmp_path / "originals.jsonl").get("ferry") == []


@pytest.mark.parametrize("line", ["{", "[]", '{"cluster": "a"}', '{"cluster": 1, "sentences": ["x"]}'])
def test_a_damaged_line_is_named(tmp_path, line):
    path = tmp_path / "originals.jsonl"
    path.write_text('{"cluster": "a", "sentences": ["x"]}\n' + line + "\n", "utf-8")
    with pytest.raises(FormatError, match=r"originals.jsonl:2: a JSON object"):
        OriginalTexts(path).get("a")
