"""Any calls with any arguments: each gives something, or an exception of Python's kind.

POLYMERGE_CALLS=1000000 makes many more of them.
"""

import inspect
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import polymerge as pm

CALLS = int(os.environ.get("POLYMERGE_CALLS", "3000"))
# The calls after which all begins anew, with other random numbers.
ROUND = 300

# Errors that calls may raise. A fault of the library is none of these.
EXPECTED = (pm.PolymergeError, TypeError, ValueError, OverflowError, OSError, AttributeError)

# Handles of the package, by their classes: calls get and give them.
CLASSES = (pm.Limits, pm.Mode, pm.Rules, pm.Game, pm.Engine, pm.Position, pm.Replay, pm.Batch, pm.Weights)

ENTRIES: list[Callable[..., Any]] = [
    pm.open,
    pm.check,
    pm.verify,
    pm.hint,
    pm.train,
    pm.Mode,
    pm.Mode.from_text,
    pm.Mode.from_code,
    pm.Mode.from_file,
    pm.Replay.from_code,
    pm.Replay.of_game,
    pm.Limits.default,
    pm.Limits.strict,
    pm.Weights.from_bytes,
]


# Arguments that fit parameters of these names.
FITTING: dict[str, list[Any]] = {
    "direction": [0, 1, 2, 3, "left", "U"],
    "directions": [[2, 0], np.array([1, 3]), np.array([0, 2], np.uint8)],
    "which": [[True, False], np.array([False, True])],
    "moves": [40, [0, 1, 2, 3], "LURDLURD"],
    "game": [0, 1],
    "games": [2],
    "seed": [0, 7],
}


class Caller:
    """Calls at random, and remembers what came of it."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = random.Random(seed)
        self.said: list[str] = []
        rules = pm.Mode("classic").compile()
        self.held: dict[type, list[Any]] = {}
        for held in (pm.Limits.strict(), pm.Mode("2048"), rules, rules.start(1), rules.engine(), rules.batch(2)):
            self.keep(held)
        texts = ["classic", "dive", "", "\0", "2048", "5x3", '["@This 0", "+", 1]', '{"title": "x"}', "LURD"]
        texts += [str(folder), "grid=5x3", "same_step", "direct", "points", "left"]
        mode, game = pm.Mode("dive"), rules.start(2)
        self.texts = [*texts, mode.to_code(), mode.to_file(), game.code(), game.replay_code(), game.saved()]
        self.first_texts = len(self.texts)

    def integer(self) -> int:
        return self.random.choice([0, 0, 1, 2, 3, 3, 7, 64, 400, -1, 2**70, -(2**70)])

    def number(self) -> float:
        return self.random.choice([0.0, 1.0, 0.25, -1.0, 1e30, 1000.0, float("inf"), float("nan")])

    def text(self) -> str:
        text = self.random.choice(self.texts)
        if text and self.random.random() < 0.2:
            at = self.random.randrange(len(text))
            return text[:at] + self.random.choice(["", "|", "\u00e9", "9", '"']) + text[at + 1 :]
        return text

    def array(self) -> Any:
        kind = self.random.choice([np.uint8, np.int8, np.int32, np.int64, np.float64, np.bool_])
        shape = self.random.choice([(), (0,), (1,), (2,), (2,), (2, 4), (2, 4, 4), (4, 4)])
        return np.full(shape, self.random.choice([0, 1, 3]), kind)

    def handle(self) -> Any:
        return self.random.choice(self.held[self.random.choice(list(self.held))])

    def argument(self, name: str) -> Any:
        of_class = [held for own in self.held for held in self.held[own] if own.__name__.lower() == name]
        fitting = of_class + FITTING.get(name, [])
        if fitting and self.random.random() < 0.8:
            return self.random.choice(fitting)
        if name in ("text", "code", "expression") and self.random.random() < 0.8:
            return self.text()
        makers = [self.integer, self.integer, self.number, self.text, self.array, self.handle]
        made = self.random.choice(makers)()
        return [made] * self.random.randrange(4) if self.random.random() < 0.1 else made

    def step(self) -> None:
        """One call or attribute, noted before it is made."""
        try:
            if self.random.random() < 0.2:
                called = self.random.choice(ENTRIES)
                self.said.append(called.__name__)
            else:
                held = self.handle()
                name = self.random.choice([name for name in dir(held) if not name.startswith("_")])
                self.said.append(f"{type(held).__name__}.{name}")
                called = getattr(held, name)
            if callable(called):
                arguments, named = self.arguments(called)
                self.said[-1] += f"(*{arguments!r:.300}, **{named!r:.300})"
                called = called(*arguments, **named)
            self.keep(called)
        except EXPECTED as error:
            assert str(error), self.said[-1]

    def arguments(self, called: Callable[..., Any]) -> tuple[list[Any], dict[str, Any]]:
        arguments: list[Any] = []
        named: dict[str, Any] = {}
        for parameter in inspect.signature(called).parameters.values():
            if parameter.kind is parameter.VAR_POSITIONAL:
                arguments += [self.text() for _ in range(self.random.randrange(3))]
            elif parameter.kind is parameter.VAR_KEYWORD:
                named.update({"cells": self.integer()} if self.random.random() < 0.3 else {})
            elif parameter.default is parameter.empty:
                arguments.append(self.argument(parameter.name))
            elif self.random.random() < 0.3:
                named[parameter.name] = self.argument(parameter.name)
        return arguments, named

    def keep(self, given: Any) -> None:
        if isinstance(given, CLASSES):
            held = self.held.setdefault(type(given), [])
            held.append(given)
            # The first ones stay, and those that were made last.
            del held[1:-4]
        elif isinstance(given, str) and len(given) < 20_000:
            self.texts.append(given)
            del self.texts[self.first_texts : -5]


def test_no_call_is_a_fault_of_the_library(tmp_path: Path) -> None:
    for number in range(0, CALLS, ROUND):
        caller = Caller(number, tmp_path)
        try:
            for _ in range(min(ROUND, CALLS - number)):
                caller.step()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise AssertionError("\n".join([f"random numbers of {number}", *caller.said[-5:]])) from error
