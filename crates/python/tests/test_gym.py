"""The Gymnasium environments."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import polymerge as pm
import polymerge.gym
from polymerge.gym import GameVectorEnv

ID = "polymerge/Game-v0"


def random_actions(masks: Any, random: np.random.Generator) -> Any:
    """A legal action for each row, by chance; 0 where there is none."""
    return (masks * random.random(masks.shape)).argmax(axis=1)


@pytest.mark.parametrize("observation", ["kinds", "values", "log2", "onehot"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_checker_is_content(observation: str) -> None:
    env = gym.make(ID, mode="2048", observation=observation, render_mode="rgb_array", render_scale=0.25)
    check_env(env.unwrapped)
    check_env(gym.make(ID, mode="dive", observation=observation, render_mode="ansi").unwrapped)


def test_a_seed_is_the_game_that_it_is_elsewhere() -> None:
    env = gym.make(ID, mode="classic")
    boards, info = env.reset(seed=7)
    game = pm.Mode("classic").compile().start(7)
    assert np.array_equal(boards, game.kinds)
    assert info["action_mask"].dtype == np.int8
    assert np.flatnonzero(info["action_mask"]).tolist() == game.legal
    for _ in range(20):
        action = game.legal[0]
        boards, reward, over, cut, info = env.step(action)
        assert reward == game.play(action).score and not over and not cut
    assert np.array_equal(boards, game.kinds)


def test_an_action_that_moves_nothing_is_no_error() -> None:
    env = gym.make(ID, mode="classic")
    before, info = env.reset(seed=7)
    while info["action_mask"].all():
        before, *_, info = env.step(0)
    action = int(info["action_mask"].argmin())
    after, reward, over, _, info = env.step(action)
    assert np.array_equal(after, before) and (reward, over, info["moved"]) == (0, False, False)
    assert env.unwrapped.action_masks().dtype == np.bool_  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "action",
    [2.7, 2.0, float("nan"), -1, 4, 9, 1 << 40, True, "2", None, [2], np.array([2]), np.float32(2), np.bool_(True)],
    ids=repr,
)
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = polymerge.gym.GameEnv("classic")
    before, _ = env.reset(seed=7)
    with pytest.raises(ValueError, match="direction of game 0"):
        env.step(action)
    assert np.array_equal(env._batch.kinds()[0], before)
    envs = GameVectorEnv(2, "classic")
    boards, _ = envs.reset(seed=7)
    for actions in ([2, action], [action, action]):
        with pytest.raises(ValueError):
            envs.step(actions)  # type: ignore[arg-type]
    assert np.array_equal(envs.batch.kinds(), boards)
    with pytest.raises(ValueError):
        envs.step(action)


@pytest.mark.parametrize("action", [2, np.int64(2), np.uint8(2), np.array(2), np.array(2, np.int8)], ids=repr)
def test_actions_are_whole_numbers_of_any_type(action: Any) -> None:
    one, other = polymerge.gym.GameEnv("classic"), polymerge.gym.GameEnv("classic")
    one.reset(seed=7), other.reset(seed=7)
    assert one.action_space.contains(2)
    assert np.array_equal(one.step(action)[0], other.step(2)[0])


@pytest.mark.parametrize("autoreset", list(AutoresetMode))
def test_scores_are_told_of_each_game(autoreset: AutoresetMode) -> None:
    envs = GameVectorEnv(3, "classic", autoreset_mode=autoreset)
    _, infos = envs.reset(seed=7)
    games = [pm.Mode("classic").compile().start(7 + number) for number in range(3)]
    for _ in range(25):
        actions = infos["action_mask"].argmax(axis=1)
        *_, infos = envs.step(actions)
        for game, action in zip(games, actions):
            game.play(int(action))
        assert infos["score"].tolist() == [game.score for game in games] and infos["_score"].all()


def test_observations_and_rewards() -> None:
    looks = {
        kind: gym.make_vec(ID, num_envs=3, mode="classic", observation=kind, reward="log").reset(seed=1)[0]
        for kind in ("kinds", "values", "log2", "onehot")
    }
    assert looks["values"].max() in (2, 4)
    assert np.array_equal(2.0 ** (looks["log2"] - 1) * (looks["log2"] > 0), looks["values"])
    assert np.array_equal(looks["onehot"].argmax(axis=-1), np.maximum(looks["kinds"], 0))
    with pytest.raises(ValueError, match="kinds, values, log2 or onehot"):
        gym.make_vec(ID, mode="classic", observation="tiles")


def test_render_modes() -> None:
    text = gym.make_vec(ID, num_envs=2, mode="classic", render_mode="ansi")
    text.reset(seed=1)
    frames = text.render()
    assert frames is not None and len(frames[0].splitlines()) == 4
    pixels = gym.make_vec(ID, num_envs=2, mode="classic", render_mode="rgb_array", render_scale=0.25)
    pixels.reset(seed=1)
    frames = pixels.render()
    assert frames is not None and frames[1].dtype == np.uint8 and frames[1].shape[2] == 3


def test_next_step_gives_the_next_game_in_a_step_of_its_own() -> None:
    envs = gym.make_vec(ID, num_envs=16, mode="classic")
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    _, infos = envs.reset(seed=1)
    random, ended, starts = np.random.default_rng(0), np.zeros(16, bool), 0
    for _ in range(400):
        boards, rewards, over, _, infos = envs.step(random_actions(infos["action_mask"], random))
        assert not rewards[ended].any() and not over[ended].any()
        assert ((boards[ended] >= 0).sum(axis=(1, 2)) == 2).all()
        assert not infos["action_mask"][over].any() and infos["action_mask"][~over].any(axis=1).all()
        starts += int(ended.sum())
        ended = over
    assert starts > 16


def test_same_step_gives_the_last_board_beside() -> None:
    envs = gym.make_vec(ID, num_envs=16, mode="classic", autoreset_mode=AutoresetMode.SAME_STEP)
    _, infos = envs.reset(seed=1)
    random, ends = np.random.default_rng(0), 0
    for _ in range(400):
        boards, _, over, _, infos = envs.step(random_actions(infos["action_mask"], random))
        assert infos["action_mask"].any(axis=1).all()
        assert ("final_obs" in infos) == over.any()
        for game in np.flatnonzero(over):
            assert infos["_final_obs"][game] and (infos["final_obs"][game] >= 0).all()
            assert (boards[game] >= 0).sum() == 2
            assert infos["final_info"]["score"][game] > 0
            ends += 1
    assert ends > 16


def test_disabled_waits_for_a_mask() -> None:
    envs = gym.make_vec(ID, num_envs=4, mode="classic", autoreset_mode="Disabled", max_episode_steps=5)
    _, infos = envs.reset(seed=1)
    for _ in range(5):
        _, _, _, cut, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert cut.all()
    with pytest.raises(ValueError, match="reset_mask"):
        envs.step(np.zeros(4, np.int64))
    mask = np.array([True, False, True, False])
    boards, infos = envs.reset(options={"reset_mask": mask})
    assert ((boards >= 0).sum(axis=(1, 2)) == 2).tolist() == mask.tolist()
    assert infos["action_mask"].any(axis=1).tolist() == mask.tolist()
    boards, infos = envs.reset(seed=[5, 6, 7, None])
    assert infos["action_mask"].any(axis=1).all()
    assert np.array_equal(boards[1], pm.Mode("classic").compile().start(6).kinds)


def test_statistics_are_recorded() -> None:
    envs = gym.wrappers.vector.RecordEpisodeStatistics(gym.make_vec(ID, num_envs=8, mode="classic"))
    _, infos = envs.reset(seed=1)
    random = np.random.default_rng(0)
    while "episode" not in infos:
        *_, infos = envs.step(random_actions(infos["action_mask"], random))
    assert infos["episode"]["r"].max() > 0


def play_by(weigh: Any, games: int, seed: int) -> float:
    """The mean score of games that are played by the best of what ``weigh`` gives."""
    envs = GameVectorEnv(games, "classic", autoreset_mode="SameStep", observation="log2")
    boards, infos = envs.reset(seed=seed)
    scores: dict[int, float] = {}
    while len(scores) < games:
        values = np.where(infos["action_mask"] > 0, weigh(boards), -np.inf)
        boards, _, over, _, infos = envs.step(values.argmax(axis=1))
        for game in np.flatnonzero(over):
            scores.setdefault(int(game), float(infos["final_info"]["score"][game]))
    return float(np.mean(list(scores.values())))


def test_a_small_agent_learns_to_beat_random_play() -> None:
    """A linear policy on the board, learned by the cross-entropy method."""
    random = np.random.default_rng(0)
    size, games = 17 * 4, 24

    def weigh(weights: Any) -> Any:
        def values(boards: Any) -> Any:
            features = np.concatenate([boards.reshape(len(boards), -1), np.ones((len(boards), 1))], axis=1)
            return features @ weights.reshape(17, 4)

        return values

    mean, spread = np.zeros(size), np.ones(size)
    for generation in range(8):
        tried = mean + spread * random.standard_normal((24, size))
        scores = [play_by(weigh(own), games, 1000 * generation) for own in tried]
        best = tried[np.argsort(scores)[-5:]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
    learned = play_by(weigh(mean), 200, 99)
    by_chance = play_by(lambda boards: random.random((len(boards), 4)), 200, 99)
    assert learned > 1.4 * by_chance, (learned, by_chance)
