"""Tables in files, all or none of them, and on the terminal, where no digit is lost."""

import io

import pytest
from rich.console import Console

from orchestrator.io.tables import grid, replaced_together, show_table, table_file_names, write_tables
from paralattice.formats.tables.paper_tables import Column, Table

TABLE = Table("means", "Means.", (Column("name", "Name"), Column("value", "A long title")), (("é", 2.5),))


def printed(width, what):
    console = Console(file=io.StringIO(), width=width)
    what(console)
    return console.file.getvalue()


def test_a_table_is_written_in_three_forms_and_its_csv_begins_as_excel_wants_it(tmp_path):
    write_tables(tmp_path, [TABLE])
    assert {path.name for path in tmp_path.iterdir()} == table_file_names("means")
    assert (tmp_path / "means.csv").read_bytes() == "\ufeffname,value\r\né,2.5\r\n".encode()
    assert (tmp_path / "means.md").read_text("utf-8").startswith("**Means.**")


def test_files_are_replaced_together_and_former_ones_removed(tmp_path):
    folder = tmp_path / "measures"
    with replaced_together(folder) as new:
        for name in ("a", "b"):
            (new / name).write_text("old")
    with replaced_together(folder, {"a", "b", "c"}) as new:
        (new / "a").write_text("new")
        assert (folder / "a").read_text() == "old"
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"a": "new"}
    assert list(tmp_path.iterdir()) == [folder]


def test_after_an_error_nothing_is_written(tmp_path):
    with pytest.raises(IsADirectoryError), replaced_together(tmp_path / "measures") as new:
        (new / "a").write_text(str(new.write_text("a folder is no file")))
    assert list(tmp_path.iterdir()) == []


def test_cells_are_shown_without_markup_and_numbers_to_the_right():
    text = printed(
        80, lambda console: console.print(grid(("name", "n"), [("[b]", "1"), ("c", "10")], ("name",)))
    )
    assert [line.rstrip() for line in text.splitlines()] == ["name   n", "[b]    1", "c     10"]


def test_a_table_is_shown_without_the_columns_that_only_its_file_has():
    columns = (Column("version"), Column("mean", "Mean", 1), Column("mean_n", detail=True))
    text = printed(40, lambda console: show_table(console, Table("t", "", columns, (("V4", 2.25, 8),))))
    assert [line.rstrip() for line in text.splitlines()] == ["version Mean", "V4       2.3"]


def test_a_table_wider_than_the_terminal_keeps_its_digits():
    wide = Table("t", "", tuple(Column(f"c{k}", f"c{k}") for k in range(9)), ((123456,) * 9,))
    assert printed(20, lambda console: show_table(console, wide)).count("123456") == 9
