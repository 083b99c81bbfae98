// One's own games, by the token that this browser keeps.

import { game } from "virtual:texts/game";
import { scores as texts } from "virtual:texts/scores";
import { useEffect, useState } from "preact/hooks";
import { fragmentOf } from "../route";
import { usePromised, useTitle } from "../views/hooks";
import { Problem } from "../views/problem";
import { erase, profile, renameAll } from "./api";
import { Copy } from "./copy";
import { Asked, Day, useAttempt } from "./frame";
import { faultOfName, keepPlayer, player } from "./player";
import { EraseAll, Recovered, Recovery, TakeAlong } from "./self";
import type { Own, Profile } from "./types";
import { Waiting } from "./waiting";
import { worded } from "./worded";

export function PlayerView() {
  const headline = useTitle(texts.yours);
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
          {texts.yours}
        </h1>
        <p role="status">{loaded?.value && !loaded.value.next && game.games(loaded.value.games.length)}</p>
      </div>
      <Waiting />
      <Asked what={loaded} />
      {loaded?.value && (
        <Games token={token} profile={loaded.value} changed={() => setTurn(turn + 1)} none={() => take("")} />
      )}
      {token && (
        <section aria-label={texts.yourToken} class="hand-in">
          <h2>{texts.yourToken}</h2>
          <p>{texts.yourTokenAbout}</p>
          <Copy name={texts.token} text={token} />
          <Recovery key={token} token={token} />
          <TakeAlong token={token} />
          {loaded?.value && <EraseAll token={token} erased={() => take("")} />}
        </section>
      )}
      {!token && <p>{texts.noneSubmitted}</p>}
      <Other take={take} hasOne={token !== ""} />
      <Recovered take={take} hasOne={token !== ""} />
    </main>
  );
}

/** A token from another browser. */
function Other({ take, hasOne }: { take: (token: string) => void; hasOne: boolean }) {
  const [text, setText] = useState("");
  return (
    <details>
      <summary>{texts.useToken}</summary>
      <form
        class="hand-in"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) take(text.trim());
          setText("");
        }}
      >
        {hasOne && <p>{texts.replacesToken}</p>}
        <label>
          {texts.token}
          <span class="with-button">
            <input
              type="text"
              value={text}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <button type="submit">{texts.useIt}</button>
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

function Games({ token, profile: own, changed, none }: Properties) {
  const [name, setName] = useState(own.name);
  const [more, setMore] = useState<Own[]>([]);
  const [next, setNext] = useState(own.next);
  useEffect(() => {
    setMore([]);
    setNext(own.next);
  }, [own]);
  const games = [...own.games, ...more];
  const [sure, setSure] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const renameThem = async () => {
    const fault = faultOfName(name);
    if (fault) throw new Error(fault);
    await renameAll(name.trim(), token);
    keepPlayer({ name: name.trim() });
    changed();
  };
  const further = async () => {
    if (!next) return;
    const part = await profile(token, next);
    setMore([...more, ...part.games]);
    setNext(part.next);
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
          attempt(renameThem);
        }}
      >
        <label>
          {texts.yourName}
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
              {texts.rename}
            </button>
          </span>
        </label>
      </form>
      <div role="alert">{problem && <Problem text={problem} />}</div>
      <ul class="own-games">
        {games.map((own) => (
          <li key={own.id}>
            <span>
              <strong>{worded(own.score)}</strong>
              {texts.ownGame({ moves: own.moves, name: own.name })}
              <Day of={own.created} />
              {own.hidden && (
                <strong> {own.reason ? texts.hiddenBecause(own.reason) : texts.hiddenByOperators}</strong>
              )}
            </span>
            <a class="button" href={fragmentOf({ view: "scores", board: own.board })}>
              {texts.board}
            </a>
            <a class="button" href={fragmentOf({ view: "score", id: own.id })}>
              {texts.watch}
            </a>
            {sure === own.id ? (
              <button
                type="button"
                class="danger"
                aria-disabled={busy}
                onClick={() => attempt(() => eraseOne(own.id))}
              >
                {texts.eraseForGood}
              </button>
            ) : (
              <button type="button" aria-disabled={busy} onClick={() => busy || setSure(own.id)}>
                {texts.erase}
              </button>
            )}
          </li>
        ))}
      </ul>
      {next && (
        <div class="buttons">
          <button type="button" aria-disabled={busy} onClick={() => attempt(further)}>
            {texts.more}
          </button>
        </div>
      )}
    </>
  );
}
