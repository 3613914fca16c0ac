"""The firmware uses only what MicroPython has, as far as its source shows."""

import ast
from pathlib import Path

import pytest

import hardware.firmware

ROOMS = sorted(Path(hardware.firmware.__file__).parent.glob("*.py"))

THERE = {"array", "binascii", "gc", "machine", "micropython", "select", "sys", "time"}
"""The modules of MicroPython that it uses."""

MISSING = {"bit_length", "bit_count", "removeprefix", "removesuffix", "zfill", "casefold"}
"""Methods that MicroPython's types lack."""


def strange(tree: ast.AST) -> list[str]:
    """Return what MicroPython does not have; code for type checkers only is left out."""
    found = []
    nodes: list[ast.AST] = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            found += [
                f"line {each.lineno}: *" for each in node.elts if isinstance(each, ast.Starred)
            ]
        if isinstance(node, ast.Import):
            found += [each.name for each in node.names if each.name not in THERE]
        if isinstance(node, ast.ImportFrom) and not node.level and node.module not in THERE:
            found.append(str(node.module))
        if isinstance(node, ast.Attribute) and node.attr in MISSING:
            found.append(node.attr)
        if isinstance(node, (ast.Match, ast.AsyncFunctionDef)):
            found.append(type(node).__name__)
        nodes += ast.iter_child_nodes(node)
    return found


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_module_uses_only_what_micropython_has(room: Path) -> None:
    assert set(strange(ast.parse(room.read_text()))) <= {"firmware.pico"}
