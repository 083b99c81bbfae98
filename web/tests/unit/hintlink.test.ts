// The way between the view of a game and its panel of hints.

import { beforeEach, expect, test, vi } from "vitest";
import type { GameModel } from "../../src/game/model.ts";
import { type Advised, HintLink } from "../../src/views/hints.ts";

const [game, other] = [{}, {}] as [GameModel, GameModel];
let link: HintLink;
const panel = vi.fn();

beforeEach(() => {
  link = new HintLink();
  panel.mockReset();
});

test("a request waits for the panel of its game", () => {
  link.ask("hint", game);
  link.attach(game, panel);
  expect(panel.mock.calls).toEqual([["hint"]]);
});

test("a request about a game is not made in a later one, nor in that game again", () => {
  link.ask("hint", game);
  link.attach(other, panel)();
  link.attach(game, panel);
  expect(panel).not.toHaveBeenCalled();
});

test("requests go to a panel that is there at once, each of them once", () => {
  link.attach(game, panel)();
  link.attach(game, panel);
  link.ask("auto", game);
  link.ask("hint", game);
  expect(panel.mock.calls).toEqual([["auto"], ["hint"]]);
});

test("a panel that is gone has nothing to say, and is asked for nothing", () => {
  const detach = link.attach(game, panel);
  const seen: Advised[] = [];
  const unwatch = link.watch(() => seen.push(link.advised));
  const playing = { way: null, isPlaying: true, fault: "" };
  link.tell(playing);
  detach();
  link.ask("hint", game);
  expect(panel).not.toHaveBeenCalled();
  expect(seen).toEqual([playing, { way: null, isPlaying: false, fault: "" }]);
  expect(link.advised).toBe(seen[1]);
  unwatch();
  link.tell(playing);
  expect(seen).toHaveLength(2);
});
