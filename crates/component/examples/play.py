"""Plays a game to its end, always in the first direction that moves something, and prints the
board: `python play.py polymerge.wasm [MODE]`."""

import sys

from host import Polymerge


def main(path, mode="classic"):
    polymerge = Polymerge(path)
    rules = polymerge.call("open", mode, None).rules
    game = polymerge.method("rules.start", rules, 7, 0.0)
    for _ in range(100_000):
        status = polymerge.method("game.status", game)
        if status.standing == "won" and getattr(status, "can-go-on"):
            polymerge.method("game.act", game, "on", 0.0)
            continue
        if status.standing != "playing":
            break
        polymerge.method("game.play", game, status.legal[0], 0.0)
    kinds = polymerge.method("game.kinds", game)
    values = polymerge.method("game.values", game)
    cells = [f"{'.':>8}" if kind == -1 else f"{value:8g}" for kind, value in zip(kinds, values)]
    for row in range(status.rows):
        print("".join(cells[row * status.columns : (row + 1) * status.columns]))
    print(f"{status.score:.0f} points in {status.moves} moves")
    print(f"Game code: {len(polymerge.method('game.text', game, 'code').encode())} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
