"""The equations of a fit. A symmetric matrix is given by its lower triangle, row by row."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator


def diagonal(row: int) -> int:
    """Return where the diagonal element of ``row`` is.

    >>> [diagonal(row) for row in range(4)]
    [0, 2, 5, 9]
    """
    return row * (row + 3) // 2


def damped(square: "list[float]", size: int, damping: float) -> "list[float]":
    """Return equations whose solution is shorter, most where little is known (Marquardt)."""
    out = list(square)
    for row in range(size):
        out[diagonal(row)] = out[diagonal(row)] * (1 + damping) + 1
    return out


def solve(square: "list[float]", right: "list[float]") -> "Generator[None, None, list[float]]":
    """Solve symmetric linear equations with a positive matrix; yield after each small step.

    >>> work = solve([2, 1, 3], [5, 10])
    >>> [next(work) for _ in range(4)]
    [None, None, None, None]
    >>> try:
    ...     next(work)
    ... except StopIteration as end:
    ...     print(end.value)
    [1.0, 3.0]
    """
    size = len(right)
    rows = _upper(square, size)
    yield
    out = [float(each) for each in right]
    for i in range(size):
        upper, pivot = rows[i], rows[i][i] or 1.0
        for j in range(i + 1, size):
            lower = rows[j]
            part = upper[j] / pivot
            if part:
                for k in range(j, size):
                    lower[k] -= part * upper[k]
                out[j] -= part * out[i]
        yield
    for i in range(size - 1, -1, -1):
        for j in range(i + 1, size):
            out[i] -= rows[i][j] * out[j]
        out[i] /= rows[i][i] or 1.0
    yield
    return out


def _upper(square: "list[float]", size: int) -> "list[list[float]]":
    """Return the rows of the matrix, of which only the upper triangle is filled."""
    rows, at = [[0.0] * size for _ in range(size)], 0
    for i in range(size):
        for j in range(i + 1):
            rows[j][i] = float(square[at])
            at += 1
    return rows
