// One's own games, by the token that this browser keeps.

import { useState } from "preact/hooks";
import { count } from "../game/summary";
import { fragmentOf } from "../route";
import { usePromised, useTitle } from "../views/hooks";
import { Problem } from "../views/problem";
import { erase, profile, rename } from "./api";
import { Copy } from "./copy";
import { Asked, Day, useAttempt, worded } from "./frame";
import { faultOfName, keepPlayer, player } from "./player";
import type { Profile } from "./types";

export function PlayerView() {
  const headline = useTitle("Your scores");
  const [{ token }, setPlayer] = useState(player);
  const [turn, setTurn] = useState(0);
  const loaded = usePromised(async () => (token ? profile(token) : null), [token, turn]);
  const take = (token: string) => {
    keepPlayer({ token });
    setPlayer(player());
  };
  return (
    <main class="page narrow" id="main">
      <div class="page-head">
        <h1 ref={headline} tabIndex={-1}>
          Your scores
        </h1>
        <p role="status">{loaded?.value && count(loaded.value.games.length, "game")}</p>
      </div>
      <Asked what={loaded} />
      {loaded?.value && (
        <Games token={token} profile={loaded.value} changed={() => setTurn(turn + 1)} none={() => take("")} />
      )}
      {token && (
        <section aria-label="Your token" class="hand-in">
          <h2>Your token</h2>
          <p>
            It renames and erases your scores, and joins the next ones to them. It is kept in this browser.
            Keep it elsewhere, too: the server can't tell it again.
          </p>
          <Copy name="Token" text={token} />
        </section>
      )}
      {!token && <p>No game was submitted from this browser yet.</p>}
      <Other take={take} hasOne={token !== ""} />
    </main>
  );
}

/** A token from another browser. */
function Other({ take, hasOne }: { take: (token: string) => void; hasOne: boolean }) {
  const [text, setText] = useState("");
  return (
    <details>
      <summary>Use a token of another browser</summary>
      <form
        class="hand-in"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) take(text.trim());
          setText("");
        }}
      >
        {hasOne && <p>It replaces the token above, which this browser then forgets.</p>}
        <label>
          Token
          <span class="with-button">
            <input
              type="text"
              value={text}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <button type="submit">Use it</button>
          </span>
        </label>
      </form>
    </details>
  );
}

interface Properties {
  token: string;
  profile: Profile;
  changed: () => void;
  /** All games were erased, and the token with them. */
  none: () => void;
}

function Games({ token, profile: { name: first, games }, changed, none }: Properties) {
  const [name, setName] = useState(first);
  const [sure, setSure] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const renameAll = async () => {
    const fault = faultOfName(name);
    if (fault) throw new Error(fault);
    for (const game of games) if (game.name !== name.trim()) await rename(game.id, name.trim(), token);
    keepPlayer({ name: name.trim() });
    changed();
  };
  const eraseOne = async (id: string) => {
    setSure("");
    await erase(id, token);
    if (games.length === 1) none();
    else changed();
  };
  return (
    <>
      <form
        class="hand-in"
        onSubmit={(event) => {
          event.preventDefault();
          attempt(renameAll);
        }}
      >
        <label>
          Your name
          <span class="with-button">
            <input
              type="text"
              value={name}
              maxLength={40}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <button type="submit" aria-disabled={busy}>
              Rename
            </button>
          </span>
        </label>
      </form>
      <div role="alert">{problem && <Problem text={problem} />}</div>
      <ul class="own-games">
        {games.map((game) => (
          <li key={game.id}>
            <span>
              <strong>{worded(game.score)}</strong> in {count(game.moves, "move")}, as {game.name},{" "}
              <Day of={game.created} />
            </span>
            <a class="button" href={fragmentOf({ view: "scores", board: game.board })}>
              Board
            </a>
            <a class="button" href={fragmentOf({ view: "score", id: game.id })}>
              Watch
            </a>
            {sure === game.id ? (
              <button
                type="button"
                class="danger"
                aria-disabled={busy}
                onClick={() => attempt(() => eraseOne(game.id))}
              >
                Erase for good
              </button>
            ) : (
              <button type="button" aria-disabled={busy} onClick={() => busy || setSure(game.id)}>
                Erase
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
