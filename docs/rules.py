"""Write the rules of exchange into ``docs/rules.md``: ``make rules``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from paralattice.english.spacing import detokenise
from paralattice.exchange.rules import GROUPS, RULES
from paralattice.exchange.rules.registry import Rule
from tests.support.rule_examples import example_words, refused

PAGE = Path(__file__).resolve().with_suffix(".md")
BEGIN, END = "<!-- The rules: written by make rules. -->\n", "<!-- End of the rules. -->\n"


def with_rules(page: str) -> str:
    """Return the text of the page with the rules as they are."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "".join(tables()) + END + rest.split(END)[1]


def tables() -> Iterator[str]:
    """Yield a table for each kind of fault."""
    for group, line in GROUPS.items():
        head, _, rest = line.removeprefix("Rules of ").rstrip(".").partition(": ")
        yield f"\n**{head.capitalize()}** ({rest})\n\n| rule | of | refuses a candidate because | such as |\n"
        yield "|---|---|---|---|\n"
        yield from (row(rule) for rule in RULES if rule.group == group)
    yield "\n"


def row(rule: Rule) -> str:
    """Return the row of a rule, with the first example of what it refuses."""
    example = detokenise(example_words(refused(rule)[0]))
    example = example.replace("|", r"\|").replace("*", r"\*").replace("`", r"\`")
    return f"| {rule.name} | {rule.reads.name} | {rule.fault} | {example} |\n"


if __name__ == "__main__":
    PAGE.write_text(with_rules(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
