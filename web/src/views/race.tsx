// A race of two by one seed: both results side by side, and how the game of it stands.

import { game as texts } from "virtual:texts/game";
import { race as words } from "virtual:texts/race";
import { site } from "virtual:texts/site";
import { useEffect, useState } from "preact/hooks";
import type { RemoteGame } from "../engine/remote";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import { ahead, begin, challenge, noteOwn, opened, type Race, type Result, raceOf } from "../game/race";
import { fragmentOf, go, linkTo, type Route } from "../route";
import { messageOf, shown } from "../summary";
import { usePromised } from "./hooks";
import { Page } from "./page";
import { Problem } from "./problem";

type RaceRoute = Extract<Route, { view: "race" }>;

/** The link that challenges others to a game. */
export async function raceLink(model: GameModel, game: RemoteGame): Promise<string> {
  const route = await challenge(model, game);
  if (!route) throw new Error(words.cantRace);
  return linkTo(route);
}

/** Says who is ahead. */
function standing(race: Race): string {
  const lead = ahead(race);
  if (!lead) return race.other ? words.yourTurn : words.sendIt;
  if (lead.who === "none") return words.draw;
  const points = texts.points(lead.points);
  return lead.who === "own" ? words.youLead(points) : words.otherLeads(points);
}

/** The page that a link to a race opens. */
export function RaceView({ controller, route }: { controller: GameController; route: RaceRoute }) {
  const loaded = usePromised(() => opened(route), [fragmentOf(route)]);
  const [problem, setProblem] = useState("");
  const failed = problem || (loaded?.error === undefined ? "" : messageOf(loaded.error));
  const found = loaded?.value;
  const accept = async () => {
    if (!found) return;
    try {
      await begin(controller, found.race);
      if (controller.id) go({ view: "game", id: controller.id });
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const title = found ? words.titleOf(found.title) : words.title;
  return (
    <Page narrow title={title}>
      <Problem text={failed} alert />
      {!found && !failed && <p role="status">{site.moment}</p>}
      {found && (
        <>
          <p>{words.about}</p>
          <p role="status">
            <strong>{standing(found.race)}</strong>
          </p>
          <Sides {...found.race} />
          <div class="buttons">
            <button type="button" class="primary" onClick={() => void accept()}>
              {found.race.own ? words.playAgain : words.begin}
            </button>
            {found.race.other && (
              <a class="button" href={fragmentOf({ ...route, view: "moves" })}>
                {words.seeOther}
              </a>
            )}
          </div>
          <p>{words.back}</p>
        </>
      )}
    </Page>
  );
}

/** Both results, side by side. */
function Sides({ own, other }: Pick<Race, "own" | "other">) {
  const lines: [string, (result: Result) => string][] = [
    [words.points, ({ score }) => shown(score)],
    [words.moves, ({ moves }) => shown(moves)],
    [words.state, ({ screen }) => words[screen]],
  ];
  return (
    <table class="race">
      <thead>
        <tr>
          <td />
          <th scope="col">{words.you}</th>
          <th scope="col">{words.other}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {[own, other].map((result, side) => (
              <td key={side === 0 ? "own" : "other"} translate={false}>
                {result ? text(result) : "–"}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The line about the race, in the game that is played in it. */
export function RaceStrip({ model }: { model: GameModel }) {
  const { name } = model.facts;
  const [race, setRace] = useState(() => raceOf(name, model.seed));
  useEffect(() => {
    const note = () => {
      const known = raceOf(name, model.seed);
      setRace(known && noteOwn(known, model.state));
    };
    note();
    return model.watch((change) => {
      if (change.kind === "turn" || change.kind === "shown") note();
    });
  }, [model, name]);
  if (!race?.other) return null;
  const { score, moves } = race.other;
  const now = standing({ ...race, own: model.state });
  return (
    <p class="contest">
      {words.against({ points: texts.points(score), moves })} {now}
    </p>
  );
}
