"""Groups of commands: summaries that are never cut, and an answer to every name that is not there."""

from __future__ import annotations

from collections.abc import Mapping

import click


class CommandGroup(click.Group):
    """A group of commands.

    Parameters
    ----------
    renamed
        For each former name of a command, the words that replace it; a former name is not run, but named
        in the error.  The key ``""`` stands for all words that are not commands.
    """

    def __init__(self, *arguments: object, renamed: Mapping[str, str] | None = None, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self._renamed = renamed or {}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name, the command and the rest of the words.

        Raises
        ------
        click.UsageError
            There is no such command; the message has its new name or similar names.
        """
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            new = self._renamed.get(args[0]) or (None if error.possibilities else self._renamed.get(""))
            if new is None:
                raise
            old = f"{ctx.command_path} {args[0]}" if args[0] in self._renamed else ctx.command_path
            raise click.UsageError(f"`{old}` is now `{ctx.command_path} {new}`", ctx) from None


class SectionedGroup(CommandGroup):
    """A group whose help lists its commands by purpose.

    Attributes
    ----------
    sections
        Titles, and the commands under each.
    """

    sections: Mapping[str, tuple[click.Command, ...]]

    def add_sections(self, sections: Mapping[str, tuple[click.Command, ...]]) -> None:
        """Add all commands, under their titles."""
        self.sections = sections
        for commands in sections.values():
            for command in commands:
                self.add_command(command)

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names and first lines of all commands."""
        width = max(len(name) for name in self.commands)
        for title, commands in self.sections.items():
            with formatter.section(title):
                # Names are padded, so that the sections are aligned as one table.
                formatter.write_dl(
                    [
                        (f"{command.name:{width}}", command.get_short_help_str(formatter.width - width - 6))
                        for command in commands
                    ]
                )
