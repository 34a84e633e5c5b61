"""The command offers the formats that the library writes."""

from orchestrator.commands.export import FORMATS
from paralattice.results.files import FILE_FORMATS


def test_every_format_of_the_library_can_be_chosen():
    assert tuple(FILE_FORMATS) == FORMATS
