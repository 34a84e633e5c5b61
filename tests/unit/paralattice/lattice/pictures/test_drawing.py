import json
import re
import subprocess
import sys
from collections import Counter
from xml.etree import ElementTree as ET

from paralattice.lattice import draw_svg, from_alignment, minimise
from paralattice.lattice.building import separate_columns

SPACE = "{http://www.w3.org/2000/svg}"
SENTENCES = [
    ["Milan", "is", "beautiful"],
    ["I", "went", "to", "Milan"],
    ["I", "went", "to", "see", "Milan", "at", "night", "and", "it", "was", "beautiful"],
]
COLUMNS = [[0, 1, 2], [3, 4, 5, 0], [3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 2]]


def parse(text):
    return ET.fromstring(text)  # noqa: S314 - our own text


def picture(sentences=SENTENCES, columns=COLUMNS):
    return parse(draw_svg(from_alignment(sentences, columns), draw_limit=100))


def boxes_of(root):
    return [group for group in root.iter(f"{SPACE}g") if group.find(f"{SPACE}rect") is not None]


def words_of(group):
    return " ".join(text.text for text in group.iter(f"{SPACE}text")).split()


def test_every_state_is_drawn_once_with_its_word_in_reading_order():
    lattice = from_alignment(SENTENCES, COLUMNS)
    word_of = {arc.target: arc.label for arc in lattice.arcs}
    root = picture()
    drawn = Counter()
    for group in root.iter(f"{SPACE}g"):
        states = list(map(int, group.get("data-states").split()))
        drawn.update(states)
        assert words_of(group) == [word_of[state] for state in states if word_of.get(state)]
    assert drawn == Counter(range(lattice.states))


def test_start_and_accept_are_circles_with_their_names():
    circles = [group for group in picture().iter(f"{SPACE}g") if group.find(f"{SPACE}circle") is not None]
    assert [group.find(f"{SPACE}title").text for group in circles] == ["Start", "Accept"]


def test_boxes_and_arcs_name_their_sentences_from_0_for_scripts_and_from_1_for_people():
    root = picture()
    milan = next(group for group in boxes_of(root) if words_of(group) == ["Milan"])
    assert milan.get("data-sentences") == "0 1 2"
    assert milan.find(f"{SPACE}title").text == "Sentences 1, 2, 3"
    arcs = {path.get("data-sentences"): path.find(f"{SPACE}title").text for path in root.iter(f"{SPACE}path")}
    assert arcs == {
        "0": "Sentence 1",
        "1": "Sentence 2",
        "2": "Sentence 3",
        "0 2": "Sentences 1, 3",
        "1 2": "Sentences 2, 3",
    }


def test_arcs_name_the_boxes_that_they_link_in_the_order_of_the_text():
    root = picture()
    boxes = [words_of(group) for group in root.iter(f"{SPACE}g")]
    links = {tuple(map(int, path.get("data-boxes").split())) for path in root.iter(f"{SPACE}path")}
    assert {(" ".join(boxes[source]), " ".join(boxes[target])) for source, target in links} == {
        ("", "I went to"),
        ("", "Milan"),
        ("I went to", "see"),
        ("I went to", "Milan"),
        ("see", "Milan"),
        ("Milan", "is"),
        ("Milan", "at night and it was"),
        ("Milan", ""),
        ("is", "beautiful"),
        ("at night and it was", "beautiful"),
        ("beautiful", ""),
    }


def test_what_more_sentences_share_is_stronger_and_its_arcs_are_thicker():
    sentences = [["a", "b"]] * 3 + [["a", "c"]]
    root = picture(sentences, [[0, 1]] * 3 + [[0, 2]])
    strength = {"".join(words_of(group)): group.get("class") for group in boxes_of(root)}
    assert strength["c"] is None
    assert strength["b"] < strength["a"]
    thickness = {
        path.get("data-sentences"): float(path.get("stroke-width", root.get("stroke-width")))
        for path in root.iter(f"{SPACE}path")
    }
    assert thickness["3"] < thickness["0 1 2"] < thickness["0 1 2 3"]


