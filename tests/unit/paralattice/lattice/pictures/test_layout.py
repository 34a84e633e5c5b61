import logging
from itertools import combinations

import pytest

from paralattice.lattice.pictures.layout import lay_out

# Two long ways and a short cut, with boxes of several measures; 0 is the start and 7 the end.
SIZES = [(14, 14), (80, 24), (160, 72), (40, 24), (60, 40), (50, 24), (200, 88), (14, 14)]
LINKS = [(0, 1), (0, 2), (0, 6), (1, 3), (1, 7), (2, 4), (3, 5), (4, 5), (5, 7), (6, 7)]


def rectangles(layout, sizes):
    for (width, height), layer, y in zip(sizes, layout.layer, layout.y, strict=True):
        middle = (layout.left[layer] + layout.right[layer]) / 2
        yield middle - width / 2, y - height / 2, middle + width / 2, y + height / 2


def test_boxes_lie_within_the_picture_and_apart():
    layout = lay_out(SIZES, LINKS)
    width, height = layout.size
    boxes = list(rectangles(layout, SIZES))
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
    for one, other in combinations(boxes, 2):
        apart_across = one[2] <= other[0] or other[2] <= one[0]
        apart_down = one[3] <= other[1] or other[3] <= one[1]
        assert apart_across or apart_down


def test_links_lead_to_the_right_through_each_layer_between():
    layout = lay_out(SIZES, LINKS)
    for (source, target), route in zip(LINKS, layout.routes, strict=True):
        assert layout.layer[target] - layout.layer[source] == len(route) + 1
    gaps = [after - before for before, after in zip(layout.right, layout.left[1:], strict=False)]
    assert all(28 <= gap <= 72 for gap in gaps)


def test_a_link_that_passes_a_layer_keeps_clear_of_its_boxes():
    layout = lay_out(SIZES, LINKS)
    passed = 0
    for (source, _), route in zip(LINKS, layout.routes, strict=True):
        for layer, y in enumerate(route, layout.layer[source] + 1):
            for (_, height), box_layer, middle in zip(SIZES, layout.layer, layout.y, strict=True):
                if box_layer == layer:
                    passed += 1
                    assert abs(y - middle) >= height / 2 + 4
    assert passed


def test_two_parallel_ways_do_not_cross():
    layout = lay_out([(14, 14), *[(40, 24)] * 4, (14, 14)], [(0, 1), (0, 2), (1, 3), (2, 4), (3, 5), (4, 5)])
    assert (layout.y[1] < layout.y[2]) == (layout.y[3] < layout.y[4])


def test_a_box_that_may_choose_its_layer_takes_one_that_is_wide_already():
    sizes = [(14, 14), (30, 24), (200, 24), (30, 24), (190, 24), (14, 14)]
    layout = lay_out(sizes, [(0, 1), (1, 2), (2, 3), (3, 5), (0, 4), (4, 5)])
    assert layout.layer[4] == layout.layer[2] == 2


def test_the_same_boxes_are_laid_out_alike_every_time():
    assert lay_out(SIZES, LINKS) == lay_out(SIZES, LINKS)


@pytest.mark.parametrize("level", [logging.DEBUG, logging.INFO])
def test_the_layout_library_leaves_nothing_in_the_log(caplog, level):
    with caplog.at_level(level):
        lay_out(SIZES, LINKS)
    assert caplog.records == []
