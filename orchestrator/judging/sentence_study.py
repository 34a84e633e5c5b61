"""A study of sentences: the chosen samples of a run, scored in tables (Shen et al. 2006, section 4)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from orchestrator.io.tables import table_file_names
from orchestrator.judging.package import Shortfall
from orchestrator.judging.returned import StudyResults
from orchestrator.judging.study import PASSES, Choice, Record, RunStudy, Scoring, Sheets, cluster_of
from orchestrator.runs.folder import RunFolder
from paralattice.corpus import Cluster
from paralattice.errors import FormatError, JudgeError, ParalatticeError, ProblemsError
from paralattice.judging.judgements import CRITERIA
from paralattice.judging.phases import ClusterSize, PhaseScores, score_phases
from paralattice.judging.sentence_tables import SCORE_TABLES, phase_tables
from paralattice.judging.sheets.assignment import SheetOptions, assign_clusters, judge_names
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.forms import LOWER_SENTENCE_FORM, SENTENCE_FORM, with_informativeness
from paralattice.judging.sheets.items import StudyItem, item_id, shuffle_clusters
from paralattice.judging.sheets.study_files import SENTENCE_FILES
from paralattice.judging.tables import judgement_table
from paralattice.languages.registry import language_of
from paralattice.methods import method_of, methods_of

#: The names of all tables and figures that a scoring may write.
SCORE_FILES = frozenset(
    table_file_names(*SCORE_TABLES, PASSES)
    | {f"figure{number}.{kind}" for number in (5, 6) for kind in ("svg", "png")}
)


class SentenceStudy(RunStudy[SheetOptions]):
    """Sentences of a run's clusters, two scores each, and three with versions that make one for a cluster."""

    command = "judge deal"
    files = SENTENCE_FILES

    def choose(self, options: SheetOptions) -> Choice:
        """Return the chosen samples of the clusters of a split; whole clusters are assigned to judges."""
        items, shortfalls = _read(self.run, self.versions, options)
        sizes = Counter(item.cluster for item in items)
        assigned = assign_clusters(sizes, options.judges, options.per_cluster, options.seed)
        loads = [
            {"judge": judge, "clusters": names, "items": sum(sizes[name] for name in names)}
            for judge, names in zip(judge_names(options.judges), assigned, strict=True)
        ]
        ones = any(method.one for method in methods_of(self.versions))
        form = with_informativeness(SENTENCE_FORM) if ones else SENTENCE_FORM
        more = {"criteria": form.criteria, "loads": loads, "shortfalls": list(map(asdict, shortfalls))}
        return Choice(items, options.to_dict() | more, shortfalls)

    def form(self, record: Record) -> Form:
        """Return the form in the run's language, with the questions that the record names."""
        form = LOWER_SENTENCE_FORM if _is_lower(self.versions) else SENTENCE_FORM
        form = with_informativeness(form) if len(record["criteria"]) > len(CRITERIA) else form
        return form.in_language(self.run.language)

    def sheets(self, record: Record, items: Sequence[StudyItem]) -> Sheets:
        """Return the items of each judge's clusters."""
        clusters = {str(load["judge"]): [str(name) for name in load["clusters"]] for load in record["loads"]}
        return shuffle_clusters(items, clusters, int(record["seed"]))

    def original(self, _: Record, items: Sequence[StudyItem]) -> Cluster:
        """Return the originals as they were given, or lower-cased as the items are."""
        run, name, lower = self.run, items[0].cluster, _is_lower(self.versions)
        originals = [_shown(words, lower) for words in run.version(name, items[0].version).originals]
        # Given texts have their capitals, which would tell the version.
        texts = [] if lower else run.given_texts(name)
        running_text = language_of(run.language).running_text
        return cluster_of(name, zip(originals, texts or map(running_text, originals), strict=False))

    def results(self, scoring: Scoring) -> StudyResults:
        """Return Tables 3 to 6, tests and agreement, and both figures."""
        form, entries = scoring.assignment.form, self.run.cluster_entries()
        sizes = [ClusterSize(*entry) for entry in entries]
        phases = score_phases(scoring.final, sizes, self.versions, form.criteria)
        judged = {scores.phase: list(scores.means[CRITERIA[0]].clusters) for scores in phases}
        return StudyResults(
            [*phase_tables(phases), *scoring.passes()],
            judgement_table(scoring.final, {entry.name: entry.split for entry in entries}, form),
            {"clusters": judged},
            dict(_pictures(phases)),
            SCORE_FILES,
        )


def _is_lower(versions: Sequence[str]) -> bool:
    """Return whether all sentences are lower-cased, because those of one version have no capitals."""
    return any(method.lower_cased for method in methods_of(versions))


def _shown(words: tuple[str, ...], lower: bool) -> tuple[str, ...]:
    return tuple(word.lower() for word in words) if lower else words


def _read(
    run: RunFolder, versions: Sequence[str], options: SheetOptions
) -> tuple[list[StudyItem], list[Shortfall]]:
    """Return the chosen samples, and versions with fewer of them than the run's options request."""
    items: list[StudyItem] = []
    shortfalls: list[Shortfall] = []
    errors: list[ParalatticeError] = []
    lower = _is_lower(versions)
    wanted = {version: method_of(version).wanted(run.options()) for version in versions}
    names = [entry.name for entry in run.cluster_entries() if options.split in ("", entry.split)]
    for name in names:
        try:
            for version in versions:
                there = run.has_samples(name, version)
                stored = run.version(name, version) if there else None
                # Damaged originals are reported together with all other damage.
                samples = stored.samples if stored and stored.originals else ()
                found = [
                    StudyItem(
                        *(item_id(options.seed, name, version, draw), name, version, draw),
                        _shown(sample.words, lower),
                    )
                    for draw, sample in enumerate(samples)
                    if sample.chosen
                ]
                items += found
                if len(found) < wanted[version]:
                    shortfalls.append(Shortfall(name, version, len(found), wanted[version], not there))
        except FormatError as error:
            errors.append(error)
    if errors:
        raise ProblemsError(errors)
    if not items:
        what = f"clusters of the split {options.split!r}" if options.split else "clusters"
        raise JudgeError(f"no novel sentence to judge in the {len(names)} {what} of {run.root}")
    return items, shortfalls


def _pictures(phases: Iterable[PhaseScores]) -> Iterator[tuple[str, bytes]]:
    from paralattice.judging.figures import FIGURES, draw_figure

    for scores in phases:
        if scores.phase == "testing":
            for name in FIGURES:
                for kind, data in draw_figure(scores.means[name]).items():
                    yield f"figure{FIGURES[name]}.{kind}", data
