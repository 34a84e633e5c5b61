"""Hooks of MkDocs: pages made from the code, pages from outside docs/, links to other files.

The site has four kinds of pages: those in ``docs/``; the texts in ``OUTSIDE``; a page for each package of the
library, made from its docstrings; the help texts of all commands.  A link to any other file of the repository
becomes a link to its source.
"""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path, PurePosixPath
from typing import Any

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from orchestrator.cli import cli

ROOT = Path(__file__).resolve().parents[1]
SOURCE = "https://github.com/paralattice/paralattice/blob/main/"

OUTSIDE = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "benchmarks/README.md",
    *sorted(f"benchmarks/results/{path.name}" for path in (ROOT / "benchmarks/results").glob("*.md")),
    "examples/README.md",
)

GROUPS: dict[str, tuple[str, ...]] = {
    "From texts to lattices": ("facade", "results"),
    "Values and formats": ("corpus", "formats", "scorer", "digests", "errors", "arrays", "batches"),
    "Languages, syntax and parsers": ("languages", "english", "syntax", "ngrams", "adapters"),
    "Alignment (Shen et al. 2006)": ("align", "clustering", "tuning"),
    "Lattices (Pang et al. 2003)": ("lattice", "methods"),
    "Matching (Nelken & Shieber 2006)": ("sentences",),
    "New sentences by exchange (version V6)": ("exchange",),
    "One sentence a cluster (Filippova 2010)": ("compression",),
    "Rewording (Quirk et al. 2004)": ("rewording",),
    "Judging and measures": ("judging", "measures", "report"),
    "Options": ("options", "run_options", "compiling", "lazy"),
}

LIBRARY = "Functions take values and return values; only `paralattice.adapters` loads models from files."

HELP_WIDTH = 86
"""Columns of the help texts: as many as a block of code shows without scrolling."""

