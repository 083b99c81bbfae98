// What the games of a sample come to: shares with their ranges, curves, files.

import type { SampledGame } from "../engine/sampler";

export interface Share {
  share: number;
  /** Holds the true share in 95 of 100 samples (Wilson's range). */
  least: number;
  most: number;
}

export function shareOf(count: number, games: number): Share {
  if (games === 0) return { share: 0, least: 0, most: 1 };
  const z = 1.96;
  const share = count / games;
  const scale = 1 + z ** 2 / games;
  const middle = (share + z ** 2 / (2 * games)) / scale;
  const reach = (z / scale) * Math.sqrt((share * (1 - share)) / games + z ** 2 / (4 * games ** 2));
  return { share, least: Math.max(0, middle - reach), most: Math.min(1, middle + reach) };
}

/** The value that such a part of all values stays below. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

/** Returns the correlation of two series, from -1 to 1; 0 if one does not vary. */
export function correlation(ones: readonly number[], others: readonly number[]): number {
  const [a, b] = [deviations(ones), deviations(others)];
  const spread = Math.sqrt(sum(a.map((value) => value ** 2)) * sum(b.map((value) => value ** 2)));
  return spread === 0 ? 0 : sum(a.map((value, index) => value * (b[index] ?? 0))) / spread;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

function deviations(values: readonly number[]): number[] {
  const middle = mean(values);
  return values.map((value) => value - middle);
}

/** The mean number of times that something happens in a game, and its correlation with the score. */
export interface Influence {
  name: string;
  mean: number;
  correlation: number;
}

/** `countOf` tells how often it happened in a game; games of different length are compared by parts of their moves. */
export function influence(
  games: readonly SampledGame[],
  name: string,
  countOf: (game: SampledGame) => number,
): Influence {
  const parts = games.map((game) => countOf(game) / Math.max(1, game.moves));
  const scores = games.map(({ score }) => score);
  return { name, mean: mean(games.map(countOf)), correlation: correlation(parts, scores) };
}

export type Point = readonly [number, number];

/** Returns the share of games that last so many moves or longer, for each length. */
export function survival(games: readonly SampledGame[]): Point[] {
  const lengths = games.map(({ moves }) => moves).sort((a, b) => a - b);
  return [[0, 1], ...lengths.map((moves, index): Point => [moves, 1 - (index + 1) / lengths.length])];
}

/** The median of the largest tiles after 1, 2, 4, … moves, of games that lasted so long. */
export function growth(games: readonly SampledGame[]): Point[] {
  const most = Math.max(0, ...games.map((game) => game.growth.length));
  return Array.from({ length: most }, (_, index): Point => {
    const values = games.flatMap((game) => game.growth[index] ?? []);
    return [2 ** index, quantile(values, 0.5)];
  });
}

/** The share of games whose largest tile is worth so much or more, for each that was the largest of one. */
export function reached(games: readonly SampledGame[]): (Share & { value: number })[] {
  const values = [...new Set(games.map(({ largest }) => largest))].sort((a, b) => a - b);
  return values.map((value) => ({
    value,
    ...shareOf(games.filter(({ largest }) => largest >= value).length, games.length),
  }));
}

/** A line for each game. */
export function csvOf(games: readonly SampledGame[]): string {
  const rules = Math.max(0, ...games.map((game) => game.rules.length));
  const directions = games[0]?.directions.length ?? 0;
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${name} ${i + 1}`);
  const head = ["seed", "moves", "score", "largest", "won after", "end"];
  const lines = games.map((game) => [
    ...[game.seed, game.moves, game.score, game.largest, game.won ?? "", game.end],
    ...Array.from({ length: rules }, (_, index) => game.rules[index] ?? 0),
    ...game.directions,
  ]);
  const all = [[...head, ...numbered("rule", rules), ...numbered("direction", directions)], ...lines];
  return all.map((line) => `${line.join(",")}\n`).join("");
}
