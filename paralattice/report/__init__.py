"""The HTML report of a run: figures, lattices, and samples with the sentences they come from."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.report.clusters import ClusterContent, VersionContent, cluster_record
    from paralattice.report.page import PageContent, write_run_page
    from paralattice.report.parts import Picture, TextTable, version_description
    from paralattice.report.sources import Sources, Stretch
else:
    load_at_first_use(__name__)

__all__ = [
    "ClusterContent",
    "PageContent",
    "Picture",
    "Sources",
    "Stretch",
    "TextTable",
    "VersionContent",
    "cluster_record",
    "version_description",
    "write_run_page",
]