ROLE = re.compile(r":(?:attr|class|data|func|meth|mod):<code>~?(?P<name>[\w.]+)(?:\(\))?</code>")
LINK = re.compile(r"(?P<head>!?\[[^\]]*\]\()(?P<target>[^)\s#]+)(?P<tail>(?:#[^)\s]*)?\))")
FENCE = re.compile(r"(^```.*?^```\s*?$)", re.MULTILINE | re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the pages of the library to the navigation."""
    library = next(entry["Library"] for entry in config.nav or [] if "Library" in entry)
    for group, names in GROUPS.items():
        library.append({group: [{f"paralattice.{name}": f"api/{name}.md"} for name in names]})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the texts of ``OUTSIDE``, a page for each package of the library, and the help texts."""
    for name in OUTSIDE:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    for name, text in {**api_pages(), "commands.md": commands_page()}.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Return the text of a page with its links to files of the repository as links of the site."""
    origin = page.file.src_uri if page.file.src_uri in OUTSIDE else f"docs/{page.file.src_uri}"
    parts = FENCE.split(markdown)
    parts[::2] = [
        LINK.sub(lambda match: _site_link(match, origin, page.file.src_uri), part) for part in parts[::2]
    ]
    return "".join(parts)


def on_page_content(html: str, *, page: Page, **_: Any) -> str:
    """Return a page with the roles of its docstrings (``:func:`` and the like) as links within the page."""
    if not page.file.src_uri.startswith("api/"):
        return html
    targets = {
        target.rpartition(".")[2]: target
        for target in reversed(re.findall(r'id="(paralattice[\w.]*)"', html))
    }

    def link(match: re.Match[str]) -> str:
        name = match["name"].rpartition(".")[2]
        text = f"<code>{name}</code>"
        return f'<a href="#{targets[name]}">{text}</a>' if name in targets else text

    return ROLE.sub(link, html)


def commands_page() -> str:
    """Return the help texts of ``orchestrator`` and of all its commands as a page."""
    text = ["# Commands", "", "What `orchestrator --help` and `orchestrator COMMAND --help` print.", ""]
    root = click.Context(cli, info_name="orchestrator", terminal_width=HELP_WIDTH, **cli.context_settings)
    return "\n".join(text + _help_of(cli, root, 2))


def _help_of(command: click.Command, context: click.Context, level: int) -> list[str]:
    """Return the lines of a command's help under a heading, and those of its subcommands."""
    lines = [f"{'#' * level} {context.command_path}", "", "```text", command.get_help(context), "```", ""]
    for each in command.commands.values() if isinstance(command, click.Group) else ():
        inner = click.Context(each, parent=context, info_name=each.name, terminal_width=HELP_WIDTH)
        lines += _help_of(each, inner, level + (command is not cli))
    return lines


def api_pages() -> dict[str, str]:
    """Return the pages of the library by their path in the site: an overview, and a page a package.

    Raises
    ------
    PluginError
        If a module or package of the library is in no group of ``GROUPS``.
    """
    named = {name for names in GROUPS.values() for name in names}
    there = {path.stem for path in (ROOT / "paralattice").iterdir() if _is_module(path)}
    if named != there:
        raise PluginError(
            f"docs/site.py: GROUPS and paralattice/ disagree about {', '.join(sorted(named ^ there))}"
        )
    pages = {f"api/{name}.md": _package_page(ROOT / "paralattice" / name) for name in there}
    lines = ["# The library", "", LIBRARY, ""]
    for group, names in GROUPS.items():
        lines += [f"## {group}", "", "| module | content |", "|---|---|"]
        lines += [
            f"| [`paralattice.{name}`]({name}.md) | {summary(ROOT / 'paralattice' / name)} |"
            for name in names
        ]
        lines.append("")
    pages["api/index.md"] = "\n".join(lines)
    return pages


def summary(path: Path) -> str:
    """Return the first line of the docstring of a module, or of a package by its folder."""
    return (ast.get_docstring(_parsed(path)) or "").partition("\n")[0]


def _package_page(path: Path) -> str:
    """Return the page of a package or module: what it exports, then the other names of its modules."""
    modules = [file.with_suffix("") for file in sorted(path.rglob("*.py"))] if path.is_dir() else []
    public = {one: _public(one) for one in modules if one.name != "__init__" and "kernels" not in one.parts}
    documented = {name for names in (*public.values(), _public(path)) for name in names}
    exported = [name for name in _exported(path) or _public(path) if name in documented]
    blocks = [_block(path, exported, heading=False)]
    for module, names in public.items():
        others = [name for name in names if name not in exported]
        if others:
            blocks.append(_block(module, others))
    return "\n".join([f"# paralattice.{path.name}", "", *blocks])


def _block(path: Path, members: list[str], heading: bool = True) -> str:
    """Return what mkdocstrings reads for a module; constants come last."""
    name = ".".join(path.relative_to(ROOT).parts)
    # An empty list would mean all members.
    shown = sorted(members, key=str.isupper) or "false"
    options = {"members": shown, "show_root_heading": str(heading).lower()}
    lines = [f"      {key}: {value}" for key, value in options.items()]
    return "\n".join([f"::: {name}", "    options:", *lines, ""])


def _exported(path: Path) -> list[str]:
    """Return the names in ``__all__`` of a package or module."""
    for node in _parsed(path).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return list(ast.literal_eval(node.value))
    return []


def _public(path: Path) -> list[str]:
    """Return the names of the public classes, functions and documented constants of a module."""
    names, body = [], _parsed(path).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and _is_text(after):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            names.append(getattr(target, "id", "_"))
    return [name for name in names if not name.startswith("_")]


def _parsed(path: Path) -> ast.Module:
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


def _is_text(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def _is_module(path: Path) -> bool:
    package = path.is_dir() and (path / "__init__.py").exists()
    return not path.name.startswith("_") and (package or path.suffix == ".py")


def _site_link(match: re.Match[str], origin: str, page: str) -> str:
    """Return a link of a text in the repository as one of the page that the text becomes."""
    if ":" in match["target"]:
        return match[0]
    target = os.path.normpath(PurePosixPath(origin).parent / match["target"])
    if target in OUTSIDE or target.startswith("docs/"):
        place = os.path.relpath(target.removeprefix("docs/"), PurePosixPath(page).parent)
        return f"{match['head']}{place}{match['tail']}"
    # A dead link stays as it is, so that MkDocs complains about it.
    return f"{match['head']}{SOURCE}{target}{match['tail']}" if (ROOT / target).exists() else match[0]
