"""Tables with rows of clusters are read row by row, and refused with the line of what is wrong."""

import pytest

from paralattice.errors import FormatError
from paralattice.results.cluster_rows import read_cluster_rows

HEAD = "cluster,version,status,sentences\n"


def written(folder, data):
    path = folder / "results.csv"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def test_every_row_has_its_cells_by_the_names_of_the_columns(tmp_path):
    path = written(tmp_path, HEAD + 'ferry,V1,done,2\nferry,V2,failed,2\n"a, b",V1,done,3\n')
    rows = list(read_cluster_rows(path, ("version", "status")))
    assert [(row["cluster"], row["version"], row["status"], row["sentences"]) for row in rows] == [
        ("ferry", "V1", "done", "2"),
        ("ferry", "V2", "failed", "2"),
        ("a, b", "V1", "done", "3"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cluster,sentences\nferry,2\n", ":2: lacks one of cluster, sentences, status"),
        (HEAD + "ferry,V1\n", ":2: lacks one of cluster, sentences, status"),
        (
            HEAD + "ferry,V1,done,2\n../x,V1,done,2\n",
            ":3: holds cluster names that cannot be file names",
        ),
        (HEAD + "ferry,V1,done,two\n", ":2: 'two' is not a number of sentences"),
        (HEAD.encode() + b"\xff,V1,done,2\n", ": cannot be read: "),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, text, message):
    with pytest.raises(FormatError) as caught:
        list(read_cluster_rows(written(tmp_path, text), ("status",)))
    assert f"results.csv{message}" in str(caught.value)


def test_an_absent_table_is_named(tmp_path):
    with pytest.raises(FormatError, match=r"clusters\.csv: cannot be read: No such file"):
        list(read_cluster_rows(tmp_path / "clusters.csv", ()))
