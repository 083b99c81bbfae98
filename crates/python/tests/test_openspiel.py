"""Modes as games of OpenSpiel: its own tests of games, and what its players can do there."""

import pickle
from typing import Any

import numpy as np
import pytest

import polymerge as pm

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
import polymerge.openspiel  # noqa: E402

MODES = ["classic", "dive", "120-vs-the-void-tiler", "122-drop-rows", "directional-merges"]


def after(state: Any, *actions: int) -> Any:
    """The state after some actions."""
    for action in actions:
        state.apply_action(action)
    return state


@pytest.mark.parametrize("mode", MODES)
def test_openspiel_is_content(mode: str) -> None:
    game = pyspiel.load_game(f"polymerge(mode={mode},max_turns=40)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_a_playthrough_is_the_same_each_time() -> None:
    playthrough = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    text = playthrough.playthrough("polymerge(mode=classic,starts=2,max_turns=6)", None, seed=5)
    assert text == playthrough.playthrough("polymerge(mode=classic,starts=2,max_turns=6)", None, seed=5)
    assert "GameType.chance_mode = ChanceMode.EXPLICIT_STOCHASTIC" in text
    assert "IsChanceNode() = True" in text and "start 0" in text and "[1.0] in " in text


def test_a_start_is_the_game_of_its_seed() -> None:
    game = pyspiel.load_game("polymerge", {"mode": "classic", "starts": 9})
    state = game.new_initial_state()
    assert state.is_chance_node() and not state.is_exact()
    assert state.chance_outcomes() == [(seed, pytest.approx(1 / 9)) for seed in range(9)]
    after(state, 7)
    played = pm.Mode("classic").compile().start(7)
    assert np.array_equal(state.engine.values_of(state.position), played.values, equal_nan=True)
    assert state.legal_actions() == played.legal and state.current_player() == 0


def test_what_may_spawn_is_a_node_of_chance() -> None:
    state = after(pyspiel.load_game("polymerge(mode=classic)").new_initial_state(), 3)
    direction = state.legal_actions()[0]
    expected = state.engine.afterstate(state.position, direction)
    assert expected is not None and expected[2]
    after(state, direction)
    assert state.is_chance_node() and state.is_exact() and state.returns() == [0.0]
    before = state.position.score
    chances = [chance for _, chance in state.chance_outcomes()]
    assert sum(chances) == pytest.approx(1) and len(chances) == len(expected[2])
    boards = set()
    for action, _ in state.chance_outcomes():
        child = state.child(action)
        boards.add(str(child))
        assert child.position.score - before == expected[0] and not child.is_chance_node()
    assert len(boards) == len(chances)


def test_what_is_only_known_by_playing_is_sampled() -> None:
    state = after(pyspiel.load_game("polymerge(mode=dive,samples=5)").new_initial_state(), 3)
    after(state, state.legal_actions()[0])
    assert not state.is_exact() and state.chance_outcomes() == [(seed, 0.2) for seed in range(5)]
    assert str(state.child(1)) == str(state.child(1)) and "sample 1" in state.action_to_string(1)


def test_states_are_cloned_and_kept() -> None:
    game = pyspiel.load_game("polymerge(mode=classic)")
    state = after(game.new_initial_state(), 3)
    after(state, state.legal_actions()[0])
    assert pyspiel.load_game(str(pyspiel.load_game("polymerge", {"mode": "2048"}))).num_distinct_actions() == 4
    texts = {str(state), str(state.clone()), str(pickle.loads(pickle.dumps(state)))}
    assert texts == {str(state)}
    clone = after(state.clone(), 0)
    assert state.is_chance_node() and not clone.is_chance_node()
    again = game.deserialize_state(clone.serialize())
    assert (str(again), again.position.score) == (str(clone), clone.position.score)


def test_observations_are_levels() -> None:
    game = pyspiel.load_game("polymerge(mode=classic)")
    state = after(game.new_initial_state(), 3)
    assert game.observation_tensor_shape() == [4, 4]
    levels = state.engine.levels_of(state.position)
    assert np.array_equal(np.reshape(state.observation_tensor(0), (4, 4)), levels)
    assert state.observation_string(0) == str(state)


def test_games_end() -> None:
    state = pyspiel.load_game("polymerge(mode=classic,max_turns=5)").new_initial_state()
    turns = 0
    while not state.is_terminal():
        turns += not state.is_chance_node()
        after(state, state.legal_actions()[0])
    assert turns == 5 and state.returns() == [state.position.score] and state.position.score > 0
    small = pm.Mode("classic").with_("grid=2x2").to_code()
    whole = pyspiel.load_game("polymerge", {"mode": small}).new_initial_state()
    again = whole.get_game().deserialize_state(after(whole, 3).serialize())
    assert str(again) == str(whole)
    while not whole.is_terminal():
        after(whole, whole.legal_actions()[0])
    assert whole.engine.is_over(whole.position)


def test_players_of_openspiel_play() -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    state = after(pyspiel.load_game("polymerge(mode=classic)").new_initial_state(), 3)
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(state.get_game(), 2, 20, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    "parameters, message",
    [({"starts": 0}, "starts is 0"), ({"samples": -1}, "samples is -1"), ({"mode": "nothing"}, "no mode"), ({"max_turns": 0}, "max_turns is 0")],
)
def test_what_is_no_game_is_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(Exception, match=message):
        pyspiel.load_game("polymerge", parameters)
