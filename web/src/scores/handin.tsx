// Submitting a game: what is sent, what it proves, and what became of it.

import { useState } from "preact/hooks";
import type { Proof } from "../engine/proof";
import { count, messageOf, shown } from "../game/summary";
import type { Table } from "../game/table";
import { fragmentOf } from "../route";
import { usePromised } from "../views/hooks";
import { Problem } from "../views/problem";
import { Refusal } from "./api";
import { Copy } from "./copy";
import { keepResult, resultText } from "./days";
import { worded } from "./frame";
import { type Mark, markOf } from "./marks";
import { faultOfName, player, rolledName } from "./player";
import { send, sendLater } from "./queue";
import type { Game, Submission } from "./types";

const PROVES = {
  open: "That the score can be reached in this mode with this seed; not that it was reached without undoing, search or programs.",
  daily:
    "That the score can be reached with the seed of the day, which is one for all; not that it was reached at the first try.",
  ranked:
    "That the game was played within two hours after the server gave its seed; not that no program helped.",
} as const;

export function HandIn({ table }: { table: Table }) {
  const game = table.engineGame;
  const loaded = usePromised(async () => {
    if (!game) throw new Error("The engine is still loading. Try again in a moment.");
    return game.proof();
  }, [game]);
  const mark = markOf(table.facts.name, table.seed);
  if (loaded?.error !== undefined) return <Problem text={messageOf(loaded.error)} alert />;
  if (!loaded?.value) return <p role="status">One moment …</p>;
  const proof = loaded.value;
  if (proof.fault) {
    return <p>This game can't be submitted: {proof.fault}.</p>;
  }
  if (proof.count === 0) return <p>Play some moves first: there is nothing to submit yet.</p>;
  return <Form proof={proof} mark={mark} title={table.facts.title} />;
}

function Form({ proof, mark, title }: { proof: Proof; mark: Mark | null; title: string }) {
  const [name, setName] = useState(() => player().name || rolledName());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [sent, setSent] = useState<Awaited<ReturnType<typeof send>> | null>(null);
  const [waits, setWaits] = useState("");
  // A game whose time has run out can be submitted as any other.
  const isLate = mark !== null && Date.now() > mark.ends;
  const contest = isLate ? null : mark;
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
      if (contest?.date) keepResult(contest.date, { title, ...proof, rank: answer.game.rank });
      setSent(answer);
    } catch (error) {
      if (error instanceof Refusal && error.status === 0) {
        const kept = sendLater({ submission, title, ends: contest?.ends ?? null });
        if (contest?.date) keepResult(contest.date, { title, ...proof });
        const until = contest ? " That must be before its time is over." : "";
        setWaits(
          kept
            ? `There is no connection to the score server. The game is kept, and is sent when there is one again.${until}`
            : "There is no connection to the score server, and this browser keeps nothing. Leave the page open: the game is sent when there is one again.",
        );
      } else setProblem(messageOf(error));
    }
    setBusy(false);
  };

  if (sent) return <Sent {...sent} date={contest?.date} title={title} proof={proof} />;
  if (waits) {
    return (
      <div class="hand-in">
        <p role="status">{waits}</p>
        {contest?.date && <Copy name="Result" text={resultText(contest.date, { title, ...proof })} share />}
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
        <strong>
          {title}: {count(proof.score, "point")} in {count(proof.count, "move")}
        </strong>
        {contest?.date && `, the game of the day ${contest.date}`}
        {kind === "ranked" && ", a ranked game"}
      </p>
      {isLate && <p>Its time has run out, so that it counts as an open game.</p>}
      <label>
        Your name on the board
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
          <button type="button" onClick={() => setName(rolledName())}>
            Another
          </button>
        </span>
      </label>
      <dl class="said">
        <dt>What is sent</dt>
        <dd>The mode with its rules, the seed, your moves and this name, which all can see. Nothing else.</dd>
        <dt>What it proves</dt>
        <dd>{PROVES[kind]} The server plays the game again and ranks what it sees.</dd>
      </dl>
      <div role="alert">{problem && <Problem text={problem} />}</div>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={busy}>
          {busy ? "The server plays it …" : "Submit"}
        </button>
      </div>
    </form>
  );
}

interface SentProperties {
  game: Game;
  isNewToken: boolean;
  known: boolean;
  date: string | undefined;
  title: string;
  proof: Proof;
}

function Sent({ game, isNewToken, known, date, title, proof }: SentProperties) {
  return (
    <div class="hand-in">
      <p role="status">
        <strong>
          Place {shown(game.rank)} with {worded(game.score)}
        </strong>{" "}
        on the board of {game.title}, as {game.name}.
      </p>
      {!known && <p>The server no longer knew your old token. This is a new one.</p>}
      {isNewToken && game.claimToken && (
        <>
          <p>
            This is your token. It renames and erases your scores, and joins the next ones to them. It is kept
            in this browser; <strong>keep it elsewhere, too</strong>: the server can't tell it again.
          </p>
          <Copy name="Token" text={game.claimToken} />
        </>
      )}
      {date && <Copy name="Result" text={resultText(date, { title, ...proof, rank: game.rank })} share />}
      <div class="buttons">
        <a class="button primary" href={fragmentOf({ view: "scores", board: game.board })}>
          See the board
        </a>
        <a class="button" href={fragmentOf({ view: "me" })}>
          Your scores
        </a>
      </div>
    </div>
  );
}
