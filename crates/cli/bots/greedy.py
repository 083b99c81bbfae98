"""A bot: it moves where the most points are, and then where the most cells are free."""

import json
import sys


def say(word, value=None):
    print(word if value is None else f"{word} {json.dumps(value)}", flush=True)


def worth(after):
    free = sum(cell == 0 for row in after["board"] or [] for cell in row)
    return (after["points"] or 0, free)


position = {}
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        say("hello", {"protocol": 1, "name": "Greedy in Python", "wants": ["after"]})
    elif word == "mode":
        say("ready")
    elif word == "position":
        position = json.loads(rest)
    elif word == "go":
        best = max(position["after"], key=worth)
        print("bestmove", best["move"], flush=True)
    elif word == "quit":
        break
