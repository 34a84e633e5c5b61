"""The HTML report of a run: figures, lattices, and samples with their source sentences."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.report.clusters import ClusterContent as ClusterContent
    from paralattice.report.clusters import VersionContent as VersionContent
    from paralattice.report.clusters import cluster_record as cluster_record
    from paralattice.report.page import Blocks as Blocks
    from paralattice.report.page import PageContent as PageContent
    from paralattice.report.page import write_part as write_part
    from paralattice.report.page import write_run_page as write_run_page
    from paralattice.report.parts import Picture as Picture
    from paralattice.report.parts import TextTable as TextTable
    from paralattice.report.parts import version_description as version_description
else:
    load_at_first_use(__name__)
