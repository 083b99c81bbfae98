// Submitting a game: what is sent, what it proves, and what became of it.

import { scores as texts } from "virtual:texts/scores";
import { site } from "virtual:texts/site";
import { useState } from "preact/hooks";
import type { Proof } from "../engine/proof";
import type { GameModel } from "../game/model";
import { fragmentOf } from "../route";
import { messageOf, shown } from "../summary";
import { filled } from "../texts/filled";
import { inEnglish } from "../texts/language";
import { usePromised } from "../views/hooks";
import { Failure, Problem } from "../views/problem";
import { ShareButton } from "../views/within";
import { Refusal } from "./api";
import { Copy } from "./copy";
import { type Board, gameText, keepResult, type Result, resultText } from "./days";
import { handoutOfDay, handoutOfScore } from "./handout";
import { type Mark, markOf } from "./marks";
import { faultOfName, player, rolledName } from "./player";
import { send, sendLater } from "./queue";
import { reached } from "./taken";
import type { Game, Submission } from "./types";
import { worded } from "./worded";

/** The texts that say what a game proves, by its kind. */
const PROVES = {
  open: "provesOpen",
  daily: "provesDaily",
  ranked: "provesRanked",
  program: "provesOpen",
} as const;

export function HandIn({ model }: { model: GameModel }) {
  const game = model.engineGame;
  const loaded = usePromised(async () => {
    if (!game) throw new Error(texts.loading);
    return game.ask("proof");
  }, [game]);
  const mark = markOf(model.facts.name, model.seed);
  if (loaded?.error !== undefined) return <Failure of={loaded} />;
  if (!loaded?.value) return <p role="status">{site.moment}</p>;
  const proof = loaded.value;
  if (proof.fault) {
    return <p>{texts.cantSubmit(texts[proof.fault])}</p>;
  }
  if (proof.count === 0) return <p>{texts.noMoves}</p>;
  return <Form proof={proof} mark={mark} model={model} />;
}

function Form({ proof, mark, model }: { proof: Proof; mark: Mark | null; model: GameModel }) {
  const { title, board } = reached(model);
  const [name, setName] = useState(() => player().name || rolledName());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [sent, setSent] = useState<Awaited<ReturnType<typeof send>> | null>(null);
  const [waits, setWaits] = useState("");
  // A game whose time has run out can be submitted as any other.
  const isLate = mark !== null && !mark.isLocal && Date.now() > mark.ends;
  const contest = isLate || mark?.isLocal ? null : mark;
  const kind = contest?.kind ?? "open";

  const hand = async () => {
    const fault = faultOfName(name);
    if (fault) return setProblem(fault);
    const { seed, moves, count } = proof;
    const submission: Submission = {
      mode: contest?.mode ?? proof.mode,
      ...{ seed, moves, count, name: name.trim() },
      ...(contest?.date && { daily: contest.date }),
      ...(contest?.session && { session: contest.session }),
    };
    setBusy(true);
    setProblem("");
    try {
      const answer = await send(submission);
      if (contest?.date) keepResult(contest.date, { title, ...proof, board, rank: answer.game.rank });
      setSent(answer);
    } catch (error) {
      if (error instanceof Refusal && error.status === 0) {
        const kept = sendLater({ submission, title, ends: contest?.ends ?? null, score: proof.score });
        if (contest?.date) keepResult(contest.date, { title, ...proof, board });
        const until = contest ? ` ${texts.inTime}` : "";
        setWaits(kept ? texts.sentLater + until : texts.sentWhileOpen);
      } else setProblem(messageOf(error));
    }
    setBusy(false);
  };

  if (sent) return <Sent {...sent} date={contest?.date} title={title} board={board} proof={proof} />;
  if (waits) {
    return (
      <div class="hand-in">
        <p role="status">{waits}</p>
        {contest?.date && <ShareDay date={contest.date} result={{ title, ...proof, board }} />}
      </div>
    );
  }
  return (
    <form
      class="hand-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void hand();
      }}
    >
      <p>
        <strong>{texts.summary({ title, points: proof.score, moves: proof.count })}</strong>
        {contest?.date && texts.ofDay(contest.date)}
        {kind === "ranked" && texts.ofRanked}
      </p>
      {isLate && <p>{texts.isLate}</p>}
      <label>
        {texts.nameOnBoard}
        <span class="with-button">
          <input
            type="text"
            value={name}
            maxLength={40}
            autocomplete="off"
            spellcheck={false}
            aria-invalid={problem !== ""}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button
            type="button"
            onClick={() => setName(`${rolledName()} ${10 + Math.floor(Math.random() * 90)}`)}
          >
            {texts.another}
          </button>
        </span>
      </label>
      <dl class="said">
        <dt>{texts.sent}</dt>
        <dd>{texts.sentAbout}</dd>
        <dt>{texts.proves}</dt>
        <dd>
          {texts[PROVES[kind]]} {texts.playedAgain}
        </dd>
      </dl>
      <div role="alert">
        <Problem text={problem} />
      </div>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={busy}>
          {busy ? texts.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}

/** The result of the game of a day, to share. */
function ShareDay({ date, result }: { date: string; result: Result }) {
  return (
    <ShareButton
      result={{ name: texts.result, text: resultText(date, result) }}
      make={() => handoutOfDay(date, result)}
      of={[date]}
      hasPicture
    />
  );
}

interface SentProperties {
  game: Game;
  isNewToken: boolean;
  known: boolean;
  date: string | undefined;
  title: string;
  board: Board | undefined;
  proof: Proof;
}

function Sent({ game, isNewToken, known, date, title, board, proof }: SentProperties) {
  const result = { title, ...proof, rank: game.rank, board };
  return (
    <div class="hand-in">
      <p role="status">
        {filled(texts.placed, {
          place: <strong>{texts.placeWith({ place: shown(game.rank), score: worded(game.score) })}</strong>,
          title: game.title,
          name: game.name,
        })}
      </p>
      {date ? (
        <ShareDay date={date} result={result} />
      ) : (
        <ShareButton
          result={{ name: texts.result, text: gameText(game.id, result) }}
          make={() => handoutOfScore(game.id, result)}
          of={[game.id]}
        />
      )}
      {game.pace?.notRanked && (
        <p>{filled(texts.notRanked, { why: <span {...inEnglish()}>{game.pace.notRanked}</span> })}</p>
      )}
      {game.nameTaken && <p>{texts.nameTaken}</p>}
      {!known && <p>{texts.newToken}</p>}
      {isNewToken && game.claimToken && (
        <>
          <p>{filled(texts.yourNewToken, { keep: <strong>{texts.keepElsewhere}</strong> })}</p>
          <Copy name={texts.token} text={game.claimToken} />
        </>
      )}
      <div class="buttons">
        <a class="button primary" href={fragmentOf({ view: "scores", board: game.board })}>
          {texts.seeBoard}
        </a>
        <a class="button" href={fragmentOf({ view: "me" })}>
          {texts.yours}
        </a>
      </div>
    </div>
  );
}
