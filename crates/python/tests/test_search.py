"""Engines, batches, hints and learning."""

import pickle
from typing import Any

import numpy as np
import pytest

import polymerge as pm

CLASSIC = pm.Mode("classic").compile()


def test_an_engine_plays_the_game_of_a_seed() -> None:
    engine, game = CLASSIC.engine(), CLASSIC.start(5)
    assert np.array_equal(engine.kinds_of(engine.start(5)), game.kinds)
    assert np.array_equal(engine.values_of(engine.position(game)), game.values, equal_nan=True)


def test_positions_are_tried_and_left() -> None:
    engine = CLASSIC.engine(seed=1)
    position = engine.start()
    fork = position.copy()
    assert engine.play(fork, engine.legal(fork)[0])
    assert (position.moves, fork.moves, fork.screen) == (0, 1, "play")
    with pytest.raises(pm.RefusedError):
        CLASSIC.engine().play(position, 0)


def test_afterstates_tell_what_may_spawn() -> None:
    engine = CLASSIC.engine()
    position = engine.start(5)
    direction = engine.legal(position)[0]
    after = engine.afterstate(position, direction)
    assert after is not None
    points, board, spawns = after
    assert points >= 0 and spawns
    assert sum(spawn.probability for spawn in spawns) == pytest.approx(1)
    assert {engine.kinds[spawn.kind].value for spawn in spawns} == {2, 4}
    assert all(engine.kinds_of(board)[spawn.row, spawn.column] == -1 for spawn in spawns)


def test_a_batch_plays_the_games_of_its_seeds() -> None:
    batch = CLASSIC.batch(3, seed=7, restart="by_hand")
    games = [CLASSIC.start(7 + number) for number in range(3)]
    for _ in range(20):
        legal = batch.legal()
        actions = legal.argmax(axis=1)
        batch.step(actions)
        for game, action in zip(games, actions):
            game.play(int(action))
    assert np.array_equal(batch.kinds(), np.stack([game.kinds for game in games]))
    assert batch.scores.tolist() == [game.score for game in games]
    assert batch.moved.all() and not batch.failures


def test_arrays_are_filled_in_place() -> None:
    batch = CLASSIC.batch(4, placement="direct")
    boards = np.zeros((4, 4, 4), np.int32)
    assert batch.kinds(boards) is boards and (boards == -1).sum() == 4 * 14


def layouts(shape: tuple[int, ...], kind: Any) -> dict[str, Any]:
    """Arrays of one shape whose numbers lie in memory in different ways."""
    wide = tuple(2 * length for length in shape)
    part = tuple(slice(None, None, 2) for _ in shape)
    back = tuple(slice(None, None, -1) for _ in shape)
    bytes_ = np.zeros(int(np.prod(shape)) * np.dtype(kind).itemsize + 1, np.uint8)
    return {
        "rows": np.zeros(shape, kind),
        "columns": np.zeros(shape, kind, order="F"),
        "turned": np.zeros(shape[::-1], kind).T,
        "every other": np.zeros(wide, kind)[part],
        "backwards": np.zeros(shape, kind)[back],
        "not aligned": bytes_[1:].view(kind).reshape(shape),
    }


@pytest.mark.parametrize("placement", ["exact", "direct"])
def test_arrays_of_any_layout_are_filled_right(placement: str) -> None:
    batch = CLASSIC.batch(3, seed=4, placement=placement)
    # Numbers in another place are noticed only where rows differ.
    while len(np.unique(batch.legal(), axis=0)) == 1:
        batch.step(batch.legal().argmax(axis=1))
    for read, kind in [(batch.kinds, np.int32), (batch.values, np.float64), (batch.legal, np.int8)]:
        right = read()
        assert len(np.unique(right)) > 1
        for name, out in layouts(right.shape, kind).items():
            assert read(out) is out and np.array_equal(out, right), name


