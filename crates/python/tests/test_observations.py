"""What agents see of boards: each number has its meaning in all modes."""

import time
import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import polymerge as pm
from polymerge.gym import GameEnv, GameVectorEnv

ID = "polymerge/Game-v0"
LOOKS = ("kinds", "values", "log2", "onehot")

# Levels of cells without a tile, by their numbers among kinds.
LEVELS = {-1: 0.0, -2: -0.125, -3: -0.25, -4: -0.375, -5: -0.5}

# Holes, tiles that are worth nothing, less than nothing or parts of 1, tiles whose values can't
# be computed, cells that other tiles pass over; and the mode that is played where none is named.
CHEAP = ["2048", "classic", 50, 105, 111, 118, 123]

def random_actions(masks: Any, random: np.random.Generator) -> Any:
    return (masks * random.random(masks.shape)).argmax(axis=1)


def compare(envs: GameVectorEnv, observed: dict[str, Any]) -> None:
    """What the observations say of one board is the same."""
    kinds, values, levels, ones = (observed[look] for look in LOOKS)
    tiles = (kinds >= 0) | (kinds == -6)
    assert not values[~tiles].any()
    for kind, level in LEVELS.items():
        assert np.array_equal(levels == np.float32(level), kinds == kind)
    assert (ones.sum(axis=-1) == 1).all()
    channels = ones.shape[-1]
    place = ones.argmax(axis=-1)
    own = (kinds >= 0) & (kinds < channels - 5)
    assert np.array_equal(place[own], kinds[own])
    assert np.array_equal(place == 0, kinds == -1)
    for kind in (-2, -3, -4, -5):
        assert np.array_equal(place == channels - 7 - kind, kinds == kind)
    assert (place[tiles & ~own] == channels - 1).all()
    plain = tiles & (values >= 1)
    expected = np.minimum(1 + np.log2(values, where=plain, out=np.zeros_like(values)), 1026)
    assert np.allclose(levels[plain], expected[plain], rtol=1e-6)
    assert np.array_equal(levels < -0.5, values < 0)


def look_at(mode: Any, games: int, steps: int, seed: int = 3) -> None:
    """Plays the same games under all observations."""
    rules = mode if isinstance(mode, pm.Rules) else pm.Mode(mode).compile()
    random = np.random.default_rng(seed)
    with warnings.catch_warnings():
        # Modes with tiles without end have more kinds than channels; some tiles are worth nothing.
        warnings.simplefilter("ignore", RuntimeWarning)
        all_envs = {look: GameVectorEnv(games, rules, observation=look) for look in LOOKS}
        observed = {look: envs.reset(seed=seed)[0] for look, envs in all_envs.items()}
        for _ in range(steps):
            actions = random_actions(all_envs["kinds"].batch.legal(), random)
            for look, envs in all_envs.items():
                assert envs.observation_space.contains(observed[look]), (mode, look)
                assert observed[look].dtype == envs.observation_space.dtype
                observed[look] = envs.step(actions)[0]
            compare(all_envs["kinds"], observed)


def test_all_modes_are_seen_right() -> None:
    slow, begun = [], time.perf_counter()
    for name in pm.modes():
        start = time.perf_counter()
        look_at(name, 4, 12)
        slow.append((time.perf_counter() - start, name))
    print(time.perf_counter() - begun, sorted(slow)[-8:])


@pytest.mark.parametrize("mode", CHEAP)
def test_a_thousand_steps_are_seen_right(mode: Any) -> None:
    look_at(mode, 1, 1000)


@pytest.mark.parametrize("look", LOOKS)
def test_single_environments_see_the_same(look: str) -> None:
    env, envs = GameEnv("dive", observation=look), GameVectorEnv(1, "dive", observation=look)
    one, many = env.reset(seed=5)[0], envs.reset(seed=5)[0]
    for _ in range(30):
        assert env.observation_space.contains(one) and np.array_equal(one, many[0])
        action = int(env.action_masks().argmax())
        one, many = env.step(action)[0], envs.step(np.array([action]))[0]


