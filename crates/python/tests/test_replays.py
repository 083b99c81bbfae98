"""The moves of games, and replays step by step."""

import copy
import pickle

import numpy as np
import pytest

import polymerge as pm


def played(mode: str, turns: int = 60) -> pm.Game:
    """A game of some turns, wins played on from."""
    game = pm.Mode(mode).compile().start(seed=7)
    for turn in range(turns):
        if game.status == "won":
            game.play_on()
        legal = game.legal
        if not legal:
            break
        game.play(legal[turn % len(legal)])
    return game


@pytest.mark.parametrize("mode", ["classic", "dive", "2187", "directional-merges"])
def test_a_game_knows_its_moves(mode: str) -> None:
    game = played(mode)
    moves = [own for own in game.directions if own is not None]
    assert len(moves) == len(game.directions) and moves
    text = game.rules.write_moves(moves)
    assert pm.verify(game.rules, game.seed, text, game.score, len(moves)).holds
    assert not pm.verify(game.rules, game.seed, text, game.score + 1, len(moves)).holds


def test_moves_that_were_taken_back_are_none() -> None:
    game = played("classic", 10)
    before = game.directions
    game.undo()
    assert game.directions == before[:-1]
    game.redo()
    assert game.directions == before


def test_clicks_are_told_apart() -> None:
    mode = pm.Mode.from_text(CLICKS)
    game = mode.compile().start(1)
    game.play(game.legal[0])
    row, column = (int(own) for own in np.argwhere(game.kinds >= 0)[0])
    game.click(row, column)
    game.play(game.legal[0])
    assert [own is None for own in game.directions] == [False, True, False]
    assert pm.Replay.of_game(game).directions == game.directions


#: Clicks count.
CLICKS = """{ "extends": "classic.jsonc", "title": "Clicks", "brief": "b", "about": "a",
  "variables": { "clicks": 0 }, "scripts": [{ "on": "ClickTile", "do": "= clicks += 1" }] }"""


@pytest.mark.parametrize("mode", ["classic", "dive", "2187"])
def test_a_replay_is_stepped_through(mode: str) -> None:
    game = played(mode, 40)
    replay = pm.Replay.from_code(game.replay_code())
    assert len(replay) == len(game.directions) + 1 and replay.position == 0
    assert replay.directions == game.directions and replay.mode.title == game.rules.mode.title
    points = 0.0
    while (turn := replay.step()) is not None:
        assert turn.moved and turn.events
        points += turn.score
    assert replay.position == len(replay) - 1
    assert points == replay.score == game.score and replay.cells == game.cells
    assert np.array_equal(replay.values, game.values, equal_nan=True)
    assert replay.take_over(seed=1).cells == game.cells


def test_a_replay_goes_to_any_position() -> None:
    game, seen = pm.Mode("classic").compile().start(seed=3), []
    for turn in range(30):
        seen.append((game.cells, game.score))
        game.play(game.legal[turn % len(game.legal)])
    replay = pm.Replay.of_game(game)
    for position in (29, 3, 17, 0, 28):
        replay.seek(position)
        assert (replay.cells, replay.score) == seen[position]
    replay.seek(10**6)
    assert replay.position == len(replay) - 1 and replay.cells == game.cells
    replay.seek(5)
    other = replay.take_over(seed=1)
    other.play(other.legal[0])
    assert len(other.directions) == 6 and other.directions[:5] == game.directions[:5]
    assert replay.svg().startswith("<svg") and replay.checks == "everything"
    assert len(replay.times) == len(replay)


def test_replays_are_copied_and_pickled() -> None:
    replay = pm.Replay.of_game(played("dive"))
    replay.seek(9)
    for again in (copy.copy(replay), copy.deepcopy(replay), pickle.loads(pickle.dumps(replay))):
        assert again.position == 9 and again.cells == replay.cells and len(again) == len(replay)
        again.step()
        assert (again.position, replay.position) == (10, 9)


def test_what_is_no_replay_is_refused() -> None:
    game = played("classic", 5)
    for code, message in [(game.code(), "not one of a replay"), ("hello", "."), ("", ".")]:
        with pytest.raises(pm.CodeError, match=message):
            pm.Replay.from_code(code)
    with pytest.raises(OverflowError):
        pm.Replay.of_game(game).seek(-1)
    with pytest.raises(pm.PolymergeError):
        pm.Replay.from_code(game.replay_code(), pm.Limits.strict().but(moves=1))


def test_opening_a_replay_gives_its_last_game() -> None:
    game = played("classic", 20)
    opened = pm.open(game.replay_code())
    assert isinstance(opened, pm.Game) and opened.cells == game.cells
