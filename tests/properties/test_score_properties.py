"""Properties of judgements and their tables, whatever the order of files, rows and columns."""

import csv
import io
import random
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from paralattice.formats.tables.paper_tables import csv_text, decimal_text, escape_cell, unescape_cell
from paralattice.formats.tables.spreadsheets import read_table
from paralattice.judging.judgements import CRITERIA, combine_sheets
from paralattice.judging.phases import ClusterSize, score_phases
from paralattice.judging.sentence_tables import phase_tables
from paralattice.judging.sheet_reader import parse_score, read_sheet
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem, item_id, shuffle_clusters

CLUSTERS = [ClusterSize("ferry", "test", 9), ClusterSize("mayor", "", 4), ClusterSize("drill", "train", 6)]
VERSIONS = ("V1", "V3", "V4")
ITEMS = [
    StudyItem(
        item_id(3, cluster.name, version, draw),
        cluster.name,
        version,
        draw,
        (cluster.name, version, str(draw)),
    )
    for cluster in CLUSTERS
    for version in VERSIONS
    for draw in range(2)
]
LOADS = {f"judge-0{number}": [cluster.name for cluster in CLUSTERS] for number in (1, 2, 3)}
DEALT = Assignment.of(ITEMS, shuffle_clusters(ITEMS, LOADS, seed=3))

cells = st.sampled_from(["", "1", "2", "3", "4", "4.0", "5", "x"])


@st.composite
def answers(draw):
    """Draw what each judge says of each item, in the order of the judge's sheet, from some of the cells."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    said = {}
    for judge in LOADS:
        known = draw(st.lists(cells, min_size=1, max_size=8))
        said[judge] = [tuple(rng.choices(known, k=2)) for _ in ITEMS]
    return said


def sheet_of(judge, pairs, rng):
    """Return a judge's sheet with rows and columns in some order, in one dialect or another."""
    rows = [
        {
            "item": name,
            "cluster": DEALT.items[name].cluster,
            "number": number,
            "sentence": escape_cell(" ".join(DEALT.items[name].words)),
            "grammaticality": pair[0],
            "fidelity": pair[1],
        }
        for number, (name, pair) in enumerate(zip(DEALT.sheets[judge], pairs, strict=True), 1)
    ]
    rng.shuffle(rows)
    columns = list(SENTENCE_FORM.columns)
    rng.shuffle(columns)
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, delimiter=rng.choice(",;\t"))
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue().encode(rng.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))


def scored(said, seed):
    rng = random.Random(seed)
    files = [(f"{judge}.csv", sheet_of(judge, pairs, rng)) for judge, pairs in said.items()]
    rng.shuffle(files)
    returned = combine_sheets([read_sheet(data, name, DEALT) for name, data in files], DEALT)
    return returned, score_phases(returned.judgements, CLUSTERS, VERSIONS)


@settings(max_examples=40)
@given(answers(), st.integers(0, 2**32), st.integers(0, 2**32))
def test_judgements_and_tables_do_not_depend_on_the_order_of_files_rows_and_columns(said, one, other):
    first, second = scored(said, one), scored(said, other)
    assert first[0].judgements == second[0].judgements
    assert first[0].judges == second[0].judges
    assert [csv_text(table) for table in phase_tables(first[1])] == [
        csv_text(table) for table in phase_tables(second[1])
    ]


@settings(max_examples=60)
@given(answers())
def test_means_are_those_of_a_plain_count_of_the_valid_cells(said):
    _, phases = scored(said, 0)
    for place, criterion in enumerate(CRITERIA):
        plain = {}
        for judge, pairs in said.items():
            for name, pair in zip(DEALT.sheets[judge], pairs, strict=True):
                if pair[place] in ("1", "2", "3", "4", "4.0"):
                    item = DEALT.items[name]
                    plain.setdefault((item.cluster, item.version), []).append(int(pair[place][0]))
        found = {
            key: (value, scores.means[criterion].counts[key])
            for scores in phases
            for key, value in scores.means[criterion].cells.items()
        }
        assert found == {key: (Fraction(sum(v), len(v)), len(v)) for key, v in plain.items()}


@settings(max_examples=60)
@given(answers())
def test_every_dealt_item_is_scored_or_partly_scored_or_missing_and_every_gap_has_a_problem(said):
    returned, _ = scored(said, 0)
    for count in returned.judges:
        assert count.scored + count.partly + count.missing == count.dealt == len(ITEMS)
    for judge, pairs in said.items():
        bad = sum(not parse_score(cell)[0] for pair in pairs for cell in pair)
        mine = [problem for problem in returned.problems if problem.judge == judge]
        assert bool(mine) == bool(bad)
        if any(parse_score(cell)[0] for pair in pairs for cell in pair):
            # A missing pair of scores is one line.
            assert len(mine) == bad - sum(pair == ("", "") for pair in pairs)


@given(st.binary(max_size=300))
def test_no_bytes_make_reading_fail(data):
    assert read_sheet(data, "x.csv", DEALT).problems


@given(
    st.lists(
        st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=8), min_size=1
    )
)
def test_texts_come_back_from_a_table_without_the_white_space_at_their_ends(texts):
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(["item", "sentence"])
    writer.writerows(["x", escape_cell(text)] for text in texts)
    rows = read_table(buffer.getvalue().encode(), "item").rows
    assert [unescape_cell(row.cells["sentence"]) for row in rows] == [
        unescape_cell(escape_cell(text).strip()) for text in texts
    ]


@given(st.fractions(-5, 5), st.integers(0, 6))
def test_a_rounded_fraction_is_within_half_a_unit(value, digits):
    assert abs(Fraction(decimal_text(value, digits)) - value) <= Fraction(1, 2 * 10**digits)
