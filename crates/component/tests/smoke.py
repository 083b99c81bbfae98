"""What the library for C is tested with, on the component: `python smoke.py polymerge.wasm`."""

import json
import sys
import unittest
from math import log2
from pathlib import Path

from wasmtime import component as wasm

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
from host import Fault, Polymerge  # noqa: E402


class Smoke(unittest.TestCase):
    """Each test is about one part of the interface."""

    @classmethod
    def setUpClass(cls):
        cls.polymerge = Polymerge(PATH)
        cls.call, cls.method = cls.polymerge.call, cls.polymerge.method

    def rules(self, text="classic", limits=None):
        return self.call("open", text, limits).rules

    def start(self, text="classic", seed=7):
        return self.method("rules.start", self.rules(text), seed, 0.0)

    def code_of(self, call, *arguments):
        """The stable name of the fault of a call."""
        with self.assertRaises(Fault) as caught:
            call(*arguments)
        return caught.exception.code

    def played(self, turns, seed=7):
        game, points = self.start(seed=seed), 0
        for _ in range(turns):
            legal = self.method("game.status", game).legal
            points += self.method("game.play", game, legal[0], 0.0).points
        self.assertEqual(self.method("game.status", game).score, points)
        return game

    def test_modes(self):
        modes = json.loads(self.call("modes"))
        self.assertGreater(len(modes), 100)
        self.assertIn("classic", [mode["name"] for mode in modes])

    def test_games(self):
        game = self.played(20)
        status = self.method("game.status", game)
        self.assertEqual((status.standing, status.moves, status.rows, status.columns), ("playing", 20, 4, 4))
        board = self.method("game.kinds", game)
        self.method("game.undo", game)
        self.assertNotEqual(self.method("game.kinds", game), board)
        self.method("game.redo", game)
        self.assertEqual(self.method("game.kinds", game), board)
        self.assertEqual(self.code_of(self.method, "game.redo", game), "nothing-to-redo")
        self.assertEqual(self.code_of(self.method, "game.play", game, 9, 0.0), "no-such-direction")
        self.assertEqual(self.code_of(self.method, "game.play", game, 0, float("nan")), "bad-argument")
        self.assertEqual(json.loads(self.method("game.eval", game, '["@Score", "+", 1]')), status.score + 1)
        self.assertTrue(self.method("game.text", game, "picture").startswith("<svg"))
        self.assertEqual(self.method("game.seed", game), 7)

    def test_boards(self):
        game = self.played(20)
        kinds, values, levels = (self.method(f"game.{what}", game) for what in ("kinds", "values", "levels"))
        for kind, value, level in zip(kinds, values, levels):
            wanted = (0, 0) if kind == -1 else (value, 1 + log2(value))
            self.assertEqual((value, level), wanted)
        names = json.loads(self.method("game.text", game, "kinds"))
        tiles = [(kind, value) for kind, value in zip(kinds, values) if kind >= 0]
        self.assertTrue(all(names[kind]["value"] == value for kind, value in tiles))

    def test_codes(self):
        game = self.played(10)
        board = self.method("game.kinds", game)
        for what in ("code", "saved", "replay"):
            opened = self.call("open", self.method("game.text", game, what), None)
            self.assertEqual(self.method("game.kinds", opened.game), board, what)
        code = self.method("rules.text", self.rules(), "code")
        self.assertEqual(self.method("rules.text", self.rules(code), "code"), code)
        self.assertEqual(self.code_of(self.call, "open", "clasic", None), "no-such-mode")

    def test_moves(self):
        game = self.played(30)
        score = self.method("game.status", game).score
        moves = self.method("game.text", game, "moves")
        rules = self.rules()
        verdict = self.method("rules.verify", rules, 7, moves, score)
        self.assertEqual((verdict.holds, verdict.score), (True, score))
        self.assertFalse(self.method("rules.verify", rules, 7, moves, score + 4).holds)
        read = self.method("rules.read-moves", rules, moves)
        self.assertLessEqual(read.least, 30)
        self.assertEqual(self.method("rules.write-moves", rules, read.directions[:30]), moves)

    def test_mode_files(self):
        file = self.method("rules.text", self.rules(), "file")
        self.assertEqual(json.loads(self.call("check", file, None)), [])
        self.assertEqual(self.method("game.kinds", self.start(file)), self.method("game.kinds", self.start()))
        problems = json.loads(self.call("check", '{"title": "A", "grids": 3}', None))
        self.assertIn("error", [problem["severity"] for problem in problems])
        wider = self.method("rules.change", self.rules(), [], ["grid=5x6"])
        info = json.loads(self.method("rules.text", wider, "info"))
        self.assertEqual((info["rows"], info["columns"]), (6, 5))

    def test_limits(self):
        limits, bound = wasm.Record(), wasm.Record()
        bound.name, bound.most = "text", 10
        limits.strict, limits.bounds = True, [bound]
        file = self.method("rules.text", self.rules(), "file")
        with self.assertRaises(Fault) as caught:
            self.rules(file, limits)
        self.assertEqual(caught.exception.kind, "limit")
        bound.name = "texts"
        self.assertEqual(self.code_of(self.rules, "classic", limits), "bad-argument")

    def test_replays(self):
        game = self.played(10)
        replay = self.call("open-replay", self.method("game.text", game, "replay"), None)
        self.assertEqual(self.method("replay.length", replay), 11)
        self.assertTrue(self.method("replay.step", replay))
        self.assertTrue(json.loads(self.method("replay.events", replay))["moved"])
        self.method("replay.seek", replay, 99)
        self.assertEqual(self.method("replay.position", replay), 10)
        self.assertFalse(self.method("replay.step", replay))
        last = self.method("replay.game", replay, 0)
        self.assertEqual(self.method("game.kinds", last), self.method("game.kinds", game))
        self.assertEqual(len(self.method("replay.times", replay)), 12)

    def test_hints(self):
        game = self.start()
        hint = self.method("game.hint", game, 1000, 1)
        self.assertIn(hint.best, self.method("game.status", game).legal)
        self.assertEqual(len(json.loads(hint.ranking)["choices"]), 4)

    def test_positions(self):
        rules = self.rules()
        engine = self.method("rules.engine", rules)
        position = self.method("engine.start", engine, 7)
        game = self.method("rules.start", rules, 7, 0.0)
        for _ in range(50):
            legal = self.method("position.legal", position)
            self.assertEqual(legal, self.method("game.status", game).legal)
            moved = self.method("position.play", position, legal[0])
            self.assertEqual(moved, self.method("game.play", game, legal[0], 0.0))
            self.assertEqual(self.method("position.values", position), self.method("game.values", game))
        text = self.method("position.text", position)
        other = self.method("engine.resume", self.method("rules.engine", rules), text, 1)
        self.assertEqual(self.method("position.values", other), self.method("position.values", position))
        onward = self.method("position.game", position)
        self.assertEqual(self.method("game.status", onward).score, self.method("game.status", game).score)
        same = self.method("engine.position", engine, game, 3)
        self.assertEqual(self.method("position.kinds", same), self.method("position.kinds", position))
        foreign = self.start()
        self.assertEqual(self.code_of(self.method, "engine.position", engine, foreign, 3), "foreign")

    def test_spawns(self):
        engine = self.method("rules.engine", self.rules())
        position = self.method("engine.start", engine, 7)
        direction = self.method("position.legal", position)[0]
        after = self.method("position.afterstate", position, direction)
        spawns = after.spawning
        spawns = spawns.payload if isinstance(spawns, wasm.Variant) else spawns
        self.assertAlmostEqual(sum(spawn.probability for spawn in spawns), 1)
        board = self.method("position.kinds", after.board)
        for spawn in spawns:
            copy = self.method("position.copy", position)
            moved = self.method("position.play-spawn", copy, direction, spawn)
            self.assertEqual(moved, after.moved)
            wanted = list(board)
            wanted[spawn.row * 4 + spawn.column] = spawn.kind
            self.assertEqual(self.method("position.kinds", copy), wanted)
        spawns[0].kind = 99
        self.assertEqual(
            self.code_of(self.method, "position.play-spawn", position, direction, spawns[0]), "bad-argument"
        )

    def test_batches(self):
        rules = self.rules()
        batch = self.method("rules.batch", rules, 3, 7)
        games = [self.method("rules.start", rules, seed, 0.0) for seed in (7, 8, 9)]
        for _ in range(20):
            legal = self.method("batch.legal", batch)
            directions = [(mask & -mask).bit_length() - 1 for mask in legal]
            step = self.method("batch.step", batch, bytes(directions))
            pairs = zip(games, directions)
            points = [self.method("game.play", game, direction, 0.0).points for game, direction in pairs]
            self.assertEqual(list(step.rewards), points)
        boards = self.method("batch.values", batch)
        self.assertEqual(boards, [value for game in games for value in self.method("game.values", game)])
        self.assertEqual(self.method("game.values", self.method("batch.game", batch, 1)), boards[16:32])
        step = self.method("batch.step", batch, bytes([9, 9, 9]))
        self.assertEqual([failure["code"] for failure in json.loads(step.failures)], ["no-such-direction"] * 3)
        for call in ("batch.reset", "batch.load"):
            last = games[0] if call == "batch.load" else 1
            self.assertEqual(self.code_of(self.method, call, batch, 3, last), "no-such-game")
        self.method("batch.load", batch, 2, games[0])
        self.assertEqual(self.method("batch.values", batch)[32:], self.method("game.values", games[0]))
        for count in (0, 65_537):
            self.assertEqual(self.code_of(self.method, "rules.batch", rules, count, 1), "bad-argument")

    def test_it_imports_nothing(self):
        self.assertEqual(self.polymerge.imports, [])


if __name__ == "__main__":
    PATH = sys.argv.pop(1)
    unittest.main()