def test_arrays_that_can_not_be_filled_are_refused() -> None:
    batch = CLASSIC.batch(3)
    locked = np.zeros((3, 4, 4), np.int32)
    locked.flags.writeable = False
    for out, message in [
        (np.zeros((3, 4, 4), np.int64), "out holds int64; it must hold int32"),
        (np.zeros((3, 4, 4), np.float32), "out holds float32"),
        (np.zeros((3, 4, 4), ">i4"), "out holds >i4"),
        (locked, "out can't be written to"),
        (np.broadcast_to(np.int32(0), (3, 4, 4)), "out can't be written to"),
        (np.zeros(48, np.int32), "out has the shape"),
        (np.lib.stride_tricks.as_strided(np.zeros(4, np.int32), (3, 4, 4), (0, 0, 4)), "out has cells that lie over"),
        (np.lib.stride_tricks.as_strided(np.zeros(99, np.int32), (3, 4, 4), (48, 16, 4)), "out has cells that lie over"),
        ([[0]], "out is list; it must be an array"),
    ]:
        with pytest.raises(pm.InputError, match=message):
            batch.kinds(out)  # type: ignore[arg-type]
    assert not locked.any()


def test_what_can_not_be_pressed_leaves_its_game() -> None:
    batch = CLASSIC.batch(2)
    while batch.legal()[1].all():
        batch.step([0, 0])
    batch.step([0, int(batch.legal()[1].argmin())])
    before = batch.kinds()[1]
    batch.step([0, int(batch.legal()[1].argmin())])
    assert [(own.game, own.code) for own in batch.failures] == [(1, "unavailable")]
    assert np.array_equal(batch.kinds()[1], before)
    with pytest.raises(pm.InputError, match="same_step, next_step, by_hand"):
        CLASSIC.batch(2, restart="never")


WHOLE_NUMBERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, ">i4", object]


@pytest.mark.parametrize(
    "directions",
    [
        [2, 0],
        (2, 0),
        [np.int64(2), np.uint8(0)],
        [np.array(2), 0],
        range(2, -1, -2),
        np.array([2, 9, 0, 9])[::2],
        *[np.array([2, 0], kind) for kind in WHOLE_NUMBERS],
    ],
    ids=repr,
)
def test_directions_are_whole_numbers_in_a_row(directions: Any) -> None:
    batch, same = CLASSIC.batch(2, seed=7), CLASSIC.batch(2, seed=7)
    batch.step(directions)
    same.step(np.array([2, 0]))
    assert np.array_equal(batch.kinds(), same.kinds())
    batch.restart([True, False])


def test_what_a_batch_is_given_has_a_place_for_each_game() -> None:
    batch = CLASSIC.batch(2)
    for call, message in [
        (lambda: batch.step([2]), "directions has 1 values; it must have one for each of 2 games"),
        (lambda: batch.restart([True]), "which has 1 values"),
        (lambda: batch.restart("yes"), "True or False for each game"),  # type: ignore[arg-type]
        (lambda: batch.kinds(np.zeros((1, 4, 4), np.int32)), r"out has the shape \[1, 4, 4\]; it must have \[2, 4, 4\]"),
        (lambda: batch.legal(np.zeros((2, 3), np.int8)), r"it must have \[2, 4\]"),
    ]:
        with pytest.raises(pm.InputError, match=message):
            call()


#: What is no direction of a mode with four of them.
NO_DIRECTIONS: list[Any] = [
    *[2.7, 2.0, float("nan"), float("inf"), -1, 4, 9, 256, 258, 1 << 40, 1 << 64, -(1 << 70)],
    *[True, None, "2", "left", b"2", 2 + 0j, [2], (2,), np.array([2]), np.array([[2]]), np.array(2.0)],
    *[np.float64(2), np.bool_(True), np.int64(-1), np.uint64((1 << 64) - 1), np.int8(-128), {}, object()],
]


