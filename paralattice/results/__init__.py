"""The results that a run keeps: read from its folder, and written as files for other tools."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.results.part_folder import PartFolder as PartFolder
    from paralattice.results.run import ClusterResults as ClusterResults
    from paralattice.results.run import Run as Run
    from paralattice.results.run import VersionResults as VersionResults
else:
    load_at_first_use(__name__)
