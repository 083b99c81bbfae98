"""Modes, rules, checking and opening."""

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

import polymerge as pm


def test_a_mode_has_a_name_a_number_and_a_title() -> None:
    assert pm.Mode("dive") == pm.Mode(50) == pm.Mode("050")
    mode = pm.Mode("dive")
    assert (mode.title, mode.shape) == ("DIVE", (4, 4))
    assert [own.words for own in mode.directions] == ["up", "down", "left", "right"]
    assert {"001-2048", "050-dive", "125-rain-garden", "classic"} <= set(pm.modes())


def test_choosing_gives_another_mode() -> None:
    plain = pm.Mode("dive")
    mode = plain.set(goals="fresh").with_("grid=hexagon:3", garbage=2)
    assert mode.compile().start(7).values.shape[1] == 13
    assert mode != plain and plain == pm.Mode("dive")
    assert "goals" in [setting.name for setting in plain.settings]
    assert mode.choices == {"goals": "fresh"}


def test_errors_say_what_was_meant() -> None:
    with pytest.raises(pm.InputError, match="did you mean 2048?") as caught:
        pm.Mode("2084")
    assert (caught.value.kind, caught.value.code) == ("input", "no-such-mode")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.code) == (pm.InputError, str(caught.value), "no-such-mode")


def test_problems_of_a_file_have_lines() -> None:
    text = '{\n  "extends": "classic.jsonc",\n  "widht": 5\n}'
    (problem, *_) = pm.check(text)
    assert (problem.code, problem.line, problem.column) == ("unknown-key", 3, 3)
    assert pm.check('{ "extends": "classic.jsonc", "title": "Plain" }') == ()
    with pytest.raises(pm.ModeFileError) as caught:
        pm.Mode.from_text(text)
    assert text[problem.from_ : problem.to] == '"widht"'
    assert caught.value.problems[0] == replace(problem, from_=None, to=None)


def test_files_may_extend_those_beside_them(tmp_path: Path) -> None:
    (tmp_path / "base.jsonc").write_text('{ "extends": "classic.jsonc", "title": "Base", "grid": "5x4" }')
    (tmp_path / "mine.jsonc").write_text('{ "extends": "base.jsonc", "title": "Mine" }')
    mode = pm.Mode.from_file(tmp_path / "mine.jsonc")
    assert (mode.title, mode.shape) == ("Mine", (4, 5))
    assert pickle.loads(pickle.dumps(mode)) == mode
    with pytest.raises(FileNotFoundError):
        pm.Mode.from_file(tmp_path / "none.jsonc")


def test_links_do_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "base.jsonc").write_text('{ "extends": "classic.jsonc", "grid": "5x4" }')
    (tmp_path / "base.jsonc").symlink_to(tmp_path / "away" / "base.jsonc")
    (tmp_path / "mine.jsonc").write_text('{ "extends": "base.jsonc", "title": "Mine" }')
    with pytest.raises(pm.ModeFileError):
        pm.Mode.from_file(tmp_path / "mine.jsonc")


def test_codes_and_files_bring_the_mode_back() -> None:
    mode = pm.Mode("dive").with_("grid=5x5")
    assert pm.Mode.from_code(mode.to_code()) == mode
    assert pm.Mode.from_text(mode.to_file()).shape == (5, 5)
    assert pm.open(mode.to_code()) == mode


def test_modes_and_rules_are_pickled() -> None:
    mode = pm.Mode("dive").set("goals=fresh").within(pm.Limits.strict().but(game_work=9))
    again = pickle.loads(pickle.dumps(mode))
    assert again == mode and hash(again) == hash(mode)
    rules = pickle.loads(pickle.dumps(mode.compile()))
    assert rules.mode == mode
    holes = pm.Mode("2048").with_("random_holes=2").compile()
    assert holes.is_drawn
    drawn = holes.drawn(3)
    cells = drawn.start(1).cells
    assert pickle.loads(pickle.dumps(drawn)).start(1).cells == cells


def test_limits_bound_what_strangers_send() -> None:
    strict = pm.Limits.strict()
    assert strict.as_dict()["text"] < pm.Limits.default().as_dict()["text"]
    with pytest.raises(pm.LimitError):
        pm.open("1" * (10 << 20), strict)
    with pytest.raises(pm.InputError, match="there are text"):
        strict.but(txet=1)
    with pytest.raises(pm.InputError, match="from 0 to 256"):
        strict.but(depth=257)
    assert pickle.loads(pickle.dumps(strict.but(cells=20))) == strict.but(cells=20) != strict
    assert repr(strict.but(cells=20)) == "Limits.strict().but(cells=20)"


def test_old_names_of_limits_are_accepted() -> None:
    with pytest.warns(DeprecationWarning, match="history_steps is called undo_steps now"):
        assert pm.Limits.default().but(history_steps=5) == pm.Limits.default().but(undo_steps=5)


def test_opening_something_else_is_an_error() -> None:
    with pytest.raises(pm.InputError) as caught:
        pm.open("hello")
    assert caught.value.code == "not-recognized"


def test_games_of_modes_without_a_code_are_opened_again() -> None:
    text = """{ "title": "Puzzle", "grid": { "cells": [[[1], [1], "@Empty"], [[2], "@Empty", [1]]] },
        "tiles": [{ "colour": "#fff" }],
        "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }] }"""
    game = pm.Mode.from_text(text).compile().start(seed=7)
    game.play("left")
    for written in (game.saved(), game.code(), game.replay_code()):
        opened = pm.open(written)
        assert isinstance(opened, pm.Game) and opened.cells == game.cells
    assert pickle.loads(pickle.dumps(pm.open(game.saved()))).cells == game.cells


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error:
        pm.Mode.from_file(tmp_path / "none.jsonc")
    assert error.value.filename == str(tmp_path / "none.jsonc")
    with pytest.raises(pm.InputError, match="Mode.from_file"):
        pm.Mode("my-mode.jsonc")
    with pytest.raises(TypeError):
        pm.Mode(None)  # type: ignore[arg-type]


def test_a_batch_has_a_bound() -> None:
    for games in (0, 10**12):
        with pytest.raises(pm.InputError, match="from 1 to"):
            pm.Mode("2048").compile().batch(games)
