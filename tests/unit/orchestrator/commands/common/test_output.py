"""`--json` prints tables for programs, `--quiet` prints only warnings and errors."""

import json
from fractions import Fraction

import click
import pytest
from click.testing import CliRunner

from orchestrator.cli import cli
from orchestrator.commands.common.output import print_tables, quiet_option
from paralattice.formats.tables.paper_tables import Column, Table
from paralattice.run_options import Options


@click.command()
@quiet_option
def written():
    click.echo("judge-01: 30 sentences")
    click.echo("a problem", err=True)


def test_quiet_keeps_what_goes_to_standard_error_alone():
    done = CliRunner().invoke(written, ["-q"])
    assert (done.stdout, done.stderr) == ("", "a problem\n")
    done = CliRunner().invoke(written, [])
    assert done.stdout == "judge-01: 30 sentences\n"


def test_tables_are_printed_as_rows_by_the_names_of_their_columns(capsys):
    table = Table(
        "table1", "A table.", (Column("judge"), Column("mean")), (("ada", Fraction(1, 4)), ("bob", None))
    )
    print_tables([table])
    assert json.loads(capsys.readouterr().out) == {
        "table1": [{"judge": "ada", "mean": 0.25}, {"judge": "bob", "mean": None}]
    }


def test_options_are_printed_as_json():
    done = CliRunner().invoke(cli, ["options", "--json"])
    assert json.loads(done.stdout) == json.loads(json.dumps(Options().to_dict()))


def test_parsers_are_printed_as_json():
    found = json.loads(CliRunner().invoke(cli, ["parser", "list", "--json"]).stdout)
    assert found[0]["name"] == "default"
    assert found[0]["bytes"] > 1_000_000


PRINTING_TABLES = (
    "status", "runs", "measure", "doctor", "options", "distance", "judge score", "phrases score",
    "phrases evaluate", "match run", "match evaluate", "reword run", "reword align-error", "reword score",
    "parser score", "parser list", "submit", "tune",
)  # fmt: skip


@pytest.mark.parametrize("path", PRINTING_TABLES)
def test_every_command_that_prints_a_table_prints_json_too(path):
    command = cli
    for name in path.split():
        command = command.commands[name]
    assert "--json" in {flag for parameter in command.params for flag in parameter.opts}
