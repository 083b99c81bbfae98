// Codes and links of the game that is played.

import { share as texts } from "virtual:texts/share";
import { site } from "virtual:texts/site";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { engine } from "../engine/load";
import type { RemoteGame } from "../engine/remote";
import { saveFile, slug } from "../files";
import type { GameModel } from "../game/model";
import { decode, linkTo, TOO_LONG } from "../route";
import { messageOf } from "../summary";

/** A text to be copied. */
interface Offer {
  name: string;
  help: string;
  text: () => Promise<string>;
}

/** The code of a new game of the mode of a game, as that is in the catalogue; "" if it is in none. */
async function plainCodeOf({ facts: { name } }: RemoteGame): Promise<string> {
  return name ? (await engine()).ask("plainCode", name) : "";
}

/** Links that are longer tell what differs from the mode as it is; these can't be opened if it ever changes. */
const LONG = 1500;

interface Properties {
  model: GameModel;
  /** The changes to the mode, in words. */
  change: string;
}

export function Share({ model, change }: Properties) {
  const game = model.engineGame;
  const offers = useMemo((): Offer[] => {
    if (!game) return [];
    const packedLink = async (kind: "game" | "mode") => {
      const { checkOf, withLabel, packed, packDelta } = await import("../game/codes");
      const code = await game.ask("code", kind);
      const text = await packed(code);
      const base = text.length > LONG && kind === "game" ? await plainCodeOf(game) : "";
      const short = base ? await packDelta(game.facts.name, code, base) : text;
      const labelled = withLabel(short, change);
      // The label is told in letters that addresses may have.
      return linkTo({ view: "packed", text: `${checkOf(decode(labelled))}=${labelled}` });
    };
    const { name } = model.facts;
    const toMode = async () => (name ? linkTo({ view: "play", mode: name }) : packedLink("mode"));
    const toGame = async () => {
      // A seed and moves are short; other games come as they stand.
      const proof = await game.ask("proof");
      const isNamed = proof.fault === "" && !proof.mode.startsWith("@");
      const { routeOfMoves } = await import("../game/codes");
      return isNamed ? linkTo(routeOfMoves(proof, proof.score)) : packedLink("game");
    };
    return [
      {
        name: texts.modeLink,
        help: texts.modeLinkAbout,
        text: toMode,
      },
      { name: texts.gameLink, help: texts.gameLinkAbout, text: toGame },
      {
        name: texts.gameCode,
        help: texts.gameCodeAbout,
        text: () => game.ask("code", "game"),
      },
      { name: texts.modeCode, help: texts.modeCodeAbout, text: () => game.ask("code", "mode") },
      {
        name: texts.replayCode,
        help: texts.replayCodeAbout,
        text: () => game.ask("code", "replay"),
      },
    ];
  }, [game, model, change]);
  return (
    <Offers offers={offers}>
      <PictureLine model={model} />
    </Offers>
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
  const share = async () => {
    setProblem("");
    try {
      const { sharePicture } = await import("../game/picture");
      await sharePicture(model);
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
      <button type="button" onClick={() => void share()}>
        {"canShare" in navigator ? site.share : texts.save}
      </button>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
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
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {text && (
        <textarea
          readOnly
          rows={3}
          aria-label={offer.name}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </li>
  );
}
