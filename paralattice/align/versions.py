"""Which tokens match in each alignment version (Shen et al. 2006, Table 2)."""

from dataclasses import dataclass

from paralattice.options import require_known


@dataclass(frozen=True, slots=True)
class Version:
    """One of the alignment versions of Shen et al. 2006, Table 2.

    Attributes
    ----------
    name
        Its name in the table.
    syntactic
        Whether tokens must match syntactically (Figure 4) or only as words.
    commas
        Whether a ``,`` may match.
    stop_words
        Whether a stop word may match.
    """

    name: str
    syntactic: bool
    commas: bool
    stop_words: bool


VERSIONS = {
    version.name: version
    for version in (
        Version("V1", syntactic=False, commas=True, stop_words=True),
        Version("V2", syntactic=False, commas=False, stop_words=True),
        Version("V3", syntactic=False, commas=False, stop_words=False),
        Version("V4", syntactic=True, commas=False, stop_words=False),
        Version("V5", syntactic=True, commas=False, stop_words=True),
    )
}


def version_named(name: str) -> Version:
    """Return the alignment version of that name.

    Raises
    ------
    OptionError
        No version has that name.
    """
    require_known("version", name, VERSIONS)
    return VERSIONS[name]
