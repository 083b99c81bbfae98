"""Stable-Baselines3 on many games in one engine."""

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import polymerge as pm

pytest.importorskip("stable_baselines3", reason="stable-baselines3 is not installed")
sb3_contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
from sb3_contrib.common.maskable.evaluation import evaluate_policy  # noqa: E402
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402
from stable_baselines3.common.monitor import Monitor  # noqa: E402
from stable_baselines3.common.vec_env import VecNormalize  # noqa: E402

from polymerge.sb3 import GameVecEnv  # noqa: E402

# What these libraries do is not ours to mend.
pytestmark = pytest.mark.filterwarnings("default")


def played(envs: Any, steps: int) -> Any:
    """Results of some steps, each the first legal direction."""
    return [envs.step(envs.action_masks().argmax(axis=1)) for _ in range(steps)]


def test_masks_are_those_of_the_games() -> None:
    envs = GameVecEnv(4, "classic")
    envs.seed(7)
    envs.reset()
    games = [pm.Mode("classic").compile().start(7 + number) for number in range(4)]
    for _ in range(20):
        masks = get_action_masks(envs)
        assert masks.dtype == np.bool_
        assert [np.flatnonzero(mask).tolist() for mask in masks] == [game.legal for game in games]
        assert np.array_equal(np.stack(envs.env_method("action_masks", indices=[1, 3])), masks[[1, 3]])
        boards, rewards, ended, infos = envs.step(masks.argmax(axis=1))
        assert [game.play(game.legal[0]).score for game in games] == rewards.tolist()
        assert [info["score"] for info in infos] == [game.score for game in games]
        assert rewards.dtype == np.float32 and not ended.any() and boards.shape == (4, 4, 4, 32)
    assert is_masking_supported(envs) and not envs.has_attr("nothing")


def test_the_end_of_a_game_is_told_of() -> None:
    envs = GameVecEnv(3, pm.Mode("classic").with_("grid=3x3"), observation="log2")
    envs.seed(1)
    boards, sums, lengths, ends = envs.reset(), np.zeros(3), np.zeros(3, int), 0
    games = [envs.rules.start(1 + number) for number in range(3)]
    firsts = [True] * 3
    for _ in range(300):
        actions = envs.action_masks().argmax(axis=1)
        boards, rewards, ended, infos = envs.step(actions)
        sums, lengths = sums + rewards, lengths + 1
        for number, game in enumerate(games):
            if firsts[number]:
                game.play(int(actions[number]))
        for number in np.flatnonzero(ended).tolist():
            info = infos[number]
            assert info["episode"]["r"] == sums[number] == info["score"]
            assert info["episode"]["l"] == lengths[number] and info["episode"]["t"] >= 0
            assert not info["TimeLimit.truncated"] and info["terminal_observation"].shape == (3, 3)
            if firsts[number]:
                assert info["score"] == games[number].score and games[number].is_over
                levels = np.nan_to_num(1 + np.log2(games[number].values))
                assert np.array_equal(info["terminal_observation"], levels)
            sums[number] = lengths[number] = 0
            firsts[number], ends = False, ends + 1
        assert all("episode" not in infos[number] for number in np.flatnonzero(~ended))
    assert ends > 5


def test_games_are_cut() -> None:
    envs = GameVecEnv(2, "classic", max_episode_steps=10)
    envs.seed(1)
    envs.reset()
    *_, ended, infos = played(envs, 10)[-1]
    assert ended.all() and all(info["TimeLimit.truncated"] and info["episode"]["l"] == 10 for info in infos)


def test_a_seed_is_used_once() -> None:
    envs = GameVecEnv(2, "classic", observation="kinds")
    assert envs.seed(5) == [5, 6]
    first, second = envs.reset(), envs.reset()
    assert np.array_equal(first[1], pm.Mode("classic").compile().start(6).kinds)
    envs.seed(5)
    assert np.array_equal(envs.reset(), first) and not np.array_equal(second, first)


def test_what_games_have() -> None:
    envs = GameVecEnv(2, "classic", render_mode="rgb_array", render_scale=0.25)
    envs.reset()
    assert envs.get_attr("render_mode") == ["rgb_array"] * 2 and envs.get_attr("num_envs", 1) == [2]
    assert envs.env_is_wrapped(Monitor) == [True, True] and envs.env_is_wrapped(VecNormalize) == [False] * 2
    assert len(envs.get_images()) == 2 and envs.render().shape[2] == 3
    with pytest.raises(AttributeError, match="action_masks and render"):
        envs.env_method("reset")
    with pytest.raises(AttributeError, match="make another"):
        envs.set_attr("mode", "dive")
    with pytest.raises(RuntimeError, match="no actions"):
        envs.step_wait()
    with pytest.raises(ValueError, match="direction of game 1"):
        envs.step(np.array([0, 4]))
    envs.close()


def test_games_go_on_as_copies_and_from_checkpoints() -> None:
    envs = GameVecEnv(3, "classic", observation="log2")
    envs.seed(1)
    envs.reset()
    played(envs, 40)
    other = GameVecEnv(3, "classic", observation="log2")
    other.load_state_dict(envs.state_dict())
    copies = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs)), other]
    expected = played(envs, 200)
    for again in copies:
        for one, same in zip(expected, played(again, 200)):
            assert all(np.array_equal(own, alike) for own, alike in zip(one[:3], same[:3]))
            assert [info.get("episode", {}).get("r") for info in one[3]] == [
                info.get("episode", {}).get("r") for info in same[3]
            ]
    with pytest.raises(ValueError, match="of 3 games; these are 2"):
        GameVecEnv(2, "classic").load_state_dict(envs.state_dict())


def test_a_policy_learns(tmp_path: Path) -> None:
    envs = GameVecEnv(32, "classic", observation="log2", reward="log")
    model = sb3_contrib.MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=128, n_epochs=2, seed=1, device="cpu")
    before = [own.detach().clone() for own in model.policy.parameters()]
    model.learn(1_024 * 4)
    assert any((own != old).any() for own, old in zip(model.policy.parameters(), before))
    assert model.ep_info_buffer and all(own["r"] > 0 for own in model.ep_info_buffer)
    model.save(tmp_path / "model")
    again = sb3_contrib.MaskablePPO.load(tmp_path / "model", env=envs)
    again.learn(512, reset_num_timesteps=False)
    mean, _ = evaluate_policy(model, GameVecEnv(4, "classic", observation="log2", reward="log"), n_eval_episodes=4)
    assert mean > 0