def test_arcs_start_and_end_at_the_edges_of_boxes():
    root = picture()
    edges = set()
    for group in root.iter(f"{SPACE}g"):
        shape = group[1]
        if shape.tag == f"{SPACE}circle":
            middle, y, half = int(shape.get("cx")), int(shape.get("cy")), int(shape.get("r"))
        else:
            half = int(shape.get("width")) // 2
            middle = int(shape.get("x")) + half
            y = int(shape.get("y")) + int(shape.get("height")) // 2
        edges |= {(middle - half, y), (middle + half, y)}
    for path in root.iter(f"{SPACE}path"):
        numbers = re.findall(r"-?\d+", path.get("d"))
        last_height = re.findall(r"(-?\d+)(?:H-?\d+)+$", path.get("d"))[-1]
        assert (int(numbers[0]), int(numbers[1])) in edges
        assert (int(numbers[-1]), int(last_height)) in edges


def test_words_that_look_like_markup_or_hold_control_characters_are_shown_safely():
    words = ["<b>", "&amp;", '"', "]]>", "\x00"]
    (box,) = boxes_of(picture([words], separate_columns([words])))
    assert words_of(box) == ["<b>", "&amp;", '"', "]]>", "\ufffd"]


def test_long_words_together_stand_in_several_lines_within_their_box():
    words = ["extraordinary"] * 40
    (box,) = boxes_of(picture([words], separate_columns([words])))
    frame = box.find(f"{SPACE}rect")
    top, height = int(frame.get("y")), int(frame.get("height"))
    heights = [int(text.get("y")) for text in box.iter(f"{SPACE}text")]
    assert len(heights) > 3
    assert heights == sorted(set(heights))
    assert top < heights[0]
    assert heights[-1] < top + height


def test_the_picture_scales_and_says_what_it_is():
    root = picture()
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert root.get("aria-label") == "Word lattice of 3 sentences"
    assert not [element for element in root.iter() if element.get("id")]


def test_a_lattice_of_more_boxes_than_the_limit_is_not_drawn():
    lattice = from_alignment(SENTENCES, COLUMNS)
    boxes = len(boxes_of(picture())) + 2
    assert draw_svg(lattice, draw_limit=boxes)
    assert draw_svg(lattice, draw_limit=boxes - 1) == ""
    assert draw_svg(lattice, draw_limit=0) == ""


def test_a_lattice_that_knows_no_sentences_is_drawn_too():
    lattice = minimise(from_alignment(SENTENCES[:1], COLUMNS[:1]))
    root = parse(draw_svg(lattice, draw_limit=10))
    assert [words_of(group) for group in boxes_of(root)] == [SENTENCES[0]]


SCRIPT = """
import hashlib, json, logging, sys
from paralattice.lattice import draw_svg, from_alignment, lattice_record, sample
from paralattice.lattice import statistics, to_att, write_samples
from paralattice.lattice.options import SampleOptions
assert "fast_sugiyama" not in sys.modules, "drawing is not loaded before something is drawn"
sentences, columns = json.loads(sys.argv[1])
lattice = from_alignment(sentences, columns)
figures = statistics(lattice, columns, sentences, 100)
samples = sample(lattice, sentences, SampleOptions(), "milan", "V1")
texts = [draw_svg(lattice, 100), *to_att(lattice), write_samples(samples)]
print(hashlib.sha256(json.dumps([texts, lattice_record(lattice, figures)]).encode()).hexdigest())
"""


def test_nothing_depends_on_the_process_or_its_hash_seed():
    digests = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, json.dumps([SENTENCES, COLUMNS])],
            env={"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "4242")
    ]
    assert digests[0] == digests[1] != ""
