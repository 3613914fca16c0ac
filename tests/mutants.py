"""Changes the program in small ways and looks whether a test notices: ``python -m tests.mutants``.

A sample of changes, the same for the same seed, is spread over all rooms by their size. Each is
made in a copy of the last commit, where those tests run that run the changed line
(``tests.reached`` records them), the nearest and quickest first; where a line is run by no test
but when it is imported, those of the files that mirror its module or import it. What no test
notices is printed with its file, its line and what was changed.

mutmut runs all tests before it begins, cosmic-ray knows one command for all modules, and neither
takes a sample.
"""

import argparse
import ast
import hashlib
import os
import platform
import queue
import re
import resource
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, partial
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import Final, Literal, NamedTuple

from tests.reached import PACKAGES, ROOT, Reached

MOST_FILES: Final = 12
"""So many files of tests are run for a change: the nearest ones."""

MOST_SECONDS: Final = 60.0
"""So long may the tests take, as it was recorded, that are run together for a change."""

MOST_TESTS: Final = 300
"""So many tests are named to one run of pytest."""

PATIENCE: Final = 1500.0
"""Seconds after which tests that do not end have noticed a change."""

MOST_PROCESSOR: Final = 300
"""Seconds of a processor after which they have noticed it, however busy the computer is."""

LEAST: Final = 4
"""So many changes are made at least in each room, however small it is."""

KEPT: Final = ROOT / "build" / "mutants"
"""Where the keys of changes that were noticed are kept, a file for each seed."""

KNOWN: Final = Path(__file__).with_name("equivalent_changes.txt")
"""Changes that make no difference: ``path: function: a line «old -> new» of it  # why``."""

