// Games that wait to be sent, and those that the server did not take.

import { scores as texts } from "virtual:texts/scores";
import { useWatched } from "../views/hooks";
import { useAttempt } from "./frame";
import { forgetUnsent, isContest, opened, sendOne, type Unsent, unsent, watchUnsent } from "./queue";

export function Waiting() {
  const games = useWatched(watchUnsent, unsent);
  if (games.length === 0) return null;
  return (
    <section aria-label={texts.waitingGames}>
      <p role="status">{texts.waiting(games.length)}</p>
      <ul class="own-games">
        {games.map((game) => (
          <Line key={`${game.submission.seed} ${game.submission.moves}`} game={game} />
        ))}
      </ul>
    </section>
  );
}

function Line({ game }: { game: Unsent }) {
  const { busy, attempt } = useAttempt();
  const { refused, title, submission } = game;
  const send = (game: Unsent) =>
    attempt(async () => {
      await sendOne(game);
    });
  const asOpen = () => {
    const other = opened(game);
    delete other.refused;
    send(other);
  };
  return (
    <li>
      <span>
        <strong>{title}</strong>
        {submission.daily && texts.ofDay(submission.daily)}
        {submission.session && texts.ofRanked}: {refused ?? texts.waits}
      </span>
      <button type="button" aria-disabled={busy} onClick={() => send(game)}>
        {texts.sendNow}
      </button>
      {refused && isContest(game) && (
        <button type="button" aria-disabled={busy} onClick={asOpen}>
          {texts.sendOpen}
        </button>
      )}
      {refused && (
        <button type="button" aria-disabled={busy} onClick={() => forgetUnsent(game)}>
          {texts.forgetIt}
        </button>
      )}
    </li>
  );
}
