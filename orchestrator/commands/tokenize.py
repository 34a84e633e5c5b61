"""``orchestrator tokenize``."""

from pathlib import Path

import click

from orchestrator.commands.common.output import output_options, print_lines
from orchestrator.commands.common.shared import NEW_FILE, encoding_option, language_option


@click.command("tokenize")
@click.argument("files", type=NEW_FILE, nargs=-1)
@language_option
@encoding_option
@output_options
def tokenize_command(
    files: tuple[Path, ...], language: str | None, encoding: str, output: Path | None, quiet: bool
) -> None:
    """Split raw text into sentences and tokens.

    Reads FILES, or standard input without FILES, and prints one sentence per
    line with a space between tokens, as `submit` sees them: a cluster for `submit --tokenized`.

    \b
      orchestrator tokenize story.txt -o story.tok
      cat story.txt | orchestrator tokenize
      orchestrator tokenize --language fr récit.txt
    """
    from orchestrator.corpora.tokenizing import tokenized_lines
    from paralattice.languages.registry import DEFAULT

    lines = tokenized_lines(files, language or DEFAULT, encoding)
    print_lines((f"{line}\n" for line in lines), output, quiet)
