"""Groups of commands: untruncated summaries, and options that all commands have."""

from collections.abc import Mapping
from typing import Any

import click

import paralattice
from orchestrator.engine.signals import StopRequest


class Verbosity:
    """How much is reported of errors; set by ``--verbose``, for the whole process."""

    errors_in_full = False


def _set_verbose(_: click.Context, __: click.Parameter, value: bool) -> None:
    Verbosity.errors_in_full |= value


def _show_version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        click.echo(f"{context.find_root().info_name}, version {paralattice.__version__}")
        context.exit()


def with_common_options(command: click.Command) -> click.Command:
    """Return a command with ``--verbose`` and ``--version``, which all commands have."""
    taken = {name for parameter in command.params for name in parameter.opts}
    # Some commands have a version of lattices.
    version = ["-V", *(["--version"] if "--version" not in taken else [])]
    command.params += [
        click.Option(
            ["-v", "--verbose"],
            is_flag=True,
            expose_value=False,
            callback=_set_verbose,
            help="Also print where in the program an error arose.",
        ),
        click.Option(
            version,
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="Show the version and exit.",
        ),
    ]
    return command


class CommandGroup(click.Group):
    """A group of commands that Ctrl-C stops with a message, each with the common options."""

    def make_context(self, *arguments: Any, **named: Any) -> click.Context:
        """Read the command line; raises StopRequest as :meth:`invoke` does."""
        try:
            return super().make_context(*arguments, **named)
        except KeyboardInterrupt:
            raise StopRequest("stopped by Ctrl-C") from None

    def invoke(self, ctx: click.Context) -> object:
        """Run a command.

        Raises
        ------
        StopRequest
            Ctrl-C was pressed, and the command does not handle it.
        """
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise StopRequest("stopped by Ctrl-C") from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of their use, not of the alphabet."""
        del ctx
        return list(self.commands)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, with the options that all commands have."""
        super().add_command(cmd if isinstance(cmd, click.Group) else with_common_options(cmd), name)


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
