"""Figures of mean scores."""

from fractions import Fraction

import matplotlib
import pytest

from paralattice.judging.figures import draw_figure
from paralattice.judging.means import ClusterMeans


def means_of(cells, versions, overall=None):
    clusters = tuple(dict.fromkeys(cluster for cluster, _ in cells))
    if overall is None:
        overall = dict.fromkeys(versions, Fraction(3))
    return ClusterMeans("fidelity", clusters, versions, cells, {}, overall)


def test_a_figure_is_the_same_bytes_each_time_and_tells_neither_date_nor_version():
    means = means_of({(name, "V4"): Fraction(7, 3) for name in "abc"}, ("V1", "V4"))
    first, second = draw_figure(means), draw_figure(means)
    assert first == second
    assert first["png"].startswith(b"\x89PNG\r\n")
    assert b"<dc:date>" not in first["svg"]
    assert matplotlib.__version__.encode() not in first["svg"]
    assert b"Software" not in first["png"]


def test_settings_of_the_user_do_not_show_in_a_figure():
    means = means_of({(name, "V4"): Fraction(7, 3) for name in "abc"}, ("V4",))
    plain = draw_figure(means)
    with matplotlib.rc_context({"axes.facecolor": "red", "font.size": 20}):
        assert draw_figure(means) == plain
        assert matplotlib.rcParams["font.size"] == 20


@pytest.mark.parametrize("value", [Fraction(1), Fraction(5, 2), Fraction(4)])
def test_figures_hold_any_mean_and_any_name(value):
    cells = {(name, version): value for name in ("$x", "a_b^", "東京", "c" * 60) for version in ("V1", "V5")}
    assert set(draw_figure(means_of(cells, ("V1", "V5")))) == {"svg", "png"}
