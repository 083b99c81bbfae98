"""Batches that are played in several threads: the same games, and the same numbers of everything."""

import pickle
from typing import Any

import numpy as np
import pytest

import polymerge as pm
from polymerge.gym import GameVectorEnv

#: Plain games, tiles without end, scripts, computed tiles, hexagons, games that end fast.
MODES = ["classic", "dive", "2187", "directional-merges", "isotopic-dive", "wildcard-dive"]


def told(batch: pm.Batch) -> list[Any]:
    """Everything that a batch tells of its games; as texts, in which NaN is like NaN."""
    names = ["rewards", "log_rewards", "moved", "won", "over", "truncated", "scores", "ended"]
    names += ["final_scores", "final_lengths", "final_wins"]
    arrays = [batch.kinds(), batch.values(), batch.levels(), batch.legal()]
    arrays += [batch.final_kinds(), batch.final_values(), batch.final_levels(), *batch.afterstates()]
    arrays += [getattr(batch, name) for name in names]
    told = [str(array.tolist()) for array in arrays]
    return [*told, batch.games_ended, batch.failures, str(batch.tiles), batch.shape]


def pair(mode: str, threads: int, games: int = 7, **options: Any) -> tuple[pm.Batch, pm.Batch]:
    """A batch that is played in one thread, and one that is played in several."""
    rules = pm.Mode(mode).compile()
    one, several = (rules.batch(games, 3, threads=own, **options) for own in (1, threads))
    assert (one.threads, several.threads) == (1, min(threads, games))
    return one, several


@pytest.mark.parametrize(("threads", "restart"), [(2, "same_step"), (3, "next_step"), (9, "by_hand")])
@pytest.mark.parametrize("mode", MODES)
def test_threads_change_nothing(mode: str, restart: str, threads: int) -> None:
    batches = pair(mode, threads, restart=restart, max_steps=25)
    random = np.random.default_rng(1)
    for number in range(60):
        actions = random.integers(len(batches[0].rules.directions), size=7)
        for own in batches:
            own.step(actions)
            if restart == "by_hand" and number % 10 == 9:
                own.restart(own.over | own.truncated | (np.arange(7) == number // 10))
        if number % 4 == 0:
            assert told(batches[1]) == told(batches[0]), number
    assert batches[0].games_ended > 7


@pytest.mark.parametrize("placement", ["exact", "direct"])
@pytest.mark.parametrize("mode", MODES)
def test_copies_and_states_go_on_in_any_number_of_threads(mode: str, placement: str) -> None:
    one, several = pair(mode, 3, placement=placement, max_steps=40)
    random = np.random.default_rng(1)

    def go_on(batches: list[pm.Batch], steps: int) -> None:
        for _ in range(steps):
            actions = random.integers(len(one.rules.directions), size=7)
            for own in batches:
                own.step(actions)
                own.kinds()

    go_on([one, several], 50)
    assert several.state_dict() == one.state_dict()
    pickled, copied = pickle.loads(pickle.dumps(several)), several.copy()
    assert (pickled.threads, copied.threads) == (3, 3)
    loaded = one.rules.batch(7, threads=2, placement=placement)
    loaded.load_state_dict(one.state_dict())
    whole = one.rules.batch(7, threads=1, placement=placement)
    whole.load_state_dict(several.state_dict())
    assert (loaded.threads, whole.threads) == (2, 1)
    batches = [one, several, pickled, copied, loaded, whole]
    go_on(batches, 50)
    for own in batches[1:]:
        assert told(own) == told(one)


def test_games_are_found_in_their_parts() -> None:
    one, several = pair("dive", 3)
    for own in (one, several):
        own.reset(4, 99)
        own.load(6, own.rules.start(5))
        own.step([0, 1, 2, 3, 0, 1, 2])
    assert told(several) == told(one)
    for game in range(7):
        assert several.game(game).saved() == one.game(game).saved()
    for call in (lambda: several.reset(7, 1), lambda: several.game(7)):
        with pytest.raises(pm.PolymergeError):
            call()


def test_kinds_that_parts_meet_have_common_numbers() -> None:
    one, several = pair("2187", 4, games=16)
    first, random = len(several.tiles), np.random.default_rng(1)
    for _ in range(300):
        actions = one.legal() * random.random((16, len(one.rules.directions)))
        for own in (one, several):
            own.step(actions.argmax(axis=1))
        assert np.array_equal(several.kinds(), one.kinds())
    assert len(several.tiles) > first
    assert several.tiles == one.tiles


def test_slow_steps_are_split_by_themselves() -> None:
    rules = pm.Mode("dive").compile()
    one, found = rules.batch(600, 3, threads=1), rules.batch(600, 3)
    assert found.threads == 1
    random = np.random.default_rng(1)
    for _ in range(30):
        actions = random.integers(4, size=600)
        for own in (one, found):
            own.step(actions)
        assert np.array_equal(found.kinds(), one.kinds()) and np.array_equal(found.legal(), one.legal())
    assert told(found) == told(one)


@pytest.mark.parametrize("threads", [0, 1025])
def test_numbers_of_threads_that_are_none_are_refused(threads: int) -> None:
    with pytest.raises(pm.InputError, match="threads"):
        pm.Mode("classic").compile().batch(4, threads=threads)


def test_environments_take_threads() -> None:
    one, several = (GameVectorEnv(6, "dive", observation="log2", threads=threads) for threads in (1, 2))
    assert (one.batch.threads, several.batch.threads) == (1, 2)
    assert np.array_equal(one.reset(seed=1)[0], several.reset(seed=1)[0])
    random = np.random.default_rng(1)
    for _ in range(60):
        actions = random.integers(4, size=6)
        assert np.array_equal(one.step(actions)[0], several.step(actions)[0])
