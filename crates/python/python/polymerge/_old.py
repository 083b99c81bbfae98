"""Names of records until version 0.1.0, which are accepted for one version."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._records import Choice, ValueChoice

_KINDS = {"hole": "hole_countdown", "message": "announcement"}
_KEYS = {"cell": "place", "message": "text"}


def _warn(old: str, new: str) -> None:
    warnings.warn(f"{old} is called {new} now", DeprecationWarning, stacklevel=3)


class OldEvent(dict[str, Any]):
    """An event with its old keys."""

    def _renamed(self, key: object) -> tuple[str, Any] | None:
        """Returns the new name of an old key that this event has, and its value."""
        has = super().__contains__
        if not isinstance(key, str) or has(key) or not has("kind"):
            return None
        if key == "event":
            return "kind", _KINDS.get(self["kind"], self["kind"])
        if key == "turn" and self["kind"] == "auto_move":
            from ._records import Turn

            return "moved, score and events", Turn(self["moved"], self["score"], self["events"])
        new = _KEYS.get(key)
        return (new, self[new]) if new is not None and has(new) else None

    def __missing__(self, key: str) -> Any:
        renamed = self._renamed(key)
        if renamed is None:
            raise KeyError(key)
        _warn(key, renamed[0])
        return renamed[1]

    def __contains__(self, key: object) -> bool:
        renamed = self._renamed(key)
        if renamed is None:
            return super().__contains__(key)
        _warn(str(key), renamed[0])
        return True

    def get(self, key: str, default: Any = None, /) -> Any:
        renamed = self._renamed(key)
        if renamed is None:
            return super().get(key, default)
        _warn(key, renamed[0])
        return renamed[1]


class OldTile:
    """A placed tile as a pair of its cell and its content."""

    row: int
    column: int
    tile: Any

    def __iter__(self) -> Iterator[Any]:
        _warn("a pair", "row, column and tile")
        return iter(((self.row, self.column), self.tile))

    def __getitem__(self, index: int) -> Any:
        _warn("a pair", "row, column and tile")
        return ((self.row, self.column), self.tile)[index]


class OldChoice:
    """A choice with its old fields."""

    games: int

    @property
    def samples(self) -> int:
        """Old name of ``games``."""
        _warn("samples", "games")
        return self.games


class OldValueChoice:
    """A choice by learned values with the fields of one by random games."""

    error = None
    survival = None
    samples = 0


class BestChoice:
    """A ranking with its best direction."""

    choices: tuple[Choice, ...] | tuple[ValueChoice, ...]

    @property
    def best(self) -> int | None:
        """The index of the best direction."""
        return self.choices[0].direction if self.choices else None


class OldValueRanking(BestChoice):
    """A ranking by learned values with its old fields."""

    reward: str
    positions: int

    @property
    def objective(self) -> str:
        """Old name of ``reward``."""
        _warn("objective", "reward")
        return self.reward

    @property
    def turns(self) -> int:
        """Old name of ``positions``."""
        _warn("turns", "positions")
        return self.positions


class OldProgress:
    """The progress of learning with its old fields."""

    turns: float

    @property
    def length(self) -> float:
        """Old name of ``turns``."""
        _warn("length", "turns")
        return self.turns
