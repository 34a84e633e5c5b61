"""Curves of precision against recall as a picture."""

import warnings

from paralattice.sentences.curves import Curve, draw_curves

POINTS = [(0.1, 1.0), (0.6, 0.8), (0.9, 0.4)]


def test_a_recall_is_marked_by_a_line():
    curves = [Curve("tfidf", POINTS, (0.6, 0.8))]
    plain, marked = draw_curves(curves), draw_curves(curves, [0.558])
    assert marked["svg"].count(b"stroke-dasharray: 1") == plain["svg"].count(b"stroke-dasharray: 1") + 1


def test_the_names_of_many_systems_fit_beside_the_curves():
    curves = [Curve(f"mixed+context+surroundings+align{number}", POINTS) for number in range(30)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert b"surroundings+align29" in draw_curves(curves)["svg"]
