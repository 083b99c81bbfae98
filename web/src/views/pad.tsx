// Buttons for the directions, lying as the directions do.

import { game } from "virtual:texts/game";
import { nameOfKey } from "../input/keynames";
import type { Way } from "../input/ways";

interface Properties {
  ways: readonly Way[];
  available: readonly boolean[];
  press: (way: Way) => void;
}

export function Pad({ ways, available, press }: Properties) {
  const rings = [...new Set(ways.map((way) => Math.round(way.length * 100)))].filter((length) => length > 0);
  rings.sort((a, b) => a - b);
  // Diagonals of a square are a little longer, but lie on the same ring.
  const near = (rings[0] ?? 100) * 1.5;
  const isFar = (way: Way) => way.length * 100 > near;
  const outer = ways.some(isFar);
  return (
    <fieldset class={outer ? "pad two-rings" : "pad"}>
      <legend class="unseen">{game.directions}</legend>
      {ways.map((way) => {
        const ring = way.angle === null ? 0 : isFar(way) ? 1 : outer ? 0.5 : 0.82;
        const turn = ((way.angle ?? 0) * Math.PI) / 180;
        const key = way.keys[0];
        return (
          <button
            key={way.index}
            type="button"
            aria-label={game.move(way.name)}
            aria-disabled={available[way.index] === false}
            title={key ? `${way.name} (${nameOfKey(key)})` : way.name}
            style={{ "--dx": `${ring * Math.cos(turn)}`, "--dy": `${ring * Math.sin(turn)}` }}
            onClick={() => press(way)}
          >
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              focusable="false"
              style={{ rotate: `${way.angle ?? 0}deg` }}
            >
              {way.angle === null ? <circle cx="12" cy="12" r="4" /> : <path d={isFar(way) ? FAR : NEAR} />}
            </svg>
          </button>
        );
      })}
    </fieldset>
  );
}

const NEAR = "M5 12h13M12 6l6 6-6 6";
const FAR = "M3 12h10M8 6l6 6-6 6M14 6l6 6-6 6";