COMPARED: Final[Mapping[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
CALCULATED: Final[Mapping[type[ast.operator], tuple[str, str]]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
}
JOINED: Final[Mapping[type[ast.boolop], tuple[str, str]]] = {
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}

Verdict = Literal["noticed", "survived"]


class Change(NamedTuple):
    """A change ``within`` a function of the file at ``path``: bytes from ``start`` to ``end``."""

    path: str
    within: str
    line: int
    start: int
    end: int
    new: bytes

    def shown(self, source: bytes) -> str:
        """Return the change as a person reads it."""
        line, old, new = self._words(source)
        return f"{self.path}:{self.line}: {old} -> {new}  in  {line}"

    def lot(self, source: bytes) -> str:
        """Return what decides by chance about the change, and about its likes in the line."""
        line, old, new = self._words(source)
        return f"{self.path}: {old} -> {new}: {line}"

    def key(self, source: bytes) -> str:
        """Return what stands for this change alone, wherever its line is; itself one line."""
        lines = source.splitlines(keepends=True)
        line, begins = lines[self.line - 1], sum(map(len, lines[: self.line - 1]))
        before, after = line[: self.start - begins], line[self.end - begins :]
        marked = f"{before.decode()}«{' -> '.join(self._words(source)[1:])}»{after.decode()}"
        return f"{self.path}: {self.within}: {' '.join(marked.split())}"

    def _words(self, source: bytes) -> tuple[str, str, str]:
        """Return the line of the change, and what is in it before and after."""
        line = source.splitlines()[self.line - 1].decode().strip()
        return line, source[self.start : self.end].decode(), self.new.decode()


class Finder(ast.NodeVisitor):
    """Finds the changes that can be made in ``source``, the content of ``path``."""

    def __init__(self, path: str, source: bytes) -> None:
        self._path, self._source = path, source
        lines = source.splitlines(keepends=True)
        self._starts = [sum(map(len, lines[:number])) for number in range(len(lines))]
        self._within: list[str] = []
        self.found: list[Change] = []
        self.visit(ast.parse(source))

    def visit_Compare(self, node: ast.Compare) -> None:
        parts = [node.left, *node.comparators]
        for left, operator, right in zip(parts, node.ops, parts[1:], strict=False):
            self._between(left, right, *COMPARED[type(operator)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in CALCULATED and not _is_text(node):
            self._between(node.left, node.right, *CALCULATED[type(node.op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(left, right, *JOINED[type(node.op)])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value))
        elif isinstance(node.value, int | float):
            self._replace(node, f"{node.value + 1}")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._replace(node, f"bool({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" not in ast.unparse(node.test):
            self._replace(node.test, f"not ({self._text(node.test)})")
            self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._replace(node.test, f"(not ({self._text(node.test)}))")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._replace(node, "pass")
            self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        return

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        return

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        with self._named(node.name):
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        with self._named(node.name):
            for part in (node.args, *node.body):
                self.visit(part)

    @contextmanager
    def _named(self, name: str) -> Iterator[None]:
        """What is found is within what has this ``name``."""
        self._within.append(name)
        try:
            yield
        finally:
            self._within.pop()

    def _add(self, line: int, start: int, end: int, new: str) -> None:
        within = ".".join(self._within) or "module"
        self.found.append(Change(self._path, within, line, start, end, new.encode()))

    def _text(self, node: ast.expr) -> str:
        return ast.get_source_segment(self._source.decode(), node) or ""

    def _at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def _replace(self, node: ast.expr | ast.stmt, new: str) -> None:
        start = self._at(node.lineno, node.col_offset)
        end = self._at(node.end_lineno or node.lineno, node.end_col_offset or 0)
        self._add(node.lineno, start, end, new)

    def _between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Change the operator between two operands, around which there may be brackets."""
        start = self._at(left.end_lineno or left.lineno, left.end_col_offset or 0)
        end = self._at(right.lineno, right.col_offset)
        sign = r"\s+".join(map(re.escape, old.split()))
        found = re.search(rf"(?<![^\s)]){sign}(?!=)".encode(), self._source[start:end])
        if found is not None:
            at = start + found.start()
            line = self._source[:at].count(b"\n") + 1
            self._add(line, at, start + found.end(), new)


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(each, ast.JoinedStr) or _is_words(each) for each in sides)


def _is_words(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def room_of(path: str) -> str:
    """Return the room of the module at ``path``: its package, and the folder in it.

    >>> room_of("firmware_host/features/fleet/web.py"), room_of("games/core.py")
    ('firmware_host/features/fleet', 'games')
    """
    parts = Path(path).parts[:-1]
    return "/".join(parts[: 3 if "features" in parts else 2])


def sample(count: int, seed: int) -> Sequence[Change]:
    """Return ``count`` changes of all rooms, by their size, for a ``seed``.

    They stay the same where the program does. Those that are known to make no difference are left
    out.
    """
    known = equivalent()
    by_room: dict[str, list[Change]] = {}
    for path in sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        by_room.setdefault(room_of(name), []).extend(Finder(name, path.read_bytes()).found)
    total = sum(map(len, by_room.values()))
    chosen: list[Change] = []
    for room in sorted(by_room):
        share = max(LEAST, round(count * len(by_room[room]) / total))
        chosen += sorted(by_room[room], key=partial(_lot, seed))[:share]
    chosen.sort(key=partial(_lot, seed))
    return [each for each in chosen[:count] if _key(each) not in known]


def _lot(seed: int, change: Change) -> bytes:
    """Return what decides whether ``change`` is in the sample of ``seed``."""
    said = f"{seed} {change.lot(_source(change.path))}"
    return hashlib.blake2b(said.encode(), digest_size=8).digest()


def _key(change: Change) -> str:
    return change.key(_source(change.path))


@cache
def _source(path: str) -> bytes:
    return (ROOT / path).read_bytes()


@cache
def equivalent() -> frozenset[str]:
    """Return the keys of the changes that are known to make no difference."""
    lines = KNOWN.read_text("utf-8").splitlines() if KNOWN.exists() else ()
    return frozenset(line.partition("  # ")[0] for line in lines if not line.startswith("#"))


@cache
def _imports() -> Mapping[Path, str]:
    return {path: path.read_text("utf-8") for path in sorted((ROOT / "tests").rglob("test_*.py"))}


@cache
def mirroring(path: str) -> Sequence[str]:
    """Return the files of tests for the module at ``path``, the nearest first, and its examples."""
    module, name = path.removesuffix(".py").replace("/", "."), Path(path).stem
    mirror = ROOT / "tests" / Path(path).parent
    package, _, own = module.rpartition(".")
    wanted = re.compile(
        rf"(from|import) {re.escape(module)}\b|from {re.escape(package)} import [^\n]*\b{own}\b"
    )

    def distance(test: Path) -> tuple[int, int] | None:
        text = _imports()[test]
        if test.stem == f"test_{name}" and test.is_relative_to(mirror):
            return (0, len(text))
        if wanted.search(text):
            return (1, len(text))
        return (2, len(text)) if test.parent == mirror else None

    near = sorted((far, test) for test in _imports() if (far := distance(test)) is not None)
    if not near:
        folder = next(each for each in mirror.parents if any(each.glob("test_*.py")))
        near = [((3, 0), test) for test in sorted(folder.glob("test_*.py"))]
    return (path, *(test.relative_to(ROOT).as_posix() for _, test in near[:MOST_FILES]))


def nearest(change: Change, reached: Reached) -> Iterator[Sequence[str]]:
    """Yield which tests may notice ``change``: those that run its line, the nearest first.

    They take at most :data:`MOST_SECONDS` each time.
    """
    near = mirroring(change.path)
    tests = reached.tests(change.path, change.line)
    for group in (
        [test for test in tests if test.partition("::")[0] in near],
        [test for test in tests if test.partition("::")[0] not in near],
    ):
        total = accumulate(map(reached.seconds, group))
        chosen = [test for test, spent in zip(group, total, strict=True) if spent <= MOST_SECONDS]
        if chosen:
            yield chosen[:MOST_TESTS]
    if not tests:
        yield near


def check(change: Change, copy: Path, tests: Sequence[str]) -> Verdict:
    """Make ``change`` in ``copy``, run ``tests`` there, and take it back."""
    file = copy / change.path
    source = file.read_bytes()
    file.write_bytes(source[: change.start] + change.new + source[change.end :])
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider"]
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(copy)}
    try:
        process = subprocess.Popen(
            [*command, *tests],
            cwd=copy,
            env=environ,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        most = MOST_PROCESSOR, MOST_PROCESSOR
        resource.prlimit(process.pid, resource.RLIMIT_CPU, most)
        try:
            return "survived" if process.wait(PATIENCE) == 0 else "noticed"
        except subprocess.TimeoutExpired:
            return "noticed"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    finally:
        file.write_bytes(source)


def copies(folder: Path, count: int) -> Iterator[Path]:
    """Yield ``count`` copies of the last commit in ``folder``."""
    packed = subprocess.run(
        ["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    for number in range(count):
        with tarfile.open(fileobj=BytesIO(packed.stdout)) as files:
            files.extractall(folder / str(number), filter="data")
        yield folder / str(number)


class Noticed:
    """The changes of ``seed`` that a test has noticed, by their keys; a file keeps them."""

    def __init__(self, seed: int) -> None:
        self._file = KEPT / f"{seed}.txt"
        self.keys = set(self._file.read_text("utf-8").splitlines() if self._file.exists() else ())

    def add(self, change: Change) -> None:
        """Keep ``change`` as noticed."""
        self.keys.add(_key(change))
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{_key(change)}\n")


def _where(seed: int) -> str:
    """Return what was changed, and on which machine."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    machine = f"{os.cpu_count()} processors ({platform.machine()})"
    return f"seed {seed}, commit {found.stdout.strip()}, {machine}, {platform.python_version()}"


def checked(
    changes: Sequence[Change], beside: int, reached: Reached
) -> Iterator[tuple[Change, Verdict]]:
    """Yield each of ``changes`` with its verdict; so many are looked at ``beside`` each other."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(beside) as pool:
        free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for copy in copies(Path(folder), beside):
            free.put(copy)

        def look(change: Change) -> tuple[Change, Verdict]:
            copy = free.get()
            try:
                tried = (check(change, copy, tests) for tests in nearest(change, reached))
                return change, "noticed" if "noticed" in tried else "survived"
            finally:
                free.put(copy)

        yield from pool.map(look, changes)


def main() -> int:
    """Make changes as the command line says; return 1 if more than one in twenty survives."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=400, help="how many changes are made")
    parser.add_argument("--seed", type=int, default=1, help="decides which")
    parser.add_argument("--beside", type=int, default=os.cpu_count(), help="how many at a time")
    asked = parser.parse_args()
    changes, noticed = sample(asked.count, asked.seed), Noticed(asked.seed)
    missing = [each for each in changes if _key(each) not in noticed.keys]
    for number, (change, verdict) in enumerate(
        checked(missing, asked.beside, Reached.recorded(asked.beside)), 1
    ):
        print(f"{number}/{len(missing)} {verdict}: {change.path}:{change.line}", flush=True)
        if verdict == "noticed":
            noticed.add(change)
    survivors = [each for each in changes if _key(each) not in noticed.keys]
    for change in survivors:
        print(change.shown(_source(change.path)))
    left, share = len(survivors), 100 * len(survivors) / len(changes)
    print(f"no test noticed {left} of {len(changes)} changes ({share:.1f} %); {_where(asked.seed)}")
    return int(20 * left > len(changes))


if __name__ == "__main__":
    sys.exit(main())
