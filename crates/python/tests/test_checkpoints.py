"""Games out of batches, and checkpoints of batches and environments."""

import json
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import polymerge as pm
from polymerge._text import board
from polymerge.gym import GameEnv, GameVectorEnv


@pytest.mark.parametrize("mode", ["classic", "dive", "2187"])
def test_a_game_goes_out_of_a_batch_and_on(mode: str) -> None:
    rules = pm.Mode(mode).compile()
    batch = rules.batch(3, 7)
    random = np.random.default_rng(1)
    for _ in range(30):
        batch.step(random.integers(len(rules.directions), size=3))
    game = batch.game(1)
    assert game.rules.mode == rules.mode and game.seed == 0 and not game.undo()
    for _ in range(30):
        legal = game.legal
        assert np.flatnonzero(batch.legal()[1]).tolist() == legal
        if not legal:
            break
        game.play(legal[-1])
        batch.step([legal[-1]] * 3)
        if batch.games_ended and 1 in batch.ended:
            break
        assert np.array_equal(batch.values(no_tile=np.nan)[1], game.values, equal_nan=True)
        assert batch.scores[1] == game.score


def test_games_of_direct_batches_begin_alike() -> None:
    batch = pm.Mode("classic").compile().batch(2, 7, placement="direct")
    batch.step([0, 1])
    assert np.array_equal(batch.game(1).kinds, batch.kinds()[1])
    with pytest.raises(pm.InputError, match="there is no game 2 among 2"):
        batch.game(2)


@pytest.mark.parametrize("placement", ["exact", "direct"])
def test_batches_go_on_from_checkpoints(placement: Any) -> None:
    rules = pm.Mode("classic").compile()
    batch, random = rules.batch(4, 3, placement=placement, max_steps=60), np.random.default_rng(1)
    for _ in range(50):
        batch.step(random.integers(4, size=4))
    # What other programs can hold, too.
    state = json.loads(json.dumps(batch.state_dict()))
    other = pm.Mode("classic").compile().batch(4, 99)
    other.load_state_dict(state)
    for _ in range(60):
        chosen = random.integers(4, size=4)
        batch.step(chosen)
        other.step(chosen)
        assert np.array_equal(batch.kinds(), other.kinds())
        assert np.array_equal(batch.final_scores, other.final_scores)


def test_states_of_other_batches_are_refused() -> None:
    batch = pm.Mode("classic").compile().batch(2, 3)
    before = batch.kinds()
    good = batch.state_dict()
    cases: list[tuple[Any, str]] = [
        (pm.Mode("dive").compile().batch(2).state_dict(), "of other rules"),
        (pm.Mode("classic").compile().batch(3).state_dict(), "of 3 games; the batch has 2"),
        ({**good, "placement": "sideways"}, "exact, direct"),
        ({"mode": good["mode"]}, "has no placement"),
        ({**good, "games": ["[]"]}, "."),
    ]
    for state, message in cases:
        with pytest.raises(pm.PolymergeError, match=message):
            batch.load_state_dict(state)
    with pytest.raises(TypeError):
        batch.load_state_dict({**good, "games": 3})
    assert np.array_equal(batch.kinds(), before)


@pytest.mark.parametrize("autoreset", list(AutoresetMode))
@pytest.mark.parametrize("arrays", [True, False])
def test_vectors_go_on_from_checkpoints(autoreset: AutoresetMode, arrays: bool) -> None:
    envs = GameVectorEnv(3, "classic", autoreset_mode=autoreset, copy=arrays, observation="log2")
    envs.reset(seed=5)
    random = np.random.default_rng(1)
    boards, *_, infos = envs.step(random.integers(4, size=3))
    other = GameVectorEnv(3, "classic", autoreset_mode=autoreset, copy=arrays, observation="log2")
    same, told = other.load_state_dict(json.loads(json.dumps(envs.state_dict())))
    assert np.array_equal(same, boards) and np.array_equal(told["action_mask"], infos["action_mask"])
    assert np.array_equal(told["score"], infos["score"]) and np.array_equal(told["moved"], infos["moved"])
    for _ in range(30):
        chosen = infos["action_mask"].argmax(axis=1)
        (boards, *_, infos), (same, *_, told) = envs.step(chosen), other.step(chosen)
        assert np.array_equal(same, boards) and np.array_equal(told["action_mask"], infos["action_mask"])
    # Seeds that are drawn are the same, too.
    assert np.array_equal(envs.reset()[0], other.reset()[0])


def test_an_environment_goes_on_from_a_checkpoint() -> None:
    env, other = GameEnv("dive"), GameEnv("dive")
    env.reset(seed=5)
    env.step(1)
    board, info = other.load_state_dict(json.loads(json.dumps(env.state_dict())))
    assert np.array_equal(board, env._batch.kinds()[0]) and info["score"] == env._batch.scores[0]
    for action in (0, 2, 3, 1):
        assert np.array_equal(env.step(action)[0], other.step(action)[0])
    assert np.array_equal(env.reset()[0], other.reset()[0])


def test_states_of_other_settings_are_refused_and_change_nothing() -> None:
    limited = GameVectorEnv(1, "classic", autoreset_mode="SameStep", max_episode_steps=5)
    single = GameEnv("classic")
    single.reset(seed=1)
    before = single.state_dict()
    for other in (limited, GameVectorEnv(1, "classic", placement="direct")):
        other.reset(seed=2)
        with pytest.raises(ValueError, match="the state is of games with"):
            single.load_state_dict(other.state_dict())
        assert single.state_dict() == before
    broken = {**before, "random": {"bit_generator": "PCG64"}}
    with pytest.raises((KeyError, ValueError)):
        single.load_state_dict(broken)
    assert single.state_dict() == before


def test_states_of_rules_with_other_drawn_cells_are_refused() -> None:
    drawn = pm.Mode("classic").with_("random_holes=3").compile()
    with pytest.raises(pm.PolymergeError, match="other rules"):
        drawn.drawn(2).batch(1).load_state_dict(drawn.drawn(1).batch(1).state_dict())


def test_games_after_seeds_in_a_list_are_determined() -> None:
    boards = []
    for _ in range(2):
        envs = GameVectorEnv(2, "classic")
        envs.reset(seed=[5, None])
        boards.append(envs.reset()[0].tolist())
    assert boards[0] == boards[1]


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [(4.0, 1, "4"), (2.5, 1, "2.5"), (np.inf, 1, "inf"), (-np.inf, 1, "-inf"), (np.nan, 1, "?"), (0.0, -1, ".")],
)
def test_any_value_has_a_text(value: float, kind: int, text: str) -> None:
    assert board(np.array([[value]]), np.array([[kind]])) == text
