// One's own games, by the token that this browser keeps.

import { game } from "virtual:texts/game";
import { scores as texts } from "virtual:texts/scores";
import { useEffect, useState } from "preact/hooks";
import { fragmentOf } from "../route";
import { usePromised } from "../views/hooks";
import { Page } from "../views/page";
import { Problem } from "../views/problem";
import { TextForm } from "../views/textform";
import { erase, profile, renameAll } from "./api";
import { Copy } from "./copy";
import { Asked, Day, useAttempt } from "./frame";
import { OwnStreak } from "./inarow";
import { faultOfName, keepPlayer, player } from "./player";
import { EraseAll, Recovered, Recovery, TakeAlong } from "./self";
import type { Own, Profile } from "./types";
import { Waiting } from "./waiting";
import { worded } from "./worded";

export function PlayerView() {
  const [{ token }, setPlayer] = useState(player);
  const [turn, setTurn] = useState(0);
  const loaded = usePromised(async () => (token ? profile(token) : null), [token, turn]);
  const take = (token: string) => {
    keepPlayer({ token });
    setPlayer(player());
  };
  return (
    <Page
      narrow
      title={texts.yours}
      beside={
        <p role="status">{loaded?.value && !loaded.value.next && game.games(loaded.value.games.length)}</p>
      }
    >
      <Waiting />
      <Asked what={loaded} />
      {token && loaded?.value && <OwnStreak token={token} />}
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
    </Page>
  );
}

/** A token from another browser. */
function Other({ take, hasOne }: { take: (token: string) => void; hasOne: boolean }) {
  return (
    <details>
      <summary>{texts.useToken}</summary>
      <TextForm
        name={texts.token}
        button={texts.useIt}
        about={hasOne && <p>{texts.replacesToken}</p>}
        act={(text, clear) => {
          if (text) take(text);
          clear();
        }}
      />
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
  const [more, setMore] = useState<Own[]>([]);
  const [next, setNext] = useState(own.next);
  useEffect(() => {
    setMore([]);
    setNext(own.next);
  }, [own]);
  const games = [...own.games, ...more];
  const [sure, setSure] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const renameThem = async (name: string) => {
    const fault = faultOfName(name);
    if (fault) throw new Error(fault);
    await renameAll(name, token);
    keepPlayer({ name });
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
      <TextForm
        name={texts.yourName}
        button={texts.rename}
        initial={own.name}
        longest={40}
        busy={busy}
        act={(name) => attempt(() => renameThem(name))}
      />
      <div role="alert">
        <Problem text={problem} />
      </div>
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
