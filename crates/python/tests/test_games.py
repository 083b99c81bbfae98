"""Games: playing, undoing, keeping, watching."""

import copy
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import polymerge as pm

CLASSIC = pm.Mode("classic").compile()


def played(seed: int, moves: int = 30) -> pm.Game:
    game = CLASSIC.start(seed)
    for _ in range(moves):
        game.play(game.legal[0])
    return game


def test_a_game_is_played_to_its_end() -> None:
    game = CLASSIC.start(7)
    while not game.is_over:
        assert game.play(game.legal[0]).moved
    assert (game.status, game.legal) == ("over", [])
    assert game.score > 0 and game.moves > 10 and not game.is_won


def test_directions_have_names() -> None:
    games = [CLASSIC.start(7) for _ in range(5)]
    for game, direction in zip(games, [2, "left", "LEFT", "←", "L"]):
        game.play(direction)
    assert all(game == games[0] for game in games)
    with pytest.raises(pm.InputError) as caught:
        games[0].play("sideways")
    assert caught.value.code == "no-such-direction"
    assert "it has up, down, left, right" in str(caught.value)
    with pytest.raises(pm.RefusedError):
        games[0].play(9)


def test_a_turn_tells_what_happened() -> None:
    turn = CLASSIC.start(7).play(CLASSIC.start(7).legal[0])
    (spawn,) = [event for event in turn.events if event["kind"] == "spawn"]
    assert spawn["tile"] in ([1.0], [2.0]) and isinstance(spawn["tile"][0], float)
    row, column = spawn["place"]
    assert spawn["place"].row == row < 4 and column < 4
    assert set(spawn) == {"kind", "place", "tile", "forced"}
    assert pickle.loads(pickle.dumps(turn)) == turn


def test_old_names_of_events_are_accepted() -> None:
    game = CLASSIC.start(7)
    merges = [event for _ in range(40) if game.legal for event in game.play(game.legal[0]).events]
    merge = next(event for event in merges if event["kind"] == "merge")
    spawn = next(event for event in merges if event["kind"] == "spawn")
    with pytest.warns(DeprecationWarning, match="event is called kind now"):
        assert merge["event"] == "merge"
    with pytest.warns(DeprecationWarning, match="cell is called place now"):
        assert spawn["cell"] == (spawn["place"].row, spawn["place"].column)
    with pytest.warns(DeprecationWarning, match="a pair is called row, column and tile now"):
        cell, tile = merge["inputs"][0]
    assert (cell, tile) == ((merge["inputs"][0].row, merge["inputs"][0].column), merge["inputs"][0].tile)
    with pytest.raises(KeyError):
        merge["cell"]
    automatic = pm.TurnEvent(kind="auto_move", index=0, moved=True, score=4.0, events=())
    with pytest.warns(DeprecationWarning):
        assert automatic["turn"] == pm.Turn(True, 4.0, ())


@pytest.mark.parametrize("old, new, value", [("event", "kind", "announcement"), ("message", "text", "Hello")])
def test_old_names_of_events_are_accepted_by_all_readers(old: str, new: str, value: str) -> None:
    event = pm.TurnEvent(kind="message", text="Hello", milliseconds=500)
    for read in (lambda: event[old], lambda: event.get(old), lambda: event.get(old, "other")):
        with pytest.warns(DeprecationWarning, match=f"{old} is called {new} now") as caught:
            assert read() == value
        assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match=f"{old} is called {new} now") as caught:
        assert old in event
    assert caught[0].filename == __file__


def test_names_that_an_event_lacks_are_missing_for_all_readers() -> None:
    event = pm.TurnEvent(kind="message", text="Hello", milliseconds=500)
    for name in ("cell", "turn", "place", "kinds"):
        assert name not in event and event.get(name) is None and event.get(name, 7) == 7
        with pytest.raises(KeyError):
            event[name]
    assert "text" in event and event.get("text") == "Hello" and set(event) == {"kind", "text", "milliseconds"}
    assert 5 not in event and "event" not in pm.TurnEvent()


def test_boards_are_arrays() -> None:
    game = played(7)
    assert game.values.shape == game.kinds.shape == (4, 4)
    assert np.array_equal(np.isnan(game.values), game.kinds == -1)
    tiles = game.tiles
    for value, kind in zip(game.values.flat, game.kinds.flat):
        assert kind == -1 or tiles[kind].value == value
    assert len(str(game).splitlines()) == 4


def test_undoing_restores_the_random_numbers() -> None:
    game = played(7)
    before = game.copy()
    turn = game.play(game.legal[0])
    after = game.copy()
    assert game.undo() and game == before
    assert game.redo() and game == after
    assert game.undo() and game.play(game.legal[0]) == turn
    assert not CLASSIC.start(7).undo()


def test_a_fork_has_another_future() -> None:
    game = played(7)
    forks = [game.fork(seed) for seed in range(8)]
    direction = game.legal[0]
    for fork in forks:
        fork.play(direction)
    assert len({str(fork) for fork in forks}) > 1
    assert copy.deepcopy(game) == copy.copy(game) == game


@pytest.mark.parametrize("mode", ["classic", "dive", "1321"])
def test_games_are_pickled_with_all_that_is_to_come(mode: str) -> None:
    game = pm.Mode(mode).compile().start(3)
    for _ in range(10):
        game.play(game.legal[-1])
    again = pickle.loads(pickle.dumps(game))
    assert again == game and again.steps == game.steps
    assert np.array_equal(again.kinds, game.kinds)
    for one in (game, again):
        one.play(one.legal[0])
    assert again == game


def test_codes_bring_a_game_back() -> None:
    game = played(7)
    for text in (game.code(), game.replay_code(), game.saved()):
        opened = pm.open(text, seed=1)
        assert isinstance(opened, pm.Game)
        assert (opened.cells, opened.score) == (game.cells, game.score)
    kept = pm.open(game.saved())
    assert kept == game
    assert pm.Mode.from_code(game.mode_code()).shape == (4, 4)


def test_pictures() -> None:
    game = played(7)
    assert game.svg().startswith("<svg") and game._repr_svg_() == game.svg()
    assert game.png(0.5).startswith(b"\x89PNG")
    small, large = game.rgb(0.25), game.rgb(0.5)
    assert small.dtype == np.uint8 and small.shape[2] == 3 and large.shape[0] > small.shape[0]


def test_expressions() -> None:
    game = played(7)
    assert game.eval('["@Score", "+", 1]') == game.score + 1
    with pytest.raises(pm.InputError):
        game.eval("[")


def test_a_claim_is_checked() -> None:
    game, moves = CLASSIC.start(7), []
    while not game.is_over:
        moves.append(game.legal[0])
        game.play(moves[-1])
    text = CLASSIC.write_moves(moves)
    verdict = pm.verify(CLASSIC, 7, text, game.score, len(moves))
    assert verdict == pm.Verdict(True, game.score, len(moves), 0)
    assert not pm.verify(CLASSIC, 7, text, game.score + 4, len(moves)).holds
    assert CLASSIC.parse_moves("LURD") == [2, 0, 3, 1]


def test_other_threads_run_during_long_calls_and_ctrl_c_ends_them() -> None:
    counted = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0.001)

    # Where a shell starts tests in the background, Ctrl-C is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=count, daemon=True).start()
    threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            pm.hint(CLASSIC.start(7), turns=1 << 50)
        with pytest.raises(KeyboardInterrupt):
            threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
            pm.train(CLASSIC, 1 << 50, memory=8)
    finally:
        stop.set()
        signal.signal(signal.SIGINT, before)
    assert counted > 10
