"""Statistics of a mode, by random games on many workers.

Each game is that of its seed, so that the result does not depend on how many workers there are::

    python ray_statistics.py dive --games 200 --workers 2
"""

from __future__ import annotations

import argparse

import numpy as np
import ray

import polymerge as pm


@ray.remote
def play(rules: pm.Rules, seeds: range) -> list[pm.Outcome]:
    """Random games of these seeds."""
    return [rules.play(seed) for seed in seeds]


def statistics(mode: str, games: int, piece: int = 25) -> list[pm.Outcome]:
    """Returns the results of the games of the first seeds, in their order."""
    rules = ray.put(pm.Mode(mode).compile())
    pieces = [play.remote(rules, range(seed, min(seed + piece, games))) for seed in range(0, games, piece)]
    return [outcome for outcomes in ray.get(pieces) for outcome in outcomes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", nargs="?", default="2048")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    ray.init(num_cpus=given.workers, include_dashboard=False)
    outcomes = statistics(given.mode, given.games)
    scores, turns = ([getattr(own, name) for own in outcomes] for name in ("score", "turns"))
    print(f"{len(outcomes)} games: score {np.mean(scores):.3f} (median {np.median(scores):g}),")
    print(f"turns {np.mean(turns):.3f}, won {np.mean([own.won for own in outcomes]):.3f}")
    ray.shutdown()


if __name__ == "__main__":
    main()
