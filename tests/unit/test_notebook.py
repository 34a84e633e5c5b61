"""The example notebook runs from top to bottom, and its values show themselves."""

import ast
import json
from pathlib import Path

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "notebook.ipynb"


def shown_values():
    """Return the value of the last expression of each cell with code."""
    names, values = {}, []
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            *body, last = ast.parse("".join(cell["source"])).body
            exec(compile(ast.Module(body, []), "cell", "exec"), names)  # noqa: S102 - our own
            values.append(eval(compile(ast.Expression(last.value), "cell", "eval"), names))  # noqa: S307 - our own
    return values


def test_the_notebook_shows_lattices_sentences_and_tables():
    lattice, samples, distance, made, described, alignment, graph = shown_values()
    assert lattice._repr_svg_().startswith("<svg")
    assert len(samples) == 3
    assert distance == 1
    assert made
    assert all(sources and operations for _, sources, operations in described)
    assert alignment._repr_html_().startswith("<table>")
    assert "Witnesses A, B, C" in graph._repr_svg_()
