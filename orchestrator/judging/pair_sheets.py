"""Sheets of paraphrase pairs out: pairs drawn at random and dealt (Pang et al. 2003, section 4.1.1)."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from orchestrator.judging.package import JudgeSheet, put_in_place, write_judge_folder, write_table
from orchestrator.runs.folder import RunFolder
from paralattice.corpus import Cluster, Sentence
from paralattice.errors import FormatError, JudgeError, OptionError
from paralattice.formats.features import read_features
from paralattice.judging.form import PAIRS
from paralattice.judging.sheets import Item, item_id, shuffle_items, write_key
from paralattice.lattice.pairs import PAIR_COLUMNS

PAIR_SHEETS = "pair-sheets"
PAIR_KEY = "pair-sheets-key.csv"
PAIR_RECORD = "pair-sheets.json"
_GAP = "___"


@dataclass(frozen=True, slots=True)
class PairSheetOptions:
    """Which pairs are judged, and by whom.

    Attributes
    ----------
    judges
        How many people judge.
    pairs
        How many pairs of each version are drawn.
    per_pair
        How many judges each pair gets.
    reliable
        Whether they are drawn among those seen in more than one cluster alone.
    composed
        Whether they may be pairs that are made of other pairs.
    versions
        Whose pairs; those of all versions with a table where there is none.
    seed
        Decides which pairs are drawn, who gets them, and in which order.
    """

    judges: int = 4
    pairs: int = 300
    per_pair: int = 1
    reliable: bool = False
    composed: bool = False
    versions: tuple[str, ...] = ()
    seed: int = 2003

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("judges", "pairs", "per_pair"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} = {getattr(self, name)}: must be at least 1")
        if self.per_pair > self.judges:
            raise OptionError(f"per_pair = {self.per_pair}: must be at most the number of judges")


@dataclass(frozen=True, slots=True)
class PairSheetReport:
    """What was written.

    Attributes
    ----------
    folder, key
        The folder with one folder a judge, and the table that links items to versions.
    loads
        Judge to the names of the items, in the sheet's order.
    found
        Version to the number of its pairs that are judged.
    wanted
        How many were asked for.
    """

    folder: Path
    key: Path
    loads: dict[str, tuple[str, ...]]
    found: dict[str, int]
    wanted: int


class _Place(NamedTuple):
    """A pair in one cluster: what is drawn."""

    first: str
    second: str
    cluster: str
    context: str


def write_pair_sheets(run: Path, options: PairSheetOptions, force: bool = False) -> PairSheetReport:
    """Write ``pair-sheets/judge-NN/``, ``pair-sheets-key.csv`` and ``pair-sheets.json`` into a run folder.

    All of it appears at once or, after an error, not at all.

    Parameters
    ----------
    run
        The folder of a run that has tables of pairs.
    options
        Which pairs, and how they are dealt.
    force
        Whether sheets that are there already are replaced, with what is filled in.

    Raises
    ------
    JudgeError
        There are sheets already, or there is no pair to judge.
    FormatError, RunError
        Files of the run are absent or damaged, or it has no such version.
    OSError
        A file cannot be written.
    """
    for name in (PAIR_SHEETS, PAIR_KEY):
        if (run / name).exists() and not force:
            raise JudgeError(f"{run / name} is there already, and people may have filled in its sheets")
    record = RunFolder(run).record()
    items = {
        version: _items(run, version, options)
        for version in _versions(run, record["versions"], options.versions)
    }
    if not any(items.values()):
        raise JudgeError(f"no pair to judge in {run}")
    hands = _deal(run, items, options)
    loads = {judge: tuple(item.id for item in hand) for judge, hand in hands.items()}
    found = {version: len(mine) for version, mine in items.items()}
    report = PairSheetReport(run / PAIR_SHEETS, run / PAIR_KEY, loads, found, options.pairs)
    with TemporaryDirectory(dir=run, prefix=".sheets-") as temporary:
        folder = Path(temporary)
        for judge, hand in hands.items():
            sheet = JudgeSheet(str(record.get("name", run.name)), judge, hand, _clusters(run, hand), PAIRS)
            write_judge_folder(folder / PAIR_SHEETS / judge, sheet)
        write_table(folder / PAIR_KEY, write_key((item for mine in items.values() for item in mine), PAIRS))
        values = asdict(options) | {"loads": loads, "found": found}
        (folder / PAIR_RECORD).write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", "utf-8")
        put_in_place(folder, run, (PAIR_KEY, PAIR_RECORD, PAIR_SHEETS))
    return report


def _versions(run: Path, known: Sequence[str], asked: Sequence[str]) -> list[str]:
    for version in asked:
        RunFolder(run).require_version(version)
        path = RunFolder(run).pair_table(version)
        if not path.exists():
            raise JudgeError(f"{path} is absent: orchestrator pairs {run} --version {version}")
    found = [version for version in asked or known if RunFolder(run).pair_table(version).exists()]
    if not found:
        raise JudgeError(f"{run} has no table of pairs: orchestrator pairs {run} --version {known[0]}")
    return found


def _items(run: Path, version: str, options: PairSheetOptions) -> list[Item]:
    """Draw pairs: those whose digests are the lowest, so that chance depends on the seed and the pair."""
    path = RunFolder(run).pair_table(version, options.reliable)
    lowest = heapq.nsmallest(
        options.pairs,
        ((_digest(options.seed, version, *place[:2]), place) for place in _places(path, options)),
    )
    return [
        Item(
            item_id(options.seed, place.cluster, version, draw),
            place.cluster,
            version,
            draw,
            (place.first, place.second, place.context),
        )
        for draw, (_, place) in enumerate(lowest)
    ]


def _digest(*parts: str | int) -> bytes:
    return blake2b(json.dumps(parts).encode(), digest_size=16).digest()


def _places(path: Path, options: PairSheetOptions) -> Iterator[_Place]:
    """Yield every pair of a table once, in one of its clusters.

    All is lower-cased, for some versions have no capitals, and nobody is to know
    which made a pair; what differs in case alone is no pair then.
    """
    for _, rows in groupby(_rows(path), lambda row: row[:2]):
        chosen = min(rows, key=lambda row: _digest(options.seed, *row[:2], row[4]))
        first, second, _, composed, cluster, _, left, right = chosen
        context = " ".join(filter(None, (left, _GAP, right)))
        if (options.composed or composed == "no") and first.lower() != second.lower():
            yield _Place(first.lower(), second.lower(), cluster, context.lower())


def _rows(path: Path) -> Iterator[list[str]]:
    try:
        with path.open(encoding="utf-8", errors="surrogatepass", newline="\n") as file:
            if file.readline().rstrip("\n").split("\t") != list(PAIR_COLUMNS):
                raise FormatError("is no table of pairs", str(path), 1)
            for number, line in enumerate(file, 2):
                row = line.rstrip("\n").split("\t")
                if len(row) != len(PAIR_COLUMNS):
                    raise FormatError("is no row of a table of pairs", str(path), number)
                yield row
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(f"cannot be read: {error}", str(path)) from error


def _deal(run: Path, items: dict[str, list[Item]], options: PairSheetOptions) -> dict[str, tuple[Item, ...]]:
    """Return each judge's items: of every version as many, to within one; cluster by cluster, shuffled."""
    hands: list[list[Item]] = [[] for _ in range(options.judges)]
    for mine in items.values():
        for number, item in enumerate(mine):
            for further in range(options.per_pair):
                hands[(number + further) % options.judges].append(item)
    order = {entry.name: number for number, entry in enumerate(RunFolder(run).cluster_entries())}
    width = max(2, len(str(options.judges)))
    dealt = {}
    for number, hand in enumerate(hands, 1):
        judge = f"judge-{number:0{width}}"
        hand.sort(key=lambda item: order.get(item.cluster, -1))
        dealt[judge] = shuffle_items(hand, judge, options.seed)
    # With few pairs somebody may get none.
    return {judge: hand for judge, hand in dealt.items() if hand}


def _clusters(run: Path, items: Sequence[Item]) -> list[Cluster]:
    names = dict.fromkeys(item.cluster for item in items)
    return [Cluster(name, _sentences(run / "features" / f"{name}.tsv")) for name in names]


def _sentences(path: Path) -> tuple[Sentence, ...]:
    try:
        lines = path.read_text(encoding="utf-8", errors="surrogatepass").split("\n")
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", str(path)) from error
    return tuple(read_features(lines, str(path)))


def pair_sheet_lines(report: PairSheetReport) -> Iterator[str]:
    """Yield what was dealt: a line a judge, then what there was too little of, then where it is."""
    for judge, items in report.loads.items():
        yield f"{judge}: {len(items)} pairs"
    for version, found in report.found.items():
        if found < report.wanted:
            yield f"short: {version}: {found} of {report.wanted} pairs"
    yield f"sheets in {report.folder}; keep {report.key} from the judges"
