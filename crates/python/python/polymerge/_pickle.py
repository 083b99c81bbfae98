"""What pickled objects are made again by."""

from __future__ import annotations

from ._engine import Batch, Game, Limits, Mode, Rules, Weights


def mode(kind: str, text: str, changes: list[tuple[bool, str]], limits: Limits) -> Mode:
    """A mode by where it came from and what was chosen."""
    return Mode._restored(kind, text, changes, limits)


def rules(made: Mode, drawn: int | None) -> Rules:
    """Rules by their mode, with the seed of random cells."""
    compiled = made.compile()
    return compiled if drawn is None else compiled.drawn(drawn)


def game(made: Rules, saved: str, now: float = 0.0) -> Game:
    """A game as it was put away, with what its clock showed."""
    return Game._restored(made, saved, now)


def batch(made: Rules, placement: str, texts: list[str]) -> Batch:
    """Games that are played together, as they were put away."""
    return Batch._restored(made, placement, texts)


def weights(made: Rules, data: bytes) -> Weights:
    """Weights by the bytes of their file."""
    return Weights.from_bytes(made, data)


def limits(strict: bool, numbers: dict[str, int]) -> Limits:
    """Limits by where they begin and what was changed."""
    begun = Limits.strict() if strict else Limits.default()
    return begun.but(**numbers)
