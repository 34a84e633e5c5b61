"""The web pages of ``orchestrator serve``: settings, server, base of the pages, and features."""
