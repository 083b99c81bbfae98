"""Results of the engine, as plain records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """A problem of a mode file. Lines and columns count from 1."""

    severity: str
    code: str
    message: str
    help: str | None
    file: str | None
    line: int | None
    column: int | None
    width: int | None


@dataclass(frozen=True)
class Direction:
    """A direction that can be pressed, by its ``index``."""

    index: int
    name: str
    label: str
    words: str
    letter: str | None
    rows: int
    columns: int
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Setting:
    """A setting that players choose; ``values`` describes its values in words."""

    name: str
    title: str
    about: str
    default: str
    values: str


@dataclass(frozen=True)
class Turn:
    """The result of a move. ``events`` are dictionaries with the name of the event under ``"event"``."""

    moved: bool
    score: float
    events: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Kind:
    """A content of cells. ``value`` is ``None`` if it depends on more than the tile."""

    sort: str
    content: Any
    value: float | None


@dataclass(frozen=True)
class Spawn:
    """A tile that may spawn after a move: its cell, its number in ``Engine.kinds``, its probability."""

    row: int
    column: int
    kind: int
    probability: float


@dataclass(frozen=True)
class Choice:
    """The ranking of a direction: ``value`` is compared, ``worse`` is the distance to the best."""

    direction: int
    value: float
    worse: float
    error: float | None
    samples: int
    win: float | None
    survival: float | None


@dataclass(frozen=True)
class Hint:
    """Directions in order, the best first; none if the game is over."""

    choices: tuple[Choice, ...]
    objective: str
    turns: int

    @property
    def best(self) -> int | None:
        """The index of the best direction."""
        return self.choices[0].direction if self.choices else None


@dataclass(frozen=True)
class Verdict:
    """The result of checking a claim, with the real result of its moves."""

    holds: bool
    score: float
    played: int
    ignored: int


@dataclass(frozen=True)
class Outcome:
    """The result of a game. ``ended`` is false if it was cut."""

    score: float
    turns: int
    won: bool
    ended: bool


@dataclass(frozen=True)
class Progress:
    """The progress of learning; ``score`` and ``length`` are means of the last games."""

    games: int
    moves: int
    score: float
    length: float


@dataclass(frozen=True)
class Failure:
    """A game of a batch in which the last step did not happen."""

    game: int
    code: str
    message: str