def test_a_tile_of_one_is_not_an_empty_cell() -> None:
    envs = gym.make_vec(ID, num_envs=8, mode="2048", observation="log2")
    boards, _ = envs.reset(seed=1)
    assert ((boards == 1).sum(axis=(1, 2)) > 0).all() and boards.min() == 0
    classic = gym.make_vec(ID, num_envs=8, mode="classic", observation="log2").reset(seed=1)[0]
    assert set(np.unique(classic)) == {0, 2, 3} or set(np.unique(classic)) == {0, 2}


def test_last_boards_are_seen_as_others() -> None:
    for look in LOOKS:
        envs = GameVectorEnv(8, pm.Mode("classic").with_("grid=2x2"), observation=look, autoreset_mode="SameStep")
        _, infos = envs.reset(seed=2)
        seen = 0
        for _ in range(60):
            _, _, over, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
            for board in infos.get("final_obs", [])[over] if over.any() else []:
                assert envs.single_observation_space.contains(board)
                seen += 1
        assert seen > 3


def test_boards_are_written_in_place_without_copies() -> None:
    for look in ("kinds", "values", "log2"):
        envs = GameVectorEnv(4, "classic", observation=look, copy=False)
        other = GameVectorEnv(4, "classic", observation=look)
        boards, right = envs.reset(seed=1)[0], other.reset(seed=1)[0]
        for action in range(4):
            after = envs.step(np.full(4, action))[0]
            right = other.step(np.full(4, action))[0]
            assert after is boards and np.array_equal(boards, right)


def test_channels_come_from_the_mode() -> None:
    assert GameEnv("classic", observation="onehot").observation_space.shape == (4, 4, 32)
    for name in ("2048", "dive", 105):
        env = GameEnv(name, observation="onehot")
        assert env.observation_space.shape[2] >= len(env.tiles) + 5  # type: ignore[index]
    wide = GameEnv("classic", observation="onehot", channels=np.int64(50))  # type: ignore[arg-type]
    assert wide.observation_space.shape == (4, 4, 50)
    for channels in (0, 6, -1, 2.5, True, "9"):
        with pytest.raises(ValueError, match="channels is .* from 7 on"):
            GameEnv("classic", observation="onehot", channels=channels)  # type: ignore[arg-type]


def test_kinds_without_a_channel_are_told_once() -> None:
    envs = GameVectorEnv(2, "classic", observation="onehot", channels=7)
    kinds = GameVectorEnv(2, "classic")
    _, infos = envs.reset(seed=1)
    kinds.reset(seed=1)
    told = []
    for _ in range(40):
        actions = infos["action_mask"].argmax(axis=1)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            boards, *_, infos = envs.step(actions)
        told += caught
        numbers = kinds.step(actions)[0]
        assert np.array_equal(boards[..., 6] == 1, numbers > 1)
        assert np.array_equal(boards[..., 1] == 1, numbers == 1)
        assert not boards[..., 2:6].any()
    assert len(told) == 1 and told[0].category is RuntimeWarning
    assert "a tile of kind 2 has no channel of its own" in str(told[0].message)


