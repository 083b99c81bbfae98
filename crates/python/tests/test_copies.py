"""Copies and pickles go on exactly as what they were made of."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import polymerge as pm
import polymerge.gym
from polymerge.gym import GameEnv, GameVectorEnv

MODES = ["classic", "dive", "2187", "directional-merges"]

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda made: pickle.loads(pickle.dumps(made)),
}


def told(batch: pm.Batch) -> list[Any]:
    """Everything that a batch tells of its games."""
    names = ["rewards", "log_rewards", "moved", "won", "over", "truncated", "scores", "ended"]
    names += ["final_scores", "final_lengths", "final_wins"]
    arrays = [batch.kinds(), batch.values(), batch.legal(), batch.final_kinds(), batch.final_values()]
    arrays += [getattr(batch, name) for name in names]
    return [*[array.tolist() for array in arrays], batch.games_ended, batch.tiles, batch.shape]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("placement", ["exact", "direct"])
@pytest.mark.parametrize("restart", ["same_step", "next_step", "by_hand"])
@pytest.mark.parametrize("mode", MODES)
def test_batches(mode: str, restart: str, placement: str, way: str) -> None:
    rules = pm.Mode(mode).compile()
    batch = rules.batch(5, 3, placement=placement, restart=restart, max_steps=60)
    random = np.random.default_rng(1)

    def actions() -> Any:
        return random.integers(len(rules.directions), size=5)

    for _ in range(50):
        batch.step(actions())
    again = WAYS[way](batch)
    assert told(again) == told(batch)
    for number in range(60):
        chosen = actions()
        again.step(chosen)
        batch.step(chosen)
        assert told(again) == told(batch), number
    # A change of one of them does not change the other.
    before = told(batch)
    again.reset(0, 99)
    again.step(actions())
    assert told(batch) == before


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("mode", MODES)
def test_environments(mode: str, way: str) -> None:
    env = gym.make("polymerge/Game-v0", mode=mode).unwrapped
    env.reset(seed=5)
    env.action_space.seed(5)
    for _ in range(20):
        env.step(env.action_space.sample())
    again = WAYS[way](env)
    for _ in range(40):
        action = env.action_space.sample()
        one, other = env.step(action), again.step(action)
        assert np.array_equal(one[0], other[0]) and one[1:4] == other[1:4]
        assert {**one[4], "action_mask": 0} == {**other[4], "action_mask": 0}
        assert np.array_equal(one[4]["action_mask"], other[4]["action_mask"])
    # Seeds that are drawn are the same, too.
    assert np.array_equal(env.reset()[0], again.reset()[0])
    assert [own.content for own in env.tiles] == [own.content for own in again.tiles]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("autoreset", list(AutoresetMode))
@pytest.mark.parametrize("arrays", [True, False])
def test_vectors(autoreset: AutoresetMode, arrays: bool, way: str) -> None:
    envs = GameVectorEnv(4, "classic", autoreset_mode=autoreset, copy=arrays, max_episode_steps=50)
    envs.reset(seed=5)
    random = np.random.default_rng(1)
    for _ in range(40):
        envs.step(random.integers(4, size=4))
    again = WAYS[way](envs)
    for _ in range(9):
        chosen = random.integers(4, size=4)
        one, other = envs.step(chosen), again.step(chosen)
        assert all(np.array_equal(own, same) for own, same in zip(one[:4], other[:4]))
        assert one[4].keys() == other[4].keys()
        assert np.array_equal(one[4]["score"], other[4]["score"])
    boards = one[0].copy()
    again.reset(seed=77)
    assert np.array_equal(one[0], boards)


def test_wrapped_environments_are_copied() -> None:
    env = gym.make("polymerge/Game-v0", mode="classic", max_episode_steps=30)
    env.reset(seed=5)
    for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert np.array_equal(again.step(1)[0], copy.deepcopy(env).step(1)[0])


def test_games_go_from_copied_rules_into_copied_environments() -> None:
    env = copy.deepcopy(GameEnv("classic"))
    env._batch.load(0, env.rules.start(7))
    vector = pickle.loads(pickle.dumps(GameVectorEnv(2, "classic")))
    vector.batch.load(1, vector.rules.start(7))
    assert np.array_equal(vector.batch.kinds()[1], env._batch.kinds()[0])


def test_clocks_of_games_go_on() -> None:
    game = pm.Mode("classic").compile().start(7)
    game.tick(5_000)
    again = pickle.loads(pickle.dumps(game))
    for own in (game, again):
        own.tick(6_500)
        assert own.eval('["@TimeSinceStartGame"]') == 6.5
    assert game == again


@pytest.mark.parametrize("now", [float("nan"), float("inf"), float("-inf"), 1e300, -1e300])
def test_what_is_no_time_is_refused(now: float) -> None:
    game = pm.Mode("classic").compile().start(7)
    game.play(game.legal[0])
    code, saved = game.code(), game.saved()
    with pytest.raises(pm.InputError, match="is no time"):
        game.tick(now)
    assert (game.code(), game.saved()) == (code, saved)
    assert pickle.loads(pickle.dumps(game)) == game
    assert pm.open(saved) == game


def test_pickles_that_are_none_are_refused() -> None:
    rules = pm.Mode("classic").compile()
    for placement, texts in [("exact", []), ("exact", ["x"]), ("exact", ["[]", "[]"]), ("sideways", [])]:
        with pytest.raises(pm.PolymergeError):
            pm.Batch._restored(rules, placement, texts)
