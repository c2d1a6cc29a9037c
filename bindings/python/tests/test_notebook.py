"""The notebook runs, and its stored pictures are those that it draws. `python tests/test_notebook.py` stores them anew."""

import ast
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

FILE = Path(__file__).parents[1] / "notebooks" / "tour.ipynb"


def drawn() -> list[tuple[dict[str, Any], str | None]]:
    """The cells of code with the SVG of their last expressions, run one after the other as a notebook does."""
    cells = [cell for cell in json.loads(FILE.read_text())["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    return [(cell, _run("".join(cell["source"]), names)) for cell in cells]


def _run(source: str, names: dict[str, Any]) -> str | None:
    *statements, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        exec(source, names)
        return None
    exec(compile(ast.Module(statements, []), "cell", "exec"), names)
    svg = eval(compile(ast.Expression(last.value), "cell", "eval"), names)._repr_svg_()
    assert isinstance(svg, str)
    return svg


def outputs(svg: str | None) -> list[dict[str, Any]]:
    data = {"image/svg+xml": [svg]}
    return [] if svg is None else [{"output_type": "display_data", "data": data, "metadata": {}}]


def test_the_notebook_draws_what_is_stored() -> None:
    pictures = 0
    for cell, svg in drawn():
        assert cell["outputs"] == outputs(svg)
        if svg is not None:
            root = ElementTree.fromstring(svg)
            shapes = [element.tag.rsplit("}", 1)[-1] for element in root]
            assert "polyline" in shapes and shapes.count("text") > 5
            pictures += 1
    assert pictures == 3


if __name__ == "__main__":
    notebook = json.loads(FILE.read_text())
    found = iter(drawn())
    for part in notebook["cells"]:
        if part["cell_type"] == "code":
            part["outputs"] = outputs(next(found)[1])
    FILE.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