@pytest.mark.parametrize("direction", NO_DIRECTIONS, ids=repr)
def test_what_is_no_direction_is_refused(direction: Any) -> None:
    batch = CLASSIC.batch(2, seed=7)
    before = batch.kinds()
    given = [[2, direction], (2, direction)]
    for array in ([2, direction], [direction, direction]):
        try:
            given.append(np.array(array))
        except (ValueError, OverflowError, TypeError):
            continue
    for directions in given:
        # NumPy makes whole numbers of truth values beside others.
        if isinstance(directions, np.ndarray) and directions.dtype.kind == "i" and (directions < 4).all():
            if (directions >= 0).all():
                continue
        with pytest.raises(pm.InputError):
            batch.step(directions)
        assert np.array_equal(batch.kinds(), before)


@pytest.mark.parametrize("directions", ["20", b"20x", 2, None, {2, 0}, {2: 0}, np.zeros((2, 1), int), np.array(2)])
def test_what_is_no_list_of_directions_is_refused(directions: Any) -> None:
    with pytest.raises(pm.InputError):
        CLASSIC.batch(2).step(directions)


@pytest.mark.parametrize("direction", [one for one in NO_DIRECTIONS if not isinstance(one, str)], ids=repr)
def test_games_and_engines_take_directions_only(direction: Any) -> None:
    game, engine = CLASSIC.start(7), CLASSIC.engine()
    position, before = engine.start(7), game.copy()
    for press in (game.play, lambda own: engine.play(position, own)):
        with pytest.raises((pm.InputError, pm.RefusedError)):
            press(direction)
    assert game == before


def test_games_go_into_a_batch() -> None:
    game = CLASSIC.start(9)
    game.play(game.legal[0])
    batch = CLASSIC.batch(2)
    batch.load(1, game)
    assert np.array_equal(batch.kinds()[1], game.kinds)
    batch.reset(1, 9)
    assert np.array_equal(batch.kinds()[1], CLASSIC.start(9).kinds)
    assert batch.svg(1).startswith("<svg") and batch.rgb(0, 0.25).shape[2] == 3


def test_a_hint_ranks_the_legal_directions() -> None:
    game = CLASSIC.start(7)
    hint = pm.hint(game, turns=3_000, seed=1)
    assert sorted(choice.direction for choice in hint.choices) == game.legal
    assert hint.best in game.legal and hint.turns >= 3_000
    assert hint == pm.hint(game, turns=3_000, seed=1)
    assert hint.choices[0].name and hint.choices[0].games > 0
    assert hint.reasons and all(isinstance(own, pm.Reason) and own.text for own in hint.reasons)
    with pytest.warns(DeprecationWarning, match="samples is called games now"):
        assert hint.choices[0].samples == hint.choices[0].games


def test_learning_goes_on_where_it_was_left() -> None:
    small = pm.Mode("classic").with_("grid=3x3").compile()
    told: list[pm.Progress] = []
    weights = pm.train(small, 60_000, memory=4, progress=told.append)
    assert told[-1].moves >= 60_000 and len(told) >= 3
    again = pickle.loads(pickle.dumps(weights))
    assert again.made == weights.made
    assert again.play(3) == weights.play(3)
    more = pm.train(small, 1_000, memory=4, weights=again)
    assert more.made[1] >= 61_000
    learned = np.mean([weights.play(seed).score for seed in range(20)])
    random = np.mean([small.play(seed).score for seed in range(20)])
    assert learned > 1.5 * random
    game = small.start(1)
    assert pm.hint(game, turns=200, weights=weights).best in game.legal
    with pytest.raises(pm.InputError):
        pm.hint(CLASSIC.start(1), turns=200, weights=weights)
    with pytest.raises(pm.InputError, match="other rules"):
        pm.train(CLASSIC, 1_000, memory=4, weights=weights)


def test_progress_may_end_learning() -> None:
    small = pm.Mode("classic").with_("grid=3x3").compile()
    weights = pm.train(small, 1 << 40, memory=4, progress=lambda progress: progress.moves < 30_000)
    assert weights.made[1] < 100_000
