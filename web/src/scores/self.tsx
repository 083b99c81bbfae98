// What belongs to one player as a whole: the recovery code, all data to take along, erasing all.

import { scores as texts } from "virtual:texts/scores";
import { useState } from "preact/hooks";
import { Problem } from "../views/problem";
import { TextForm } from "../views/textform";
import { eraseAll, exported, recover, recoveryCode } from "./api";
import { Copy } from "./copy";
import { useAttempt } from "./frame";
import { keepPlayer, newToken } from "./player";

interface Properties {
  token: string;
}

/** Makes a recovery code. */
export function Recovery({ token }: Properties) {
  const [code, setCode] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const make = async () => setCode((await recoveryCode(token)).recoveryCode);
  return (
    <>
      <p>{texts.recoveryAbout}</p>
      {code ? (
        <Copy name={texts.recoveryCode} text={code} />
      ) : (
        <div class="buttons">
          <button type="button" aria-disabled={busy} onClick={() => attempt(make)}>
            {texts.makeRecovery}
          </button>
        </div>
      )}
      <div role="alert">
        <Problem text={problem} />
      </div>
    </>
  );
}

/** Gets one's games in this browser, by a recovery code. */
export function Recovered({ take, hasOne }: { take: (token: string) => void; hasOne: boolean }) {
  const { busy, problem, attempt } = useAttempt();
  const use = async (code: string, clear: () => void) => {
    // A new one each time: one that was sent before may be another player's. After a lost answer the
    // code gives one more.
    const token = newToken();
    const { name } = await recover(code, token);
    keepPlayer({ name, token });
    take(token);
    clear();
  };
  return (
    <details>
      <summary>{texts.useRecovery}</summary>
      <TextForm
        name={texts.recoveryCode}
        button={texts.useIt}
        busy={busy}
        about={hasOne && <p>{texts.replacesToken}</p>}
        act={(code, clear) => code && attempt(() => use(code, clear))}
      >
        <div role="alert">
          <Problem text={problem} />
        </div>
      </TextForm>
    </details>
  );
}

/** All that the server has about the player, part by part. */
export async function allOf(token: string): Promise<unknown> {
  const all = await exported(token);
  for (let { next } = all; next; ) {
    const part = await exported(token, next);
    all.games.push(...part.games);
    next = part.next === next ? null : part.next;
  }
  return { ...all, next: null };
}

/** Downloads all that the server has about the player. */
export function TakeAlong({ token }: Properties) {
  const [address, setAddress] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const load = async () => {
    const text = JSON.stringify(await allOf(token), null, 2);
    setAddress(URL.createObjectURL(new Blob([text], { type: "application/json" })));
  };
  return (
    <div class="buttons">
      {address ? (
        <a class="button" href={address} download="polymerge-scores.json">
          {texts.saveAll}
        </a>
      ) : (
        <button type="button" aria-disabled={busy} onClick={() => attempt(load)}>
          {texts.takeAlong}
        </button>
      )}
      <div role="alert">
        <Problem text={problem} />
      </div>
    </div>
  );
}

/** Erases all games, after a second press. */
export function EraseAll({ token, erased }: Properties & { erased: () => void }) {
  const [isSure, setSure] = useState(false);
  const { busy, problem, attempt } = useAttempt();
  const eraseThem = async () => {
    await eraseAll(token);
    erased();
  };
  return (
    <div class="buttons">
      {isSure ? (
        <button type="button" class="danger" aria-disabled={busy} onClick={() => attempt(eraseThem)}>
          {texts.eraseAllForGood}
        </button>
      ) : (
        <button type="button" onClick={() => setSure(true)}>
          {texts.eraseAll}
        </button>
      )}
      <div role="alert">
        <Problem text={problem} />
      </div>
    </div>
  );
}
