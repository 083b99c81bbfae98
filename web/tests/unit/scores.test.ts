// Scores, without a browser and without a server.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameModel } from "../../src/game/model.ts";
import { noticeNow } from "../../src/game/notices.ts";
import { refusal } from "../../src/scores/api.ts";
import { sendMoves } from "../../src/scores/checkpoint.ts";
import { gameText, keepResult, results, resultText } from "../../src/scores/days.ts";
import { dateOfGame, markOf, markOfDay, remember, timeLeft } from "../../src/scores/marks.ts";
import { faultOfName, keepPlayer, player, rolledName } from "../../src/scores/player.ts";
import { send, sendLater, sendOne, sendWaiting, type Unsent, unsent } from "../../src/scores/queue.ts";
import { allOf } from "../../src/scores/self.tsx";
import { daysBack } from "../../src/scores/streak.ts";
import type { Submission } from "../../src/scores/types.ts";

const GAME: Submission = { mode: "001-2048", seed: "7", moves: "Gw", count: 6 };
const ANSWER = { id: "a1", board: "open-0f", name: "Ann", rank: 3, score: 24, title: "2048" };

/** The requests that were sent to the server, and its next answers. */
let sent: { body: unknown; token: string | null }[] = [];
let answers: (() => Response)[] = [];

function answer(status: number, body: unknown, headers: Record<string, string> = {}): () => Response {
  return () => Response.json(body, { status, headers });
}

const gone = () => {
  throw new TypeError("no connection");
};

/** The content of local storage. */
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("location", {
    href: "https://example.org/play/#/",
    origin: "https://example.org",
    pathname: "/",
  });
  [sent, answers] = [[], []];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (address === "./healthz") return Response.json({ alive: true });
    expect(address).toMatch(/^https:\/\/example\.org\/play\/v1\//);
    const token = new Headers(init.headers).get("authorization");
    sent.push({ body: init.body ? JSON.parse(`${init.body}`) : address.replace(/^.*v1./, ""), token });
    return (answers.shift() ?? gone)();
  });
});

afterEach(() => vi.unstubAllGlobals());

