"""The page of a run: figures, lattices to look into, and samples with the sentences they come from."""

from paraphrase.report.clusters import ClusterContent, VersionContent, cluster_record
from paraphrase.report.page import PageContent, write_page
from paraphrase.report.parts import Picture, TextTable, version_words
from paraphrase.report.sources import Sources, Stretch

__all__ = [
    "ClusterContent",
    "PageContent",
    "Picture",
    "Sources",
    "Stretch",
    "TextTable",
    "VersionContent",
    "cluster_record",
    "version_words",
    "write_page",
]