def test_values_are_numbers() -> None:
    with pytest.warns(RuntimeWarning, match="has no value"):
        env = GameEnv(105, observation="values")
    board, _ = env.reset(seed=1)
    assert np.isnan(env._batch.values()).any() and np.isfinite(board).all()
    log2 = GameEnv(105, observation="log2").reset(seed=1)[0]
    assert (log2 == 0.25).any()
    with pytest.warns(RuntimeWarning, match="is worth 0"):
        GameEnv(123, observation="values")


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.uint8, np.uint64, np.array], ids=lambda kind: kind.__name__)
def test_seeds_are_whole_numbers_of_any_type(kind: Any) -> None:
    right = pm.Mode("classic").compile().start(7).kinds
    assert np.array_equal(GameEnv("classic").reset(seed=kind(7))[0], right)
    envs = GameVectorEnv(2, "classic")
    assert np.array_equal(envs.reset(seed=kind(7))[0][0], right)
    for seeds in ([kind(7), None], (kind(7), kind(8))):
        assert np.array_equal(envs.reset(seed=seeds)[0][0], right)
    assert np.array_equal(envs.reset(seed=np.array([7, 8], np.int16))[0][0], right)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, np.int64(-1), 1.0, np.float64(7), "7", 1 << 64, True, np.bool_(True), float("nan")], ids=repr)
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    env, envs = GameEnv("classic"), GameVectorEnv(2, "classic")
    board, boards = env.reset(seed=7)[0], envs.reset(seed=7)[0]
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)
    for own in (seed, [7, seed], [seed]):
        with pytest.raises(ValueError, match="seed"):
            envs.reset(seed=own)
    # Nothing has begun anew, and what is drawn next is what it would have been.
    assert np.array_equal(env._batch.kinds()[0], board) and np.array_equal(envs.batch.kinds(), boards)
    other, others = GameEnv("classic"), GameVectorEnv(2, "classic")
    other.reset(seed=7), others.reset(seed=7)
    assert np.array_equal(env.reset()[0], other.reset()[0])
    assert np.array_equal(envs.reset()[0], others.reset()[0])


def test_the_largest_seeds_are_games_of_their_own() -> None:
    last = (1 << 64) - 1
    boards = GameVectorEnv(2, "classic").reset(seed=last)[0]
    rules = pm.Mode("classic").compile()
    assert np.array_equal(boards[0], rules.start(last).kinds) and np.array_equal(boards[1], rules.start(0).kinds)


def test_failures_are_told() -> None:
    rules = pm.Mode("classic").compile()
    env = GameEnv(pm.Mode("classic").with_("grid=2x2"))
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert info["failure"] is None
        *_, over, _, info = env.step(int(info["action_mask"].argmax()))
    *_, info = env.step(0)
    assert info["failure"].code == "not-playing" and not info["moved"]
    assert env.reset(seed=1)[1]["failure"] is None
    # What can't be pressed is no failure: the mask and `moved` say so.
    envs = GameVectorEnv(3, rules)
    _, infos = envs.reset(seed=1)
    while infos["action_mask"].all():
        *_, infos = envs.step(np.zeros(3, np.int64))
    *_, infos = envs.step(infos["action_mask"].argmin(axis=1))
    assert infos["failure"].tolist() == [None] * 3 and infos["_failure"].all() and not infos["moved"].all()


@pytest.mark.parametrize("autoreset", ["NextStep", "SameStep", "Disabled"])
def test_failures_of_turns_are_told_of_each_game(autoreset: str) -> None:
    # A turn upwards takes more steps than it may.
    text = """{ "extends": "classic.jsonc", "scripts": [{ "on": "EndTurn", "do":
        [0, "@if", ["@VDir", "=", -1], "@repeat", 100000, "+", 1, "@end-repeat", "@end-if"] }] }"""
    rules = pm.Mode.from_text(text).within(pm.Limits.default().but(turn_steps=20_000)).compile()
    up = next(own.index for own in rules.directions if own.rows == -1)
    envs, env = GameVectorEnv(3, rules, autoreset_mode=autoreset), GameEnv(rules)
    boards, infos = envs.reset(seed=1)
    assert infos["failure"].tolist() == [None] * 3 and not infos["action_mask"][:, up].any()
    after, *_, infos = envs.step(np.array([up, int(infos["action_mask"][1].argmax()), up]))
    failures = infos["failure"]
    assert [own and (own.game, own.code) for own in failures] == [(0, "expression"), None, (2, "expression")]
    assert infos["moved"].tolist() == [False, True, False] and np.array_equal(after[::2], boards[::2])
    env.reset(seed=1)
    *_, info = env.step(up)
    assert info["failure"] == failures[0] and 'limit "steps"' in info["failure"].message
    assert env.step(int(env.action_masks().argmax()))[4]["failure"] is None