describe("submitting", () => {
  test("the token of the first game goes with the next ones", async () => {
    answers = [answer(201, { ...ANSWER, claimToken: "secret" }), answer(201, ANSWER)];
    expect(await send(GAME)).toMatchObject({ isNewToken: true, known: true, game: { rank: 3 } });
    expect(player()).toEqual({ name: "Ann", token: "secret" });
    await send(GAME);
    const claimToken = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(sent).toEqual([
      { body: { ...GAME, claimToken }, token: null },
      { body: GAME, token: "Bearer secret" },
    ]);
  });

  test("a lost answer loses no token", async () => {
    await expect(send(GAME)).rejects.toThrow();
    const first = sent[0]?.body as Submission;
    answers = [answer(200, { ...ANSWER, own: true, claimToken: first.claimToken }), answer(201, ANSWER)];
    await send(GAME);
    expect(sent[1]).toEqual({ body: first, token: null });
    expect(player().token).toBe(first.claimToken);
    // A new player after that gets another one.
    keepPlayer({ token: "" });
    await send(GAME);
    const claimToken = expect.not.stringMatching(`${first.claimToken}`);
    expect(sent[2]).toEqual({ body: { ...GAME, claimToken }, token: null });
  });

  test("a token that could not be kept as the player's stays where it was made", async () => {
    vi.resetModules();
    const players = await import("../../src/scores/player.ts");
    const made = players.tokenMade();
    vi.stubGlobal("localStorage", {
      ...localStorage,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    players.keepToken(made);
    // For the next visit, it is among the tokens that were made.
    expect([...kept].filter(([, text]) => text === made).length).toBe(1);
  });

  test("a token that the server has forgotten makes place for a new one", async () => {
    keepPlayer({ token: "old" });
    answers = [answer(401, { message: "no" }), answer(201, { ...ANSWER, claimToken: "new" })];
    expect(await send(GAME)).toMatchObject({ known: false, isNewToken: true });
    expect(player().token).toBe("new");
  });
});

describe("without a connection", () => {
  test("games wait until there is one", async () => {
    sendLater({ submission: GAME, title: "2048", ends: null });
    sendLater({ submission: GAME, title: "2048", ends: null });
    expect(unsent()).toHaveLength(1);
    await sendWaiting();
    expect(unsent()).toHaveLength(1);
    answers = [answer(201, ANSWER)];
    await sendWaiting();
    expect(unsent()).toEqual([]);
  });

  test.each([
    ["of a day", { daily: "2026-11-26" }, answer(422, { message: "until its end" })],
    ["that was ranked", { session: "s1" }, answer(409, { message: "its time has run out" })],
  ])(
    "a game %s whose time has run out goes to the open board, and that is told",
    async (_, contest, late) => {
      sendLater({ submission: { ...GAME, ...contest }, title: "2048", ends: 1000 });
      answers = [late, answer(201, ANSWER)];
      await sendWaiting(() => 1001);
      expect(unsent()).toEqual([]);
      // The server's clock counts.
      expect(sent.map(({ body }) => body)).toMatchObject([{ ...GAME, ...contest }, GAME]);
      expect(noticeNow()?.text).toContain(
        "went to the open board. Your game of 2048 was submitted: place 3.",
      );
    },
  );

  test("a game whose time has run out, and the service goes away then, waits", async () => {
    const submission = { ...GAME, daily: "2026-11-26" };
    sendLater({ submission, title: "2048", ends: 1000 });
    answers = [answer(422, { message: "until its end" })];
    await sendWaiting(() => 1001);
    expect(unsent()).toEqual([{ submission, title: "2048", ends: 1000 }]);
  });

  test.each([
    [
      "refuses the moves",
      answer(422, { message: "it does not verify" }),
      "did not accept this: it does not verify",
    ],
    ["has had the ranked game", answer(409, { message: "no" }), "submitted before"],
    ["does not know the mode", answer(404, { message: "no such mode" }), "nothing of this name"],
    ["finds it too long", answer(413, { message: "too long" }), "too long"],
    ["has a fault of another kind", answer(400, { message: "what is that?" }), "has failed (400)"],
  ])(
    "what a server does not take that %s is not dropped, and what comes after it is sent",
    async (_, no, why) => {
      sendLater({ submission: GAME, title: "2048", ends: null });
      sendLater({ submission: { ...GAME, seed: "8" }, title: "2048", ends: null });
      answers = [no, answer(201, ANSWER)];
      await sendWaiting();
      expect(unsent()).toMatchObject([{ submission: GAME, refused: expect.stringContaining(why) }]);
      // It is sent again only when its player asks for that.
      await sendWaiting();
      expect(sent).toHaveLength(2);
      answers = [answer(201, ANSWER)];
      await sendOne(unsent()[0] as Unsent);
      expect(unsent()).toEqual([]);
    },
  );

  test.each([
    ["the page of a network that asks for a login", () => new Response("<html>", { status: 200 })],
    ["such a page, as a refusal", () => new Response("<html>", { status: 403 })],
    ["a proxy that finds nothing", () => new Response("not found", { status: 404 })],
    ["something that is no game", answer(200, {})],
    ["a list", answer(200, [])],
    ["a server that takes too long", answer(408, {})],
    ["a server that is asked too often", answer(429, { message: "no" })],
    ["a failure", answer(500, { message: "no" })],
  ])("an answer by %s leaves the game waiting", async (_, what) => {
    sendLater({ submission: GAME, title: "2048", ends: null });
    answers = [what];
    await sendWaiting();
    expect(unsent()).toEqual([{ submission: GAME, title: "2048", ends: null }]);
  });

  test("other rules on the server are told by their score", async () => {
    sendLater({ submission: GAME, title: "2048", ends: null, score: 20 });
    answers = [answer(201, ANSWER)];
    await sendWaiting();
    expect(noticeNow()?.text).toContain("The server came to 24 points");
  });

  test("a list that can't be read is not taken for empty", () => {
    localStorage.setItem("polymerge.unsent", '[{"submission":{"mo');
    sendLater({ submission: GAME, title: "2048", ends: null });
    expect(unsent()).toHaveLength(1);
    expect([...kept.values()]).toContain('[{"submission":{"mo');
  });

  test("a busy server is asked again later", async () => {
    sendLater({ submission: GAME, title: "2048", ends: null });
    answers = [answer(503, { message: "busy" })];
    await sendWaiting();
    expect(unsent()).toHaveLength(1);
  });
});

test.each([
  [0, "Is there a connection?", true],
  [401, "does not know this token", false],
  [409, "its time has run out", false],
  [413, "too long", false],
  [422, "did not accept this: WHY.", false],
  [429, "Try again in 9 s", true],
  [500, "has failed (500)", true],
  [503, "is busy. Try again in 9 s", true],
])("a refusal of status %i is told in plain words", (status, words, passes) => {
  const { message, isPassing } = refusal(status, "WHY", 9);
  expect(message).toContain(words);
  expect(isPassing).toBe(passes);
});

test("the game of this day alone is shared as its result, and once moves were made", () => {
  const now = new Date(2026, 10, 26, 12).getTime();
  const mark = { kind: "daily", mode: "2048", name: "2048", title: "2048", game: "g", ends: now } as const;
  remember({ ...mark, seed: "7", date: "2026-11-26" });
  remember({ ...mark, seed: "8", date: "2026-11-25" });
  remember({ ...mark, kind: "ranked", seed: "9" });
  const dateOf = (seed: string, moves = 3) =>
    dateOfGame({ facts: { name: "2048" }, seed, state: { moves } } as GameModel, now);
  expect(dateOf("7")).toBe("2026-11-26");
  expect(dateOf("7", 0)).toBeNull();
  // Others get the link to the game of this day.
  expect(dateOf("8")).toBeNull();
  expect(dateOf("9")).toBeNull();
  expect(dateOf("10")).toBeNull();
});

describe("ranked games", () => {
  const MARK = { kind: "ranked", mode: "2048", name: "2048", title: "2048", seed: "7", game: "g" } as const;
  const PLAYED = { moves: "Gw", count: 6, fault: "" };

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("send their moves while they are played, until they can't be ranked any more", async () => {
    const mark = { ...MARK, session: "s1", ends: Date.now() + 60_000 };
    const lost: string[] = [];
    answers = [
      answer(200, { notRanked: null }),
      gone,
      answer(200, { notRanked: "120 moves came at once" }),
      answer(200, { notRanked: null }),
    ];
    const stop = sendMoves(
      mark,
      async () => PLAYED,
      (why) => lost.push(why),
    );
    await vi.advanceTimersByTimeAsync(4_000);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    const body = { session: "s1", moves: "Gw", count: 6 };
    expect(sent.map(({ body }) => body)).toEqual([body, body, body]);
    expect(lost).toEqual(["120 moves came at once"]);
    stop();
  });

  test.each([409, 410, 422])("end when the server takes no more of them (%i)", async (status) => {
    answers = [answer(status, { kind: "conflict", message: "used" }), answer(200, { notRanked: null })];
    const stop = sendMoves(
      { ...MARK, session: "s1", ends: Date.now() + 60_000 },
      async () => PLAYED,
      () => {},
    );
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toHaveLength(1);
    stop();
  });

  test.each([
    ["that are over", { ...MARK, session: "s1", ends: 0 }, PLAYED],
    ["that are none", { ...MARK, kind: "daily" as const, ends: 1e15 }, PLAYED],
    ["that can't be played again", { ...MARK, session: "s1", ends: 1e15 }, { ...PLAYED, fault: "other" }],
  ])("%s are not sent", async (_, mark, played) => {
    const stop = sendMoves(
      mark,
      async () => played,
      () => {},
    );
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toEqual([]);
    stop();
  });
});

test("all data of a player come in parts", async () => {
  answers = [answer(200, { games: [1, 2], next: "5-a" }), answer(200, { games: [3], next: null })];
  expect(await allOf("secret")).toEqual({ games: [1, 2, 3], next: null });
  expect(sent.map(({ body }) => body)).toEqual(["player/export", "player/export?after=5-a"]);
});

test("a game that waits gets another name if its own is taken", async () => {
  sendLater({ submission: { ...GAME, name: "Ann" }, title: "2048", ends: null });
  answers = [answer(422, { kind: "name-taken", message: "taken" }), answer(201, ANSWER)];
  await sendWaiting();
  expect(unsent()).toEqual([]);
  expect(sent[1]?.body).not.toHaveProperty("name");
  expect(refusal(422, "taken", 0, "name-taken").message).toContain("Another player");
});

describe("names", () => {
  test("may have letters of any script", () => {
    for (const name of ["Ann", "Jörg-1", "李 四", "O'Neil", " Ann "]) expect(faultOfName(name)).toBe("");
  });
  test("hide nothing", () => {
    for (const name of ["", "  ", "a\u202eb", "a\nb", "<b>", "a  b", "x".repeat(21)])
      expect(faultOfName(name)).not.toBe("");
  });
  test("are two words, if one is rolled", () => {
    for (const random of [0, 0.5, 0.999]) expect(faultOfName(rolledName(() => random))).toBe("");
    expect(rolledName(() => 0)).toBe("Bold Badger");
  });
});

describe("the game of the day", () => {
  const RESULT = { title: "DIVE", score: 3456, count: 212, largest: 64 };
  test("is told without a word of how it was played", () => {
    expect(resultText("2026-11-26", { ...RESULT, rank: 2 }, "https://x/#/daily", ["2026-11-25"])).toBe(
      "Polymerge 2026-11-26: DIVE\n3,456 points · 212 moves · largest tile 64 · place 2\n" +
        "□□□□□■■ 2 days in a row\nhttps://x/#/daily",
    );
    expect(resultText("2026-11-26", { ...RESULT, largest: 0 }, "")).not.toContain("tile");
  });
  test("of any day is shared as a link at which it is watched", () => {
    expect(gameText("g1", { ...RESULT, rank: 2 }, "https://x/")).toBe(
      "Polymerge: DIVE\n3,456 points · 212 moves · largest tile 64 · place 2\nhttps://x/#/score/g1",
    );
  });
  test("is remembered by the best that was reached", () => {
    keepResult("2026-11-26", RESULT);
    keepResult("2026-11-26", { ...RESULT, score: 1 });
    expect(results()["2026-11-26"]?.score).toBe(3456);
  });
  test("keeps the board of its best result, until a later day", () => {
    const board = { cells: [["#ff0000", ""]], screen: "#ffffff", grid: "#000000" };
    keepResult("2026-11-27", { ...RESULT, board });
    keepResult("2026-11-27", { ...RESULT, rank: 3 });
    keepResult("2026-11-27", { ...RESULT, score: 1, board: { ...board, cells: [] } });
    expect(results()["2026-11-27"]).toEqual({ ...RESULT, rank: 3, board });
    keepResult("2026-11-27", { ...RESULT, score: 9999 });
    expect(results()["2026-11-27"]?.board).toBeUndefined();
    keepResult("2026-11-27", { ...RESULT, score: 10_000, board });
    keepResult("2026-11-28", { ...RESULT, board });
    expect(results()["2026-11-27"]).toEqual({ ...RESULT, score: 10_000 });
    expect(results()["2026-11-28"]?.board).toEqual(board);
  });

  test("is remembered, however many days there are", () => {
    const days = daysBack("2026-11-26", 500);
    for (const day of days) keepResult(day, RESULT);
    expect(Object.keys(results()).length).toBe(500);
  });

  test("has a calendar that goes back over the ends of months and years", () => {
    expect(daysBack("2026-03-01", 2)).toEqual(["2026-03-01", "2026-02-28"]);
    expect(daysBack("2027-01-01", 2)[1]).toBe("2026-12-31");
  });
});

test("a game is known again by its mode and seed", () => {
  const mark = {
    kind: "daily",
    mode: "2048",
    name: "001-2048",
    title: "2048",
    seed: "7",
    game: "g",
    ends: 9,
  } as const;
  remember({ ...mark, date: "2026-11-26" });
  expect(markOf("001-2048", "7")?.date).toBe("2026-11-26");
  expect(markOf("001-2048", "8")).toBeNull();
  expect(markOfDay("2026-11-26", "7")?.game).toBe("g");
  expect(markOfDay("2026-11-26", "8")).toBeNull();
  // However many are begun, none goes whose time goes on.
  const ends = Date.now() + 60_000;
  for (let seed = 100; seed < 150; seed++) remember({ ...mark, seed: `${seed}`, ends });
  expect([markOf("001-2048", "100")?.ends, markOf("001-2048", "7")]).toEqual([ends, null]);
});

test.each([
  [0, "0:00"],
  [-5, "0:00"],
  [59_001, "1:00"],
  [3_599_000, "59:59"],
  [7_200_000, "2 h 0 min"],
])("%i ms are %s", (time, words) => expect(timeLeft(time)).toBe(words));
