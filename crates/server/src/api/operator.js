// The page of operators: reports, the last games, and what was done. Texts of players are set as
// texts alone. The token is kept until the tab is closed.
"use strict";

const KEY = "polymerge.operator";
const part = (id) => document.getElementById(id);
const say = (text) => {
  part("said").textContent = text;
};

async function ask(path, body) {
  const headers = { authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}` };
  if (body) headers["content-type"] = "application/json";
  const response = await fetch(`v1/operator/${path}`, {
    method: body ? "POST" : "GET",
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? `status ${response.status}`);
  return answer;
}

const when = (time) => new Date(time).toISOString().slice(0, 16).replace("T", " ");

function row(cells, isHidden) {
  const line = document.createElement("tr");
  if (isHidden) line.className = "hidden";
  for (const content of cells) {
    const cell = document.createElement("td");
    cell.append(...[content].flat());
    line.append(cell);
  }
  return line;
}

function button(name, action) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = name;
  element.addEventListener("click", () => void attempt(action));
  return element;
}

async function attempt(action) {
  try {
    await action();
  } catch (error) {
    say(error.message);
  }
}

async function act(action) {
  const { done } = await ask("actions", { reason: part("reason").value.trim(), ...action });
  await load();
  say(done);
}

function rename(game) {
  const name = prompt(`Another name for the player ${game.name}`);
  return name ? act({ action: "rename", id: game.id, name }) : undefined;
}

function actions(game) {
  const list = [
    button(game.hidden ? "Show game" : "Hide game", () =>
      act({ action: game.hidden ? "show" : "hide", id: game.id }),
    ),
    button("Hide board", () => act({ action: "hide-board", id: game.board })),
  ];
  if (!game.player) return list;
  return [
    ...list,
    button("Rename player", () => rename(game)),
    button("Hide all of player", () => act({ action: "hide-player", id: game.player })),
    button(game.banned ? "End ban" : "Ban player", () =>
      act({ action: game.banned ? "unban" : "ban", id: game.player }),
    ),
  ];
}

const named = (game) =>
  `${game.name}${game.program ? ` (program ${game.program})` : ""}${game.reason ? `, ${game.reason}` : ""}`;

async function load() {
  const [{ reports }, recent, { actions: lines }] = await Promise.all([
    ask("reports"),
    ask("recent"),
    ask("audit"),
  ]);
  part("reports").replaceChildren(
    ...reports.map(({ id, kind, text, at, game }) =>
      row([
        when(at),
        `${kind}: ${text}`,
        game ? `${named(game)}, ${game.title}, ${game.score}` : "erased",
        [...(game ? actions(game) : []), button("Close report", () => act({ action: "close-report", id }))],
      ]),
    ),
  );
  part("recent").replaceChildren();
  add(recent);
  part("audit").replaceChildren(...lines.map(({ at, who, what }) => row([when(at), who, what])));
  part("main").hidden = false;
  part("enter").hidden = true;
  say("");
}

function add({ games, next }) {
  part("recent").append(
    ...games.map((game) =>
      row([when(game.created), named(game), game.title ?? game.board, `${game.score}`, actions(game)], game.hidden),
    ),
  );
  part("more").hidden = !next;
  part("more").onclick = () => void attempt(async () => add(await ask(`recent?before=${next}`)));
}

part("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, part("token").value.trim());
  void attempt(load);
});
if (sessionStorage.getItem(KEY)) void attempt(load);
