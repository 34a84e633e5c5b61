"""The packages and modules that decide what a method makes: its own, and those of the parser."""


def library(names: str) -> tuple[str, ...]:
    """Return the full names of packages and modules of the library, which blanks separate."""
    return tuple(f"paralattice.{name}" for name in names.split())


PARSER = library(
    "adapters.chart adapters.engines adapters.float_network adapters.inference adapters.interface "
    "adapters.loops adapters.normalisation adapters.parser adapters.parser_files adapters.stanza_engine "
    "adapters.training.encoder adapters.training.model arrays batches syntax.tree"
)
"""The packages and modules of the parser, with which stored trees were made."""
