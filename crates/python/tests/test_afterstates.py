"""Boards after each direction of all games of a batch."""

from typing import Any

import numpy as np
import pytest

import polymerge as pm


def contents(kinds: Any, tiles: Any) -> list[Any]:
    """The contents of cells, which two engines may number otherwise."""
    return [tiles[kind].content if kind >= 0 else int(kind) for kind in kinds.ravel()]


@pytest.mark.parametrize(
    "mode, by_chance",
    [("classic", False), ("dive", False), ("xxxx", False), ("threes", False), ("120", True), ("124", True)],
)
def test_they_are_those_of_the_engine(mode: str, by_chance: bool) -> None:
    rules = pm.Mode(mode).compile()
    engine, batch = rules.engine(), rules.batch(3, seed=7)
    known = guessed = 0
    for _ in range(15):
        (boards, points), legal, now = batch.afterstates(), batch.legal(), batch.kinds()
        assert boards.shape == (3, len(rules.directions), *rules.shape) and points.shape == legal.shape
        for game in range(3):
            position = engine.position(batch.game(game))
            for direction in range(len(rules.directions)):
                board = boards[game, direction]
                if not legal[game, direction]:
                    assert np.array_equal(board, now[game]) and points[game, direction] == 0
                    continue
                after = engine.afterstate(position, direction)
                if after is None:
                    # A turn by other random numbers.
                    guessed += not np.array_equal(board, now[game])
                    continue
                known += 1
                assert after[0] == points[game, direction]
                assert contents(engine.kinds_of(after[1]), engine.kinds) == contents(board, batch.tiles)
        batch.step(legal.argmax(axis=1))
    assert (guessed > 9) == by_chance and (known > 40 or by_chance)


def test_they_change_nothing_and_fill_arrays() -> None:
    rules = pm.Mode("classic").compile()
    batch, same = rules.batch(5, seed=3), rules.batch(5, seed=3)
    into = np.zeros((5, 4, 4, 4), np.int32)
    for _ in range(50):
        boards, points = batch.afterstates(into)
        again = batch.afterstates()
        assert boards is into and np.array_equal(into, again[0]) and np.array_equal(points, again[1])
        directions = batch.legal().argmax(axis=1)
        batch.step(directions)
        same.step(directions)
        assert np.array_equal(batch.rewards, points[np.arange(5), directions])
        assert np.array_equal(batch.kinds(), same.kinds())
    with pytest.raises(pm.InputError, match=r"out has the shape \[5, 4, 4\]"):
        batch.afterstates(np.zeros((5, 4, 4), np.int32))


def test_games_that_have_ended_show_their_last_board() -> None:
    batch = pm.Mode("classic").with_(grid="1x2").compile().batch(1, seed=1, restart="by_hand")
    while batch.legal().any():
        batch.step(batch.legal().argmax(axis=1))
    boards, points = batch.afterstates()
    assert all(np.array_equal(board, batch.kinds()[0]) for board in boards[0]) and not points.any()
