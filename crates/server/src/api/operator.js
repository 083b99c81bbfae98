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
  if (response.status === 401) leave();
  if (!response.ok) throw new Error(answer.message ?? `status ${response.status}`);
  return answer;
}

// A token that is refused is forgotten, and asked for again.
function leave() {
  sessionStorage.removeItem(KEY);
  part("main").hidden = true;
  part("enter").hidden = false;
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

function sure(question, action) {
  return confirm(question) ? act(action) : undefined;
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
    game.boardHidden
      ? button("Show board", () => act({ action: "show-board", id: game.board }))
      : button("Hide board", () =>
          sure(`Hide the board ${game.title ?? game.board} with all of its games?`, {
            action: "hide-board",
            id: game.board,
          }),
        ),
  ];
  if (!game.player) return list;
  return [
    ...list,
    button("Rename player", () => rename(game)),
    ...(game.nameFixed
      ? [button("Let player choose a name", () => act({ action: "free-name", id: game.player }))]
      : []),
    button("Hide all of player", () =>
      sure(`Hide all games of ${game.name}?`, { action: "hide-player", id: game.player }),
    ),
    button("Show all of player", () =>
      sure(`Show all games of ${game.name}, also those that were hidden one by one?`, {
        action: "show-player",
        id: game.player,
      }),
    ),
    game.banned
      ? button("End ban", () => act({ action: "unban", id: game.player }))
      : button("Ban player", () =>
          sure(`Hide all games of ${game.name}, and accept no more?`, { action: "ban", id: game.player }),
        ),
  ];
}

const named = (game) =>
  `${game.name}${game.program ? ` (program ${game.program})` : ""}${game.reason ? `, ${game.reason}` : ""}`;

async function load() {
  const [reports, recent, { actions: lines }] = await Promise.all([
    ask("reports"),
    ask("recent"),
    ask("audit"),
  ]);
  part("reports").replaceChildren();
  addReports(reports);
  part("recent").replaceChildren();
  add(recent);
  part("audit").replaceChildren(...lines.map(({ at, who, what }) => row([when(at), who, what])));
  part("main").hidden = false;
  part("enter").hidden = true;
  say("");
}

function addReports({ reports, next }) {
  part("reports").append(
    ...reports.map(({ id, kind, text, at, game, byPlayer }) =>
      row([
        when(at),
        `${kind}: ${text}${byPlayer ? " (by a player)" : ""}`,
        game ? `${named(game)}, ${game.title}, ${game.score}` : "erased",
        [
          ...(game ? actions(game) : []),
          button("Close report", () => act({ action: "close-report", id })),
          ...(game
            ? [
                button("Close all of game", () =>
                  sure(`Close all reports of this game of ${game.name}?`, { action: "close-reports", id: game.id }),
                ),
              ]
            : []),
        ],
      ]),
    ),
  );
  part("more-reports").hidden = !next;
  part("more-reports").onclick = () => void attempt(async () => addReports(await ask(`reports?after=${next}`)));
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
