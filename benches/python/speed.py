"""How fast environments play plain 2048, beside the engine that is the limit and other packages.

Side by side: each plays for about a second, one after another, several times; medians count,
of the speeds and of the parts of each round's limit, since the machine may do something else
meanwhile. One core each::

    python benches/python/speed.py --rounds 5

Needs `rustc` for the limit. Packages that are not installed are named and left out.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import gymnasium
import numpy as np

from polymerge.gym import GameVectorEnv

HERE = Path(__file__).parent
Play = Callable[[], float]


def limit(folder: str) -> Play:
    """The engine that knows nothing but plain 2048, in Rust."""
    program = Path(folder) / "limit"
    options = ["-C", "opt-level=3", "-C", "codegen-units=1", "--edition", "2021", "-A", "dead_code"]
    subprocess.run(["rustc", *options, "-o", program, HERE / "limit.rs"], check=True)
    return lambda: float(subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()[0])


def vector(games: int, **options: str) -> Play:
    """The vector environment, with kinds and masks read out at each step; moves count."""
    envs = GameVectorEnv(games, "classic", copy=False, **options)  # type: ignore[arg-type]
    envs.reset(seed=1)
    random = np.random.default_rng(0)
    actions = [random.integers(0, 4, games).astype(np.uint8) for _ in range(61)]

    def play() -> float:
        moves, steps, start = 0, 0, time.perf_counter()
        while time.perf_counter() - start < 1:
            for _ in range(20):
                *_, infos = envs.step(actions[steps % 61])
                moves += int(np.count_nonzero(infos["moved"]))
                steps += 1
        return moves / (time.perf_counter() - start)

    return play


def single(name: str, **options: str) -> Play:
    """An environment of one game, by random actions; steps count."""
    env = gymnasium.make(name, **options).unwrapped
    env.reset(seed=1)

    def play() -> float:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < 1:
            *_, over, cut, _ = env.step(env.action_space.sample())
            if over or cut:
                env.reset()
            steps += 1
        return steps / (time.perf_counter() - start)

    return play


def gymnasium_2048() -> Play:
    """The package gymnasium-2048."""
    import gymnasium_2048  # type: ignore[import-not-found]  # noqa: F401

    return single("gymnasium_2048/TwentyFortyEight-v0")


def jax_steps(games: int, start: Callable[[], object], step: Callable[[object], object]) -> Play:
    """Steps of a compiled function that plays many games at once."""
    import jax  # type: ignore[import-not-found]

    state = jax.block_until_ready(step(start()))

    def play() -> float:
        nonlocal state
        steps, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < 1:
            state = jax.block_until_ready(step(state))
            steps += games
        return steps / (time.perf_counter() - begun)

    return play


def pgx(games: int) -> Play:
    """The package pgx, on the processor; games that are over go on as they are."""
    import jax
    import pgx as package  # type: ignore[import-not-found]

    env = package.make("2048")
    keys = jax.random.split(jax.random.PRNGKey(0), games)

    @jax.jit
    def step(carried: tuple[object, object]) -> tuple[object, object]:
        state, key = carried
        key, own = jax.random.split(key)
        likely = jax.numpy.log(state.legal_action_mask.astype(float))  # type: ignore[attr-defined]
        actions = jax.random.categorical(own, likely, axis=-1)
        return jax.vmap(env.step)(state, actions, jax.random.split(own, games)), key

    return jax_steps(games, lambda: (jax.vmap(env.init)(keys), jax.random.PRNGKey(1)), step)  # type: ignore[arg-type]


def jumanji(games: int) -> Play:
    """The package jumanji, on the processor."""
    import jax
    import jumanji as package  # type: ignore[import-not-found]

    env = package.make("Game2048-v1")
    keys = jax.random.split(jax.random.PRNGKey(0), games)

    @jax.jit
    def step(carried: tuple[object, object, object]) -> tuple[object, object, object]:
        state, mask, key = carried
        key, own = jax.random.split(key)
        actions = jax.random.categorical(own, jax.numpy.log(mask.astype(float)), axis=-1)  # type: ignore[attr-defined]
        state, told = jax.vmap(env.step)(state, actions)
        return state, told.observation.action_mask, key

    def start() -> tuple[object, object, object]:
        state, told = jax.vmap(env.reset)(keys)
        return state, told.observation.action_mask, jax.random.PRNGKey(1)

    return jax_steps(games, start, step)  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--jax", action="store_true", help="also pgx and jumanji, which compile for minutes")
    given = parser.parse_args()
    games = given.games
    with tempfile.TemporaryDirectory() as folder:
        makers: dict[str, Callable[[], Play]] = {
            "limit: hand-written, in Rust": lambda: limit(folder),
            f"vector of {games}, NEXT_STEP": lambda: vector(games),
            f"vector of {games}, SAME_STEP": lambda: vector(games, autoreset_mode="SameStep"),
            f"vector of {games}, SAME_STEP, direct": lambda: vector(
                games, autoreset_mode="SameStep", placement="direct"
            ),
            "one game": lambda: single("polymerge/Game-v0", mode="classic"),
            "gymnasium-2048, one game": gymnasium_2048,
            f"pgx, {games} games, on the processor": lambda: pgx(games),
            f"jumanji, {games} games, on the processor": lambda: jumanji(games),
        }
        plays: dict[str, Play] = {}
        for name, make in makers.items():
            if name.startswith(("pgx", "jumanji")) and not given.jax:
                print(f"left out: {name}: --jax asks for it")
                continue
            try:
                plays[name] = make()
            except (ImportError, OSError) as error:
                print(f"left out: {name}: {error}")
        counts: dict[str, list[float]] = {name: [] for name in plays}
        for number in range(given.rounds):
            for name, play in plays.items():
                counts[name].append(play())
            print(f"round {number + 1}: load {os.getloadavg()[0]:.1f}", flush=True)
    best = next(iter(counts.values()))
    for name, list_of in counts.items():
        part = statistics.median(own / limit for own, limit in zip(list_of, best))
        print(f"{name:45} {statistics.median(list_of):14,.0f} a second {part:8.4f} of the limit")


if __name__ == "__main__":
    main()
