#!/usr/bin/env python3
"""Standings of the built-in players: the table of docs/players.md.

    cargo build --release
    benches/players/standings.py [--games 20] [--seconds 20] [MODE ...]

Each player plays the same seeds of each mode, with random play beside it, and after `--seconds` of
processor time no further pair begins. A row is a mode; a cell has the doublings of the score over
random play with their standard error, and milliseconds a move. Players that go by learned weights
are left out where the program has none for a mode. A bot of yours plays the same seeds by
`polymerge arena MODE --bot COMMAND --against random --seed 1`."""

import argparse
import json
import statistics
import subprocess
import sys

PLAYERS = ["rollouts:500", "rollouts:2000", "learned", "learned:100", "learned:1000", "guided:200"]
MODES = ["classic", "002-2187", "026-2584", "034-partial-absorb-243", "050-dive", "086-bitwise-2048"]


def run(program, *arguments):
    """The first line of output as JSON; `None` if the command fails, with its reason printed."""
    done = subprocess.run([program, *map(str, arguments), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{' '.join(map(str, arguments))}: {done.stderr.strip()}", file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[0])


def cell(found):
    if found is None:
        return "–"
    error = "" if found["error"] is None else f" ± {found['error']:.2f}"
    return f"{found['doublings']:.2f}{error}, {found['ms']:.2g} ms"


def built_in(given, mode, player):
    found = run(given.program, "bench", mode, "--player", player, "--games", given.games, "--seed", given.seed,
                "--max-turns", given.max_turns, "--seconds", given.seconds)  # fmt: skip
    if found is None:
        return None
    moves = max(found["turns"] * found["pairs"], 1)
    return {
        "doublings": found["doublings"],
        "error": found["doublings_error"],
        "ms": 1000 * found["core_seconds"] / moves,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("modes", nargs="*", default=MODES)
    parser.add_argument("--program", default="target/release/polymerge")
    parser.add_argument("--games", type=int, default=20, help="pairs of games of each player in a mode")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-turns", type=int, default=2_000, help="where games are cut")
    parser.add_argument("--seconds", type=int, default=20, help="of each player in a mode")
    given = parser.parse_args()
    print(f"| mode | {' | '.join(PLAYERS)} |\n|---|{'---:|' * len(PLAYERS)}", flush=True)
    sums = {player: [] for player in PLAYERS}
    for mode in given.modes:
        results = {player: built_in(given, mode, player) for player in PLAYERS}
        for player, found in results.items():
            sums[player] += [] if found is None else [found["doublings"]]
        print(f"| {mode} | {' | '.join(cell(results[player]) for player in PLAYERS)} |", flush=True)
    mean = lambda own: f"{statistics.mean(own):.2f} in {len(own)}" if own else "–"  # noqa: E731
    print(f"| mean, modes | {' | '.join(mean(sums[player]) for player in PLAYERS)} |")


if __name__ == "__main__":
    main()
