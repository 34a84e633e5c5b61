"""The results of a run, whose lattices are as in the class Lattice."""

from functools import cached_property
from typing import cast

from paralattice import results
from paralattice.facade.lattice import Lattice


class VersionResults(results.VersionResults):
    """Results of one cluster in one version."""

    @cached_property
    def lattice(self) -> Lattice:
        """The lattice, with the sentences it was made of; ``sample`` of V6 returns the sentences made."""
        # The samples are read with the plain lattice, which is kept until this one replaces it.
        plain = super().lattice
        made = [sample.words for sample in self.samples if sample.score is not None]
        names = self.version, self.cluster
        return Lattice.of_parts(plain, self.originals, self._alignment.columns, names, made, self._language)


class ClusterResults(results.ClusterResults):
    """Results of one cluster by names of versions."""

    _kind = VersionResults

    def __getitem__(self, version: str) -> VersionResults:
        """Return the results of a version; raises KeyError without it."""
        return cast(VersionResults, super().__getitem__(version))


class Run(results.Run):
    """The results of ``orchestrator submit``, read from the run's folder: clusters by their names.

    It is :class:`paralattice.results.Run`, except that lattices are of the class
    :class:`~paralattice.facade.lattice.Lattice`.

    Parameters
    ----------
    folder
        The run's folder, such as ``runs/corpus``.

    Raises
    ------
    FormatError
        The folder is not a run's.

    Examples
    --------
    >>> run = Run("runs/corpus")  # doctest: +SKIP
    >>> run["bridge"]["V4"].lattice.distance("The bridge is shut.")  # doctest: +SKIP
    2
    """

    _kind = ClusterResults

    def __getitem__(self, name: str) -> ClusterResults:
        """Return the results of a cluster.

        Raises
        ------
        KeyError
            The run has no such cluster, or it is not done.
        FormatError
            Its records are damaged.
        """
        return cast(ClusterResults, super().__getitem__(name))
