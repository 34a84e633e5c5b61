"""``orchestrator submit``: what was asked, what is refused, what is staged, how a run is begun."""
