"""Functions that make pickled objects again."""

from __future__ import annotations

from ._engine import Batch, Engine, Game, Limits, Mode, Position, Replay, Rules, Weights


def mode(kind: str, text: str, changes: list[tuple[bool, str]], limits: Limits) -> Mode:
    """Makes a mode from its origin and its changes."""
    return Mode._restored(kind, text, changes, limits)


def rules(made: Mode, drawn: int | None) -> Rules:
    """Makes rules from their mode, with the seed of random cells."""
    compiled = made.compile()
    return compiled if drawn is None else compiled.drawn(drawn)


def game(made: Rules, saved: str, now: float = 0.0) -> Game:
    """Makes a game from its saved state, with the time of its clock."""
    return Game._restored(made, saved, now)


def engine(made: Rules, random: list[int], kinds: list[str]) -> Engine:
    """Makes an engine from its random numbers and the kinds that it has numbered."""
    return Engine._restored(made, random, kinds)


def position(made: Engine, text: str) -> Position:
    """Makes a position of an engine from its text."""
    return made.resume(text)


def replay(code: str, limits: Limits, position: int) -> Replay:
    """Makes a replay from its code, at a position."""
    made = Replay.from_code(code, limits)
    made.seek(position)
    return made


def batch(made: Rules, placement: str, texts: list[str], threads: int | None = None) -> Batch:
    """Makes a batch from its saved state."""
    return Batch._restored(made, placement, texts, threads)


def weights(made: Rules, data: bytes) -> Weights:
    """Makes weights from the bytes of their file."""
    return Weights.from_bytes(made, data)


def limits(strict: bool, numbers: dict[str, int]) -> Limits:
    """Makes limits from their base and the changed numbers."""
    begun = Limits.strict() if strict else Limits.default()
    return begun.but(**numbers)
