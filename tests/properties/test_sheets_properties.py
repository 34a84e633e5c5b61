"""Properties of dealt sheets and of their cells."""

import csv
import io

from hypothesis import example, given
from hypothesis import strategies as st

from paralattice.english.spacing import shown_word
from paralattice.formats.tables.paper_tables import escape_cell, unescape_cell
from paralattice.judging.sheets.assignment import assign_clusters
from paralattice.judging.sheets.items import StudyItem, shuffle_items
from paralattice.judging.sheets.sheet_tables import write_sheet

texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=12)


@st.composite
def tasks(draw):
    """Clusters with sizes, judges, and a least number of judges a cluster."""
    sizes = draw(st.lists(st.integers(1, 50), min_size=1, max_size=15))
    judges = draw(st.integers(1, 8))
    return {f"c{number}": size for number, size in enumerate(sizes)}, judges, draw(st.integers(1, judges))


@given(tasks(), st.integers())
def test_each_cluster_has_its_judges_and_loads_differ_by_less_than_any_cluster_that_could_move(task, seed):
    clusters, judges, per_cluster = task
    hands = assign_clusters(clusters, judges, per_cluster, seed)
    loads = [sum(clusters[name] for name in hand) for hand in hands]
    assert len(hands) == judges
    for name in clusters:
        assert sum(name in hand for hand in hands) >= per_cluster
    for hand, load in zip(hands, loads, strict=True):
        assert len(set(hand)) == len(hand)
        assert all(load + size > max(loads) for name, size in clusters.items() if name not in hand)


@given(st.integers(1, 15), st.integers(1, 8), st.data())
def test_clusters_of_one_size_give_every_judge_the_same_least_number(count, judges, data):
    per_cluster = data.draw(st.integers(1, judges))
    hands = assign_clusters({f"c{number}": 50 for number in range(count)}, judges, per_cluster)
    least = -(-count * per_cluster // judges)
    assert [len(hand) for hand in hands] == [least] * judges


@given(texts)
def test_every_text_comes_back_from_its_cell(text):
    assert unescape_cell(escape_cell(text)) == text


@given(texts)
def test_no_cell_begins_like_a_formula(text):
    assert not escape_cell(text).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


@given(st.lists(texts, max_size=8), st.integers())
@example(["-RRB-", "''"], 0)
def test_a_sheet_read_back_has_every_sentence_once(words, seed):
    items = [StudyItem(f"i{number}", "c", "V1", number, (word,)) for number, word in enumerate(words)]
    table = write_sheet(shuffle_items(items, "judge-01", seed))
    rows = list(csv.DictReader(io.StringIO(table, newline="")))
    found = {row["item"]: unescape_cell(row["sentence"]) for row in rows}
    # Judges read brackets and quotation marks, which trees write as -LRB- and ``.
    assert found == {item.id: shown_word(item.words[0]) for item in items}
