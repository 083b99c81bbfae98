// Codes and links of the game that is played.

import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { messageOf } from "../game/summary";
import type { Table } from "../game/table";
import { linkTo, TOO_LONG } from "../route";
import { saveFile, slug } from "./file";

/** A text to be copied. */
interface Offer {
  name: string;
  help: string;
  text: () => Promise<string>;
}

/** Links that are longer tell what differs from the mode as it is; these can't be opened if it ever changes. */
const LONG = 1500;

export function Share({ table }: { table: Table }) {
  const game = table.engineGame;
  const offers = useMemo((): Offer[] => {
    if (!game) return [];
    const packedLink = async (kind: "game" | "mode") => {
      const { packed, packedLike } = await import("../engine/likeness");
      const code = await game.code(kind);
      const text = await packed(code);
      const base = text.length > LONG && kind === "game" ? await game.plainCode() : "";
      return linkTo({ view: "packed", text: base ? await packedLike(game.facts.name, code, base) : text });
    };
    const { name } = table.facts;
    const toMode = async () => (name ? linkTo({ view: "play", mode: name }) : packedLink("mode"));
    const toGame = async () => {
      // A seed and moves are short; other games come as they stand.
      const { fault, mode, seed, moves, count } = await game.proof();
      const isNamed = fault === "" && !mode.startsWith("@");
      return isNamed ? linkTo({ view: "moves", mode, seed, moves, count }) : packedLink("game");
    };
    return [
      {
        name: "Link to the mode",
        help: "Opens this mode in any browser.",
        text: toMode,
      },
      { name: "Link to this game", help: "Opens the game as it stands.", text: toGame },
      {
        name: "Game code",
        help: "The game as it stands. The original site reads it, too.",
        text: () => game.code("game"),
      },
      { name: "Mode code", help: "The rules without a game.", text: () => game.code("mode") },
      {
        name: "Replay code",
        help: "Every move of the game, to be watched.",
        text: () => game.code("replay"),
      },
    ];
  }, [game, table]);
  return (
    <Offers offers={offers}>
      <PictureLine table={table} />
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

function PictureLine({ table }: { table: Table }) {
  const [problem, setProblem] = useState("");
  const share = async () => {
    setProblem("");
    try {
      const { sharePicture } = await import("../game/picture");
      await sharePicture(table);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <li>
      <div>
        <strong>Picture</strong>
        <p>The board with its score, as a PNG file.</p>
      </div>
      <button type="button" onClick={() => void share()}>
        {"canShare" in navigator ? "Share" : "Save"}
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
      await navigator.clipboard.writeText(made);
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
        {copied ? "Copied" : "Copy"}
      </button>
      {text.startsWith("http") && "share" in navigator && (
        // A person who changes their mind is no error.
        <button type="button" onClick={() => void navigator.share({ url: text }).catch(() => {})}>
          Share
        </button>
      )}
      {text.startsWith("http") && text.length > TOO_LONG && (
        <p>This link is long, and some programs cut it. A code that is saved as a file is not cut.</p>
      )}
      {text && !text.startsWith("http") && (
        <button type="button" onClick={() => saveFile(new File([text], `polymerge-${slug(offer.name)}.txt`))}>
          Save as a file
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
