#!/usr/bin/env python3
"""Learns small files of weights for built-in modes, and measures what they are worth.

    cargo build --release
    benches/weights/learn.py FOLDER [--time 30] [--part 1/2] [MODE ...]
    benches/weights/learn.py FOLDER --table

For each mode: two seconds tell which reward leads farther and how many moves `--time` seconds of
this machine have room for; so many are then learned from, so that one command gives one file
everywhere. Three players follow, each by eight pairs of games (random play beside it, with the
same luck) that are cut at 10,000 turns: at once by the file, looking at 100 positions a move,
and rollouts of 2,000 turns a move, which need no file. After `--seconds` no further pair begins.

Each mode adds a line to FOLDER/table.jsonl; modes that have one are skipped, so that the script
can be stopped and called again. A mode that has failed is tried again; of its lines the last one counts,
since parts that run side by side only add lines. `--table` prints the lines as
crates/app/weights/README.md has them. A file is worth keeping if looking ahead by it is at least as
strong as rollouts are, and if it is small: 150 KB."""

import argparse
import datetime
import json
import pathlib
import re
import subprocess
import sys

MEMORY, SIZE, MOST = "64M", 64 << 10, 150 << 10
PLAYERS = {"rollouts": "rollouts:2000", "greedy": "learned", "search": "learned:100"}


class Bench:
    def __init__(self, given):
        self.program, self.time, self.seconds, self.folder = given.program, given.time, given.seconds, given.folder

    def run(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, arguments))}: {done.stderr.strip()}")
        return done.stdout

    def learned(self, mode, out):
        """Learns for about so long; gives the number of moves and the reward."""
        said = self.run("train", mode, "--time", 2, "--memory", MEMORY, "--out", out, "--force")
        reward = re.search(r"predicts (points|turns)", said)[1]
        rows = re.findall(r"^ *([\d.]+) s +[\d,]+ +([\d,]+) ", said, re.M)
        time, moves = float(rows[-1][0]), int(rows[-1][1].replace(",", ""))
        # Two digits are enough to be written down.
        wanted = int(float(f"{moves / time * self.time:.1e}"))
        self.run("train", mode, *command(reward, wanted), "--out", out, "--force")
        return wanted, reward

    def strength(self, mode, player, weights):
        """Doublings of the score over random play, their error, and milliseconds a move."""
        more = [] if player.startswith("rollouts") else ["--weights", weights]
        said = self.run("bench", mode, "--player", player, "--games", 8, "--max-turns", 10_000,
                        "--seconds", self.seconds, "--json", *more)  # fmt: skip
        found = json.loads(said.splitlines()[0])
        played = found["turns"] * found["pairs"]
        return {
            "pairs": found["pairs"],
            "doublings": found["doublings"],
            "error": found["doublings_error"],
            "ms": 1000 * found["core_seconds"] / max(played, 1),
            "turns": found["turns"],
        }

    def measure(self, mode):
        out = self.folder / f"{mode}.weights"
        moves, reward = self.learned(mode, out)
        players = {name: self.strength(mode, player, out) for name, player in PLAYERS.items()}
        size = out.stat().st_size
        is_stronger = players["search"]["doublings"] >= players["rollouts"]["doublings"]
        # The kinds of tiles alone can take more than the file may have.
        kept = is_stronger and size <= MOST
        return {
            "mode": mode,
            "moves": moves,
            "reward": reward,
            "bytes": size,
            "players": players,
            "kept": kept,
            "day": datetime.date.today().isoformat(),
        }


def command(reward, moves):
    """What makes a file, but for the mode and where to."""
    return ["--reward", reward, "--memory", MEMORY, "--moves", moves, "--size", SIZE]


def row(line):
    if "failed" in line:
        return f"| {line['mode']} | {line['failed']} |"
    cells = [line["mode"]]
    for name in PLAYERS:
        player = line["players"][name]
        error = "" if player["error"] is None else f" ± {player['error']:.2f}"
        fewer = "" if player["pairs"] == 8 else f" ({player['pairs']})"
        cells += [f"{player['doublings']:.2f}{error}{fewer}", f"{player['ms']:.3f}"]
    cells += ["yes" if line["kept"] else "no", " ".join(map(str, command(line["reward"], line["moves"]))), line["day"]]
    return f"| {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("modes", nargs="*", help="all built-in ones, if left out")
    parser.add_argument("--program", default="target/release/polymerge")
    parser.add_argument("--time", type=float, default=30, help="seconds of learning each")
    parser.add_argument("--seconds", type=float, default=12, help="seconds of games of each player")
    parser.add_argument("--part", default="1/1", help="K/N: each N-th mode from the K-th on")
    parser.add_argument("--table", action="store_true")
    given = parser.parse_intermixed_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    table = given.folder / "table.jsonl"
    lines = [json.loads(line) for line in table.read_text().splitlines()] if table.exists() else []
    lines = {line["mode"]: line for line in lines}
    if given.table:
        print("\n".join(row(line) for _, line in sorted(lines.items())))
        return
    bench = Bench(given)
    modes = given.modes or [json.loads(line)["name"] for line in bench.run("modes", "--json").splitlines()]
    part, parts = map(int, given.part.split("/"))
    for mode in modes[part - 1 :: parts]:
        if mode in lines and "failed" not in lines[mode]:
            continue
        try:
            found = bench.measure(mode)
        except (RuntimeError, TypeError, IndexError) as error:
            found = {"mode": mode, "failed": str(error)}
        with table.open("a") as file:
            file.write(json.dumps(found) + "\n")
        print(row(found), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
