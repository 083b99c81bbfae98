"""Boards as text."""

from __future__ import annotations

from typing import Any

import numpy as np


def _cell(value: float, kind: int) -> str:
    if kind == -1:
        return "."
    if kind < -1:
        return "#"
    if np.isnan(value):
        return "?"
    return str(int(value)) if abs(value) < 1e15 and value == int(value) else f"{value:g}"


def board(values: Any, kinds: Any) -> str:
    """The values of tiles, in columns; ``.`` is an empty cell, ``#`` another one without a tile."""
    rows = [[_cell(*cell) for cell in zip(*row)] for row in zip(values.tolist(), kinds.tolist())]
    width = max((len(cell) for row in rows for cell in row), default=1)
    return "\n".join(" ".join(cell.rjust(width) for cell in row) for row in rows)
