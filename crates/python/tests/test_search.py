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
    with pytest.raises((pm.PolymergeError, TypeError)):
        batch.kinds(np.zeros((4, 4, 4), np.int64))  # type: ignore[arg-type]


def test_what_can_not_be_pressed_leaves_its_game() -> None:
    batch = CLASSIC.batch(2)
    batch.step(np.array([2, 77]))
    assert [(own.game, own.code) for own in batch.failures] == [(1, "no-such-direction")]
    with pytest.raises(pm.InputError, match="same_step, next_step, by_hand"):
        CLASSIC.batch(2, restart="never")


@pytest.mark.parametrize("directions", [[2, 0], (2, 0), np.array([2, 0], np.int32), np.array([2, 0], np.uint8)])
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
        (lambda: batch.step([2.5, 0]), "directions are whole numbers"),
        (lambda: batch.restart([True]), "which has 1 values"),
        (lambda: batch.restart("yes"), "True or False for each game"),  # type: ignore[arg-type]
        (lambda: batch.kinds(np.zeros((1, 4, 4), np.int32)), r"out has the shape \[1, 4, 4\]; it must have \[2, 4, 4\]"),
        (lambda: batch.legal(np.zeros((2, 3), np.int8)), r"it must have \[2, 4\]"),
    ]:
        with pytest.raises(pm.InputError, match=message):
            call()


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
