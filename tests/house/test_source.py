"""What the compiler gets wrong, what does not belong into a project, and how long a file may be."""
from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.house.source import ROOT, modules, tree, written

LONGEST_MODULE, LONGEST_FUNCTION = 400, 50
PRIVATE = re.compile(r"(?<![\w.])/(?:work|tmp|root|(?:home|Users)/(?!me/|you/))/?\w|bash" + "_jobs|sub" + "agent")
"""Places and words of the machine on which something was written."""


def shifted_literals(text: str) -> list[int]:
    """The lines on which a literal, or `i64(literal)`, is shifted by something that is no literal."""
    lines = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift) and not isinstance(node.right, ast.Constant):
            left = node.left
            if isinstance(left, ast.Call) and len(left.args) == 1:
                left = left.args[0]
            if isinstance(left, ast.Constant):
                lines.append(node.lineno)
    return lines


def test_no_literal_is_shifted_by_a_variable_in_sim() -> None:
    found = [f"{path}:{line}" for path in modules("sim")
             for line in shifted_literals((ROOT / path).read_text(encoding="utf-8"))]

    assert found == [], "compiled wrongly for large shifts: write BIT[n]"


def test_the_shift_lint_knows_what_it_looks_for() -> None:
    assert shifted_literals("a = 1 << n\nb = i64(1) << n\nc = x << n\nd = 1 << 4\n") == [1, 2]


HOT = re.compile(r"sim/(\w+/(phases/\w+|scoring|state|log)|play|chance|bits)\.py")


def half_native(text: str) -> list[int]:
    """The lines of conditional expressions of which one branch only is a literal int."""
    return [node.lineno for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.IfExp) and _is_literal(node.body) != _is_literal(node.orelse)]


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_literal(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) is int


def test_no_choice_in_the_engines_is_half_native() -> None:
    found = [f"{path}:{line}" for path in modules("sim") if HOT.fullmatch(path.as_posix())
             for line in half_native((ROOT / path).read_text(encoding="utf-8"))]

    assert found == [], "both branches become objects on the way: write i64(0)"


def test_the_lint_of_choices_knows_what_it_looks_for() -> None:
    assert half_native("a = n if b else 0\nc = -1 if b else n\nd = n if b else i64(0)\ne = 1 if b else 0\n") == [1, 2]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_nothing_speaks_of_the_machine_it_was_written_on() -> None:
    found = [f"{path}:{number}: {line.strip()[:80]}" for path in written()
             for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1)
             if PRIVATE.search(line)]

    assert found == []


@pytest.mark.parametrize("path", modules(), ids=str)
def test_modules_and_functions_stay_short(path: Path) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    long = {node.name: size for node in ast.walk(tree(path)) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            if (size := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_FUNCTION}

    assert text.count("\n") <= LONGEST_MODULE
    assert long == {}


@pytest.mark.parametrize("path", modules(), ids=str)
def test_a_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(tree(path))
