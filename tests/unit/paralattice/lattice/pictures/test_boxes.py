from paralattice.lattice import Arc, WordLattice, from_alignment, minimise
from paralattice.lattice.building import separate_columns
from paralattice.lattice.pictures.boxes import Box, BoxLink, boxes_and_links


def test_words_that_every_path_reads_together_are_one_box():
    sentences = [["a", "b", "c", "d"], ["a", "b", "x", "y", "d"]]
    boxes, links = boxes_and_links(from_alignment(sentences, [[0, 1, 2, 3], [0, 1, 4, 5, 3]]))
    assert [box.words for box in boxes] == [(), ("a", "b"), ("c",), ("x", "y"), ("d",), ()]
    assert [box.sentences for box in boxes[1:-1]] == [(0, 1), (0,), (1,), (0, 1)]
    assert links == [
        BoxLink(0, 1, (0, 1)),
        BoxLink(1, 2, (0,)),
        BoxLink(1, 3, (1,)),
        BoxLink(2, 4, (0,)),
        BoxLink(3, 4, (1,)),
        BoxLink(4, 5, (0, 1)),
    ]


def test_every_state_stands_in_one_box_in_order():
    sentences = [["a", "b", "c"], ["d", "b", "e"], ["f", "g"]]
    lattice = from_alignment(sentences, [[0, 1, 2], [3, 1, 4], [5, 6]])
    boxes, links = boxes_and_links(lattice)
    states = [state for box in boxes for state in box.states]
    assert sorted(states) == list(range(lattice.states))
    assert all(list(box.states) == sorted(box.states) for box in boxes)
    assert all(link.source < link.target for link in links)


def test_a_sentence_alone_is_one_box_between_start_and_accept():
    boxes, links = boxes_and_links(from_alignment([["a", "b"]], [[0, 1]]))
    assert boxes == [Box((0,), (), ()), Box((1, 2), ("a", "b"), (0,)), Box((3,), (), (0,))]
    assert links == [BoxLink(0, 1, (0,)), BoxLink(1, 2, (0,))]


def test_forms_that_differ_in_case_share_a_box():
    boxes, links = boxes_and_links(from_alignment([["The", "end"], ["the", "end"]], [[0, 1], [0, 1]]))
    assert [box.words for box in boxes] == [(), ("The/the", "end"), ()]
    assert links[0] == BoxLink(0, 1, (0, 1))


def test_a_lattice_that_knows_no_sentences_has_boxes_too():
    sentences = [["a", "b"], ["a", "c"]]
    boxes, _ = boxes_and_links(minimise(from_alignment(sentences, separate_columns(sentences))))
    assert all(box.sentences == () for box in boxes)


def test_words_that_meet_from_different_states_have_boxes_of_their_own():
    arcs = [
        (0, 1, "a"),
        (0, 2, "b"),
        (1, 3, "c"),
        (1, 4, "x"),
        (2, 3, "d"),
        (2, 3, "e"),
        (3, 4, "f"),
        (4, 5, ""),
    ]
    lattice = WordLattice(0, 5, 6, tuple(Arc(*arc, (0,)) for arc in arcs))
    boxes, links = boxes_and_links(lattice)
    shown = [box.words for box in boxes]
    assert shown == [(), ("a",), ("b",), ("c",), ("d/e",), ("f",), ("x",), (), ()]
    assert [box.states for box in boxes] == [(0,), (1,), (2,), (), (), (3,), (), (4,), (5,)]
    # After b comes d or e, never c.
    ways = [(0, 1), (0, 2), (1, 3), (1, 6), (2, 4), (3, 5), (4, 5), (5, 7), (6, 7), (7, 8)]
    assert [link[:2] for link in links] == ways


def test_a_word_that_leads_to_the_accepting_state_has_a_box():
    boxes, links = boxes_and_links(WordLattice(0, 1, 2, (Arc(0, 1, ""), Arc(0, 1, "a"), Arc(0, 1, "b"))))
    assert [box.words for box in boxes] == [(), ("a/b",), ()]
    assert [link[:2] for link in links] == [(0, 1), (0, 2), (1, 2)]
