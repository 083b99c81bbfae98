// Plots with axes: bars, and curves beside one another.

import { workshop } from "virtual:texts/workshop";
import { shown } from "../summary";
import type { Point } from "./figures";
import type { Bar } from "./histogram";

const [WIDTH, HEIGHT, LEFT, BELOW, ABOVE] = [480, 200, 64, 34, 10];
const [RIGHT, FLOOR] = [WIDTH - 12, HEIGHT - BELOW];

interface Axes {
  title: string;
  across: string;
  up: string;
  /** The largest values of both axes, and the least one across. */
  least: number;
  most: Point;
  /** Writes a value of the axis upwards. */
  named?: (value: number) => string;
}

function Frame({
  title,
  across,
  up,
  least,
  most: [right, top],
  named = shown,
  children,
}: Axes & { children: preact.ComponentChildren }) {
  const about = workshop.plotAbout({
    title,
    up,
    top: named(top),
    across,
    from: shown(least),
    to: shown(right),
  });
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={about}>
        {[0, 0.5, 1].map((part) => {
          const y = FLOOR - part * (FLOOR - ABOVE);
          const x = LEFT + part * (RIGHT - LEFT);
          return (
            <g key={part}>
              <path d={`M${LEFT} ${y}H${RIGHT}`} class={part > 0 ? "grid" : "axis"} />
              <text x={LEFT - 6} y={y + 4} text-anchor="end">
                {named(part * top)}
              </text>
              <text x={x} y={FLOOR + 14} text-anchor={part === 0 ? "start" : part === 1 ? "end" : "middle"}>
                {shown(Math.round(least + part * (right - least)))}
              </text>
            </g>
          );
        })}
        <text x={(LEFT + RIGHT) / 2} y={HEIGHT - 4} text-anchor="middle">
          {across}
        </text>
        <text transform={`translate(11 ${(FLOOR + ABOVE) / 2}) rotate(-90)`} text-anchor="middle">
          {up}
        </text>
        {children}
      </svg>
    </figure>
  );
}

export function Bars({ bars, title, across }: { bars: readonly Bar[]; title: string; across: string }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const width = (RIGHT - LEFT) / Math.max(1, bars.length);
  const axes = { title, across, up: workshop.axisGames, least: bars[0]?.from ?? 0 };
  return (
    <Frame {...axes} most={[bars.at(-1)?.to ?? 1, most]}>
      {bars.map(({ from, to, count }, index) => {
        const height = (count / most) * (FLOOR - ABOVE);
        const place = { x: LEFT + index * width + 1, y: FLOOR - height };
        return (
          <rect key={from} {...place} width={Math.max(1, width - 2)} height={height}>
            <title>{workshop.barAbout({ from: shown(from), to: shown(to), count })}</title>
          </rect>
        );
      })}
    </Frame>
  );
}

interface Curves extends Pick<Axes, "title" | "across" | "up" | "named"> {
  curve: readonly Point[];
  /** The curve of the run before, drawn beside it. */
  before: readonly Point[];
}

export function Curve({ curve, before, ...axes }: Curves) {
  const all = [...curve, ...before];
  const right = Math.max(1, ...all.map(([x]) => x));
  const top = Math.max(1, ...all.map(([, y]) => y).filter(Number.isFinite));
  const path = (points: readonly Point[]) =>
    points
      .filter(([, y]) => Number.isFinite(y))
      .map(([x, y], index) => {
        const place = [LEFT + (x / right) * (RIGHT - LEFT), FLOOR - (y / top) * (FLOOR - ABOVE)];
        return `${index === 0 ? "M" : "L"}${place.map((part) => part.toFixed(1)).join(" ")}`;
      })
      .join("");
  return (
    <Frame {...axes} least={0} most={[right, top]}>
      {before.length > 0 && <path d={path(before)} class="curve before" />}
      <path d={path(curve)} class="curve" />
    </Frame>
  );
}
