"""Positions: chance nodes, texts, pickles, seeds."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import polymerge as pm

MODES = ["classic", "dive", "2187", "directional-merges"]

CLASSIC = pm.Mode("classic").compile()


def met(mode: str, turns: int = 12) -> tuple[pm.Engine, pm.Position]:
    """A position some turns into a game."""
    engine = pm.Mode(mode).compile().engine(seed=1)
    position = engine.start(3)
    for turn in range(turns):
        legal = engine.legal(position)
        if not legal:
            break
        engine.play(position, legal[turn % len(legal)])
    return engine, position


@pytest.mark.parametrize("mode", ["classic", "2187", "1296", "directional-merges"])
def test_each_spawn_can_be_placed(mode: str) -> None:
    engine, position = met(mode)
    placed = 0
    for direction in engine.legal(position):
        after = engine.afterstate(position, direction)
        assert after is not None
        points, board, spawns = after
        assert spawns
        placed += len(spawns)
        mean = 0.0
        for spawn in spawns:
            fork = position.copy()
            assert engine.play_spawn(fork, direction, spawn)
            expected = engine.kinds_of(board)
            expected[spawn.row, spawn.column] = spawn.kind
            assert np.array_equal(engine.kinds_of(fork), expected)
            mean += spawn.probability * (fork.score - position.score)
            same = position.copy()
            engine.play_spawn(same, direction, (spawn.row, spawn.column, spawn.kind))
            assert engine.snapshot(same) == engine.snapshot(fork)
        assert mean == pytest.approx(points)
    assert placed > 5


def test_what_can_not_spawn_is_refused() -> None:
    engine, position = met("classic")
    before = engine.snapshot(position)
    direction = engine.legal(position)[0]
    after = engine.afterstate(position, direction)
    assert after is not None and after[2]
    good = after[2][0]
    taken = tuple(int(own) for own in np.argwhere(engine.kinds_of(after[1]) >= 0)[0])
    cases: list[tuple[Any, str]] = [
        ((*taken, good.kind), "no tile of kind"),
        ((good.row, good.column, 99), "no tile of kind 99 can spawn"),
        ((99, 0, good.kind), "in row 99"),
        ((good.row, good.column), "a spawn is one of those"),
        ((good.row, good.column, good.kind, 0), "a spawn is one of those"),
        ((-1, 0, good.kind), "a spawn is one of those"),
        ((good.row, good.column, 1.0), "a spawn is one of those"),
        ("abc", "a spawn is one of those"),
        (None, "a spawn is one of those"),
    ]
    for spawn, message in cases:
        with pytest.raises(pm.InputError, match=message):
            engine.play_spawn(position, direction, spawn)
    closed = [own for own in range(4) if own not in engine.legal(position)]
    for direction in closed:
        with pytest.raises(pm.PolymergeError):
            engine.play_spawn(position, direction, good)
    assert engine.snapshot(position) == before


@pytest.mark.parametrize("mode", MODES)
def test_positions_go_on_as_texts_in_engines_of_equal_rules(mode: str) -> None:
    engine, position = met(mode)
    other = pm.Mode(mode).compile().engine(seed=99)
    again = other.resume(engine.snapshot(position))
    assert np.array_equal(other.values_of(again), engine.values_of(position), equal_nan=True)
    for turn in range(10):
        legal = engine.legal(position)
        assert other.legal(again) == legal
        if not legal:
            break
        engine.play(position, legal[0], seed=turn)
        other.play(again, legal[0], seed=turn)
    assert other.snapshot(again) == engine.snapshot(position)
    assert (again.score, again.moves, again.screen) == (position.score, position.moves, position.screen)


@pytest.mark.parametrize(
    "mode, message",
    [("dive", "only known by playing it"), ("120", "only known by playing it"), ("122", "no tile spawns")],
)
def test_what_spawns_is_not_known_beforehand_everywhere(mode: str, message: str) -> None:
    engine = pm.Mode(mode).compile().engine()
    position = engine.start(3)
    with pytest.raises(pm.InputError, match=message):
        engine.play_spawn(position, engine.legal(position)[0], (0, 0, 1))


def test_texts_of_other_positions_are_refused() -> None:
    engine = CLASSIC.engine()
    text = engine.snapshot(engine.start(1))
    for bad in ["", "[]", text[:-9], text.replace("[1,", "[2,", 1)]:
        with pytest.raises(pm.RecordError):
            engine.resume(bad)
    with pytest.raises(pm.RecordError, match="other rules"):
        pm.Mode("dive").compile().engine().resume(text)
    with pytest.raises(pm.RefusedError):
        CLASSIC.engine().snapshot(engine.start(1))


def test_a_seed_decides_a_turn() -> None:
    engine, position = met("classic")
    direction = engine.legal(position)[0]

    def played(seed: int | None) -> str:
        fork = position.copy()
        engine.play(fork, direction, seed)
        return engine.snapshot(fork)

    assert played(5) == played(5)
    assert len({played(seed) for seed in range(20)}) > 5
    assert len({played(None) for _ in range(20)}) > 5


def test_levels_are_those_of_batches() -> None:
    engine, batch = CLASSIC.engine(), CLASSIC.batch(1, 7)
    assert np.array_equal(engine.levels_of(engine.start(7)), batch.levels()[0])
    assert engine.levels_of(engine.start(7)).dtype == np.float32


@pytest.mark.parametrize("mode", MODES)
def test_positions_are_pickled_with_their_engine(mode: str) -> None:
    engine, position = met(mode)
    fork = position.copy()
    engine.play(fork, engine.legal(fork)[0])
    again, other, own = pickle.loads(pickle.dumps((position, fork, engine)))
    assert again.engine is own and other.engine is own
    assert [tile.content for tile in own.kinds] == [tile.content for tile in engine.kinds]
    assert np.array_equal(own.kinds_of(other), engine.kinds_of(fork))
    # The random numbers to come are the same, too.
    for _ in range(5):
        direction = engine.legal(position)[0]
        engine.play(position, direction)
        own.play(again, direction)
    assert own.snapshot(again) == engine.snapshot(position)


def test_copies_are_played_by_the_same_engine() -> None:
    engine, position = met("classic")
    assert copy.copy(engine) is engine and copy.deepcopy(engine) is engine
    both = copy.deepcopy({"engine": engine, "position": position})
    assert both["engine"].legal(both["position"]) == engine.legal(position)
    engine.play(both["position"], engine.legal(position)[0])
    assert both["position"].moves == position.moves + 1


def test_pickles_of_no_engine_are_refused() -> None:
    with pytest.raises(pm.InputError, match="kinds must be"):
        pm.Engine._restored(CLASSIC, [1, 2, 3, 4], ["["])
