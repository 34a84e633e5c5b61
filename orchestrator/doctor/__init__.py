"""``orchestrator doctor``: checks of everything that a run needs, with advice on problems."""
