// A score server for the tests: polymerge-server where it is built, otherwise
// one of few lines that answers as crates/server/openapi.json says.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { serve } from "./server.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const DIST = resolve(import.meta.dirname, "../../dist");

/** The path of polymerge-server, if it is built; POLYMERGE_SERVER says otherwise. */
const BINARY = [
  process.env.POLYMERGE_SERVER ?? "",
  ...["debug", "service"].map((kind) => join(ROOT, "target", kind, "polymerge-server")),
].find((path) => path !== "" && existsSync(path));

export interface ScoreServer {
  url: string;
  /** The name of the server. */
  what: string;
  close(): Promise<void>;
}

/** Starts a score server that serves the built site, with no games. */
export async function scoreServer(): Promise<ScoreServer> {
  return BINARY ? real(BINARY) : fake();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

async function real(binary: string): Promise<ScoreServer> {
  const folder = mkdtempSync(join(tmpdir(), "polymerge-scores-"));
  const url = `http://127.0.0.1:${await freePort()}/`;
  const database = `sqlite:${join(folder, "scores.db")}`;
  const given = ["--create", "--listen", new URL(url).host, "--database", database, "--site", DIST];
  const child: ChildProcess = spawn(binary, given, { stdio: "ignore", cwd: folder });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  for (let tries = 0; ; tries++) {
    const response = await fetch(`${url}readyz`).catch(() => null);
    if (response?.ok) break;
    if (tries > 200) throw new Error(`${binary} does not answer`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    url,
    what: `polymerge-server at ${binary}`,
    async close() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Kept {
  id: string;
  board: string;
  token: string;
  name: string;
  score: number;
  moves: number;
  created: number;
  more: object;
}

/** Plays games as polymerge-server does, and keeps them in memory; without bounds and limits. */
async function fake(): Promise<ScoreServer> {
  const engine = (await import(join(ROOT, "crates/web/node.js"))) as typeof import("polymerge");
  const site = await serve();
  const games: Kept[] = [];
  const sessions = new Map<string, string>();
  const dailyOf = (date: string) => {
    const ends = Date.parse(`${date}T00:00:00Z`) + 86_400_000;
    const times = { ends, opens: ends - 38 * 3_600_000, closes: ends + 12 * 3_600_000 };
    return { date, mode: "2048", seed: "2048", board: `daily-${date}`, ...times, proves: "luck" };
  };
  const begins = Date.parse("2026-10-01T00:00:00Z");
  const season = { season: "2026-Q4", begins, ends: begins + 92 * 86_400_000, isOver: false };
  const boardOf = (id: string) => {
    const [kind = "open"] = id.split("-");
    return { id, kind, proves: "that it can be reached", title: "2048", source: { mode: "2048" } };
  };
  const ranked = (id: string) => games.filter(({ board }) => board === id).sort((a, b) => b.score - a.score);
  const told = ({ id, board, name, score, moves, created }: Kept) => ({
    id,
    board,
    name,
    score,
    moves,
    created,
  });
  const shown = (kept: Kept) => {
    const { kind, proves, title, source } = boardOf(kept.board);
    const rank = ranked(kept.board).indexOf(kept) + 1;
    return { ...told(kept), ...kept.more, rank, kind, proves, title, source };
  };
  const answer = (
    method: string,
    path: string,
    token: string,
    body: Record<string, string>,
    date: string,
  ): [number, unknown] => {
    const [what, id = "", part] = path.split("/");
    const kept = games.find((game) => game.id === id);
    const own = games.filter((game) => game.token === token);
    if (what === "daily") return [200, id ? { days: [] } : dailyOf(date)];
    if (what === "seasons" && !id) return [200, { current: "2026-Q4", seasons: ["2026-Q4", "2026-Q3"] }];
    if (what === "seasons") {
      const best = ranked("ranked-00")[0];
      const of = (best: Kept) => ({ board: boardOf("ranked-00"), players: 1, games: 1, best: told(best) });
      return [200, { ...season, boards: best ? [of(best)] : [] }];
    }
    if (what === "sessions" && id === "moves") return [200, { checkpoints: 1, notRanked: null }];
    if (what === "sessions") {
      const session = `s${sessions.size}`;
      sessions.set(session, `${sessions.size + 99}`);
      const expires = Date.now() + 7_200_000;
      return [201, { session, seed: sessions.get(session), board: "ranked-00", expires, proves: "time" }];
    }
    if (what === "profile") return own[0] ? [200, { name: own[0].name, games: own.map(told) }] : [401, {}];
    if (what === "player") {
      const [first] = own;
      if (!first) return [401, {}];
      if (id === "recovery") return [201, { recoveryCode: "2345-6789-bcdf-ghjk-mnpq" }];
      if (id === "export") return [200, { player: { name: first.name }, games: own.map(shown), next: null }];
      for (const game of own) {
        if (method === "DELETE") games.splice(games.indexOf(game), 1);
        else game.name = body.name ?? "";
      }
      const days = own.filter(({ board }) => board.startsWith("daily-")).map(({ board }) => board.slice(6));
      const streak = { date, current: days.length, best: days.length, isToday: true, days };
      return [200, method === "DELETE" ? { erased: own.length } : { name: first.name, streak }];
    }
    if (what === "boards" && !part) {
      const ids = [...new Set(games.map(({ board }) => board))];
      return [200, { boards: ids.map((id) => ({ ...boardOf(id), games: ranked(id).length })) }];
    }
    if (what === "boards") return [200, { board: boardOf(id), scores: ranked(id).map(told), next: null }];
    if (method === "POST") {
      const { seed = "", moves = "", name = "", session } = body;
      const { mode: given = "" } = body;
      const mode = given.startsWith("@") ? engine.Mode.fromCode(given) : engine.Mode.builtIn(given);
      const game = engine.playMoves(mode, seed, engine.readMoves(mode, moves, Number(body.count)));
      const board = session ? "ranked-00" : body.daily ? `daily-${body.daily}` : "open-00";
      const more = { seed, canonicalMoves: moves };
      const claimToken = token || `token${games.length}`;
      const id = `g${games.length}`;
      const score = { id, board, name, score: game.score, moves: game.moves, created: Date.now() };
      const made = { ...score, token: claimToken, more };
      games.push(made);
      return [201, { ...shown(made), ...(token ? {} : { claimToken }) }];
    }
    if (!kept) return [404, { message: "there is no such game" }];
    if (method === "GET") return [200, shown(kept)];
    if (kept.token !== token) return [401, {}];
    if (method === "DELETE") return [204, games.splice(games.indexOf(kept), 1)];
    kept.name = body.name ?? "";
    return [200, shown(kept)];
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site");
    const date = searchParams.get("date") ?? new Date().toISOString().slice(0, 10);
    if (pathname === "/healthz") return void response.end('{"alive":true}');
    if (!pathname.startsWith("/v1/")) {
      const file = await fetch(new URL(pathname.slice(1), site.url));
      response.writeHead(file.status, { "content-type": file.headers.get("content-type") ?? "" });
      return void response.end(Buffer.from(await file.arrayBuffer()));
    }
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    const body = JSON.parse((await text(request)) || "{}") as Record<string, string>;
    const [status, told] = answer(request.method ?? "GET", pathname.slice(4), token, body, date);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 204 ? undefined : JSON.stringify(told));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    what: "a small one that stands in for polymerge-server, which is NOT BUILT: cargo build -p polymerge-server",
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await site.close();
    },
  };
}

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
