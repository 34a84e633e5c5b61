"""A study of paraphrase pairs: pairs of a run, drawn at random (Pang et al. 2003, section 4.1.1)."""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from attrs import frozen

from orchestrator.io.tables import table_file_names
from orchestrator.judging import study
from orchestrator.judging.package import Shortfall
from orchestrator.judging.returned import StudyResults
from orchestrator.runs.folder import RunFolder
from paralattice.corpus import Cluster
from paralattice.errors import FormatError, JudgeError
from paralattice.judging.agreement import agreement, scores_by_item
from paralattice.judging.phrase_tables import pair_table
from paralattice.judging.sheets.assignment import judge_names
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.forms import PHRASE_FORM
from paralattice.judging.sheets.items import StudyItem, item_id, seeded_digest, shuffle_items
from paralattice.judging.sheets.study_files import PHRASE_FILES
from paralattice.judging.tables import text_judgement_table
from paralattice.languages.registry import language_of
from paralattice.lattice.records.pair_table import read_pair_table
from paralattice.options import CheckedOptions, flag, require, texts, whole

_GAP = "___"


@frozen
class PhraseSheetOptions(CheckedOptions):
    """Options of a study of pairs.

    Attributes
    ----------
    judges
        The number of judges.
    pairs
        The number of pairs of each version.
    per_pair
        The number of judges for each pair.
    reliable
        Whether pairs are drawn only among those seen in more than one cluster.
    composed
        Whether pairs that are made of other pairs may be drawn.
    versions
        The versions whose pairs are judged; empty for all versions with a table.
    seed
        Random seed of the draw, the assignment and the order.
    """

    judges: int = whole(4, least=1)
    pairs: int = whole(300, least=1)
    per_pair: int = whole(1, least=1)
    reliable: bool = flag(False)
    composed: bool = flag(False)
    versions: tuple[str, ...] = texts(())
    seed: int = whole(2003)

    def __attrs_post_init__(self) -> None:
        """Check that a pair has no more judges than there are."""
        rule = f"from 1 to the number of judges, {self.judges}"
        require(self.per_pair <= self.judges, "per_pair", self.per_pair, rule)


class PhraseStudy(study.RunStudy[PhraseSheetOptions]):
    """Paraphrase pairs of a run, one judgement each."""

    command = "phrases deal"
    files = PHRASE_FILES

    def choose(self, options: PhraseSheetOptions) -> study.Choice:
        """Draw pairs of each version; they are assigned to judges one by one."""
        versions = _versions(self.run, self.versions, options.versions)
        drawn = {version: _draw(self.run, version, options) for version in versions}
        items = [item for mine in drawn.values() for item in mine]
        if not items:
            raise JudgeError(f"no pair to judge in {self.folder}")
        found = {version: len(mine) for version, mine in drawn.items()}
        shortfalls = [
            Shortfall("", version, count, options.pairs)
            for version, count in found.items()
            if count < options.pairs
        ]
        loads = {"loads": _assign(self.run, drawn, options), "found": found}
        return study.Choice(items, options.to_dict() | loads, shortfalls)

    def form(self, _: study.Record) -> Form:
        """Return the form of pairs in the run's language."""
        return PHRASE_FORM.in_language(self.run.language)

    def sheets(self, record: study.Record, items: Sequence[StudyItem]) -> study.Sheets:
        """Return the items of each judge, which the record names."""
        return study.sheets_by_id(record["loads"], {item.id: item for item in items})

    def original(self, _: study.Record, items: Sequence[StudyItem]) -> Cluster:
        """Return the sentences of the cluster as running text."""
        name, running_text = items[0].cluster, language_of(self.run.language).running_text
        sentences = ((words, running_text(words)) for words in self.run.cluster(name).words)
        return study.cluster_of(name, sentences)

    def results(self, scoring: study.Scoring) -> StudyResults:
        """Return Table 1 and the agreement."""
        found = agreement(scores_by_item(scoring.final, PHRASE_FORM.criteria[0]))
        texts = {item.id: item.words for item in scoring.assignment.items.values()}
        return StudyResults(
            [pair_table(scoring.final, self.versions), *scoring.passes()],
            text_judgement_table(scoring.final, texts, PHRASE_FORM),
            {"alpha_ordinal": found.ordinal, "shared_pairs": found.items},
            optional=table_file_names(study.PASSES),
        )


def _versions(run: RunFolder, known: Sequence[str], asked: Sequence[str]) -> list[str]:
    """Return the versions with a table of pairs; every requested version needs one."""
    for version in asked:
        run.require_version(version)
    found = [version for version in known if run.pair_table(version).exists()]
    for version in asked or (known[:1] if not found else ()):
        if version not in found:
            table = run.pair_table(version)
            raise JudgeError(f"{table} is absent: orchestrator phrases list {run.root} --version {version}")
    return list(asked or found)


def _draw(run: RunFolder, version: str, options: PhraseSheetOptions) -> list[StudyItem]:
    """Draw the pairs with the lowest digests, so that the draw depends only on the seed and the pairs."""
    path = run.pair_table(version, options.reliable)
    places = (
        (seeded_digest(options.seed, version, *texts[:2]), cluster, texts)
        for cluster, texts in _places(path, options)
    )
    return [
        StudyItem(item_id(options.seed, cluster, version, draw), cluster, version, draw, texts)
        for draw, (_, cluster, texts) in enumerate(heapq.nsmallest(options.pairs, places))
    ]


def _places(path: Path, options: PhraseSheetOptions) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Yield every pair of a table once, in one of its clusters.

    Everything is lower-cased, because some versions have no capitals and judges must not
    recognise the version; phrases that differ only in case are then no pair.
    """
    for _, rows in groupby(_rows(path), lambda row: row[:2]):
        chosen = min(rows, key=lambda row: seeded_digest(options.seed, *row[:2], row[4]))
        first, second, _, composed, cluster, _, left, right = chosen
        context = " ".join(filter(None, (left, _GAP, right)))
        if (options.composed or composed == "no") and first.lower() != second.lower():
            yield cluster, (first.lower(), second.lower(), context.lower())


def _rows(path: Path) -> Iterator[list[str]]:
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            yield from read_pair_table(file, str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(f"cannot be read: {error}", str(path)) from error


def _assign(
    run: RunFolder, drawn: Mapping[str, Sequence[StudyItem]], options: PhraseSheetOptions
) -> dict[str, list[str]]:
    """Return the names of each judge's items, shuffled; their numbers per version differ by at most one."""
    judges = judge_names(options.judges)
    sheets: dict[str, list[StudyItem]] = {judge: [] for judge in judges}
    for mine in drawn.values():
        for number, item in enumerate(mine):
            for further in range(options.per_pair):
                sheets[judges[(number + further) % len(judges)]].append(item)
    order = {entry.name: number for number, entry in enumerate(run.cluster_entries())}
    for items in sheets.values():
        items.sort(key=lambda item: order.get(item.cluster, -1))
    return {
        judge: [item.id for item in shuffle_items(items, judge, options.seed)]
        for judge, items in sheets.items()
        # With few pairs a judge may get none.
        if items
    }
