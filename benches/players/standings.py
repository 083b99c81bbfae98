#!/usr/bin/env python3
"""Standings of the built-in players, as a table.

    cargo build --release
    benches/players/standings.py [--games 20] [--seconds 20] [MODE ...]

Each player plays the same seeds of each mode, with random play beside it, in games that are cut at
10,000 turns; after `--seconds` of processor time no further pair begins. A row is a mode; a cell has
the doublings of the score over random play with their standard error, and milliseconds a move. Where
scores don't differ, the turns of games are compared, and the cell says so. Players that go by learned
weights have a dash where the program brings none for a mode; the last row is the mean over the modes
that all players have played. A bot of yours plays the same seeds by
`polymerge arena MODE --bot COMMAND --against random --seed 1`."""

import argparse
import json
import statistics
import subprocess
import sys

PLAYERS = ["casual", "rollouts:500", "rollouts:2000", "learned", "learned:100", "learned:1000", "guided:200"]
MODES = ["classic", "002-2187", "026-2584", "034-partial-absorb-243", "050-dive", "086-bitwise-2048"]
# The only reason for which a player may be left out.
NO_WEIGHTS = "the program brings no weights for this mode"


def run(program, *arguments):
    """The first line of output as JSON; `None` if the program has no weights for the mode."""
    done = subprocess.run([program, *map(str, arguments), "--json"], capture_output=True, text=True)
    if done.returncode == 0:
        return json.loads(done.stdout.splitlines()[0])
    if NO_WEIGHTS in done.stderr:
        return None
    sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr.strip()}")


def cell(found):
    if found is None:
        return "–"
    error = "" if found["error"] is None else f" ± {found['error']:.2f}"
    by_turns = " by turns" if found["by_turns"] else ""
    return f"{found['doublings']:.2f}{error}{by_turns}, {found['ms']:.2g} ms"


def built_in(given, mode, player):
    found = run(given.program, "bench", mode, "--player", player, "--games", given.games, "--seed", given.seed,
                "--max-turns", given.max_turns, "--seconds", given.seconds)  # fmt: skip
    if found is None:
        return None
    moves = max(found["turns"] * found["pairs"], 1)
    return {
        "doublings": found["doublings"],
        "error": found["doublings_error"],
        "by_turns": found["compared_by"] == "turns",
        "ms": 1000 * found["core_seconds"] / moves,
    }


def means(rows):
    """The last row: the means over the modes that all players have played."""
    whole = [row for row in rows if None not in row]
    own = [f"{statistics.mean(found['doublings'] for found in column):.2f}" for column in zip(*whole)]
    return f"| mean, modes: {len(whole)} | {' | '.join(own or ['–'] * len(PLAYERS))} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("modes", nargs="*", default=MODES)
    parser.add_argument("--program", default="target/release/polymerge")
    parser.add_argument("--games", type=int, default=20, help="pairs of games of each player in a mode")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-turns", type=int, default=10_000, help="where games are cut")
    parser.add_argument("--seconds", type=int, default=20, help="of each player in a mode")
    given = parser.parse_args()
    print(f"| mode | {' | '.join(PLAYERS)} |\n|---|{'---:|' * len(PLAYERS)}", flush=True)
    rows = []
    for mode in given.modes:
        rows.append([built_in(given, mode, player) for player in PLAYERS])
        print(f"| {mode} | {' | '.join(map(cell, rows[-1]))} |", flush=True)
    print(means(rows))


if __name__ == "__main__":
    main()
