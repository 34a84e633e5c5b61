"""Judging in the browser: the judges' sheets, and the organiser's view of a study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from orchestrator.serve.pages import Page
from orchestrator.serve.settings import Settings

LINK = ("/judging", "Judging")


def routes(settings: Settings) -> Sequence[tuple[str, type[Page], dict[str, Any]]]:
    """Return the routes of judging."""
    return [("/judging", Studies, {"serving": settings})]


class Studies(Page):
    """The studies of all runs."""

    def get(self) -> None:
        """Show the list."""
        self.send_page("Judging", "<section><p>No sheets are served.</p></section>")
