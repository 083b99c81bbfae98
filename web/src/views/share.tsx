// Codes and links of the game that is played.

import { share as texts } from "virtual:texts/share";
import { site } from "virtual:texts/site";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { RemoteGame } from "../engine/remote";
import { saveFile, slug } from "../files";
import type { GameModel } from "../game/model";
import type { Handout } from "../game/sharing";
import { linkTo, TOO_LONG } from "../route";
import { messageOf } from "../summary";
import { usePromised } from "./hooks";
import { Problem } from "./problem";
import { ShareButton } from "./sharebutton";

export { ShareButton };

/** A link as it is sent: a short one, where a service keeps it. */
const shortened = async (link: string) => (await import("../scores/short")).shortened(link);

/** A text to be copied. */
interface Offer {
  name: string;
  help: string;
  text: () => Promise<string>;
}

interface Properties {
  model: GameModel;
  /** The changes to the mode, in words. */
  change: string;
  /** Returns the function that makes what others get of the game of this day; `null` for other games. */
  ofDay: (model: GameModel) => Promise<(() => Promise<Handout>) | null>;
}

const sharing = () => import("../game/sharing");

export function Share({ model, change, ofDay }: Properties) {
  const game = model.engineGame;
  const [links, codes] = useMemo((): [Offer[], Offer[]] => {
    if (!game) return [[], []];
    const { modeLink, modeLinkAbout, gameLink, gameLinkAbout } = texts;
    const toMode = async () => shortened(linkTo(await (await sharing()).routeToMode(model, game, change)));
    const toGame = async () => shortened(linkTo(await (await sharing()).routeToGame(game, change)));
    const toRace = async () => shortened(await (await import("./race")).raceLink(model, game));
    return [
      [
        { name: modeLink, help: modeLinkAbout, text: toMode },
        { name: gameLink, help: gameLinkAbout, text: toGame },
        { name: texts.raceLink, help: texts.raceLinkAbout, text: toRace },
      ],
      [
        { name: texts.gameCode, help: texts.gameCodeAbout, text: () => game.ask("code", "game") },
        { name: texts.modeCode, help: texts.modeCodeAbout, text: () => game.ask("code", "mode") },
        { name: texts.replayCode, help: texts.replayCodeAbout, text: () => game.ask("code", "replay") },
      ],
    ];
  }, [game, model, change]);
  if (!game) return null;
  return (
    <>
      <ShareGame model={model} game={game} change={change} ofDay={ofDay} />
      <Offers offers={links}>
        <PictureLine model={model} />
      </Offers>
      <details class="more-offers">
        <summary>{texts.codes}</summary>
        <Offers offers={codes} />
      </details>
    </>
  );
}

/** One button for all that others need: the result, its picture, and a link to play. */
function ShareGame({ model, game, change, ofDay }: Properties & { game: RemoteGame }) {
  const isPlayed = model.state.moves > 0;
  const isOfDay = Boolean(usePromised(() => ofDay(model), [model, isPlayed])?.value);
  // The board of a game of the day is never handed over with its numbers, however early the click is.
  const make = async () => {
    const handoutOfDay = await ofDay(model);
    return handoutOfDay ? handoutOfDay() : (await sharing()).handoutOf(model, game, change);
  };
  return (
    <ShareButton make={make} of={[model, game, change, model.state]} hasPicture={isOfDay}>
      {isOfDay ? texts.dayAbout : texts.resultAbout}
    </ShareButton>
  );
}

export function Offers({ offers, children }: { offers: readonly Offer[]; children?: ComponentChildren }) {
  return (
    <ul class="offers">
      {offers.map((offer) => (
        <OfferLine key={offer.name} offer={offer} />
      ))}
      {children}
    </ul>
  );
}

function PictureLine({ model }: { model: GameModel }) {
  const [problem, setProblem] = useState("");
  const save = async () => {
    setProblem("");
    try {
      await (await sharing()).savePicture(model);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <li>
      <div>
        <strong>{texts.picture}</strong>
        <p>{texts.pictureAbout}</p>
      </div>
      <button type="button" onClick={() => void save()}>
        {texts.save}
      </button>
      <Problem text={problem} alert />
    </li>
  );
}

function OfferLine({ offer }: { offer: Offer }) {
  const [text, setText] = useState("");
  const [copied, setCopied] = useState(false);
  const [problem, setProblem] = useState("");
  const copy = async () => {
    setProblem("");
    let made: string;
    try {
      made = await offer.text();
    } catch (error) {
      return setProblem(messageOf(error));
    }
    setText(made);
    try {
      await (await import("./clipboard")).copyText(made);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <li>
      <div>
        <strong>{offer.name}</strong>
        <p>{offer.help}</p>
      </div>
      <button type="button" onClick={() => void copy()}>
        {copied ? site.copied : site.copy}
      </button>
      {text.startsWith("http") && "share" in navigator && (
        // A person who changes their mind is no error.
        <button type="button" onClick={() => void navigator.share({ url: text }).catch(() => {})}>
          {site.share}
        </button>
      )}
      {text.startsWith("http") && text.length > TOO_LONG && <p>{texts.tooLong}</p>}
      {text && !text.startsWith("http") && (
        <button type="button" onClick={() => saveFile(new File([text], `polymerge-${slug(offer.name)}.txt`))}>
          {texts.saveFile}
        </button>
      )}
      <Problem text={problem} alert />
      {text && (
        <textarea
          readOnly
          rows={3}
          aria-label={offer.name}
          translate={false}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </li>
  );
}
