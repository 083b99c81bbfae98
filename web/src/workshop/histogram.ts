// How often which scores were reached.

export interface Bar {
  from: number;
  to: number;
  count: number;
}

/** Scores in at most so many ranges of a round width. */
export function histogram(scores: readonly number[], most = 24): Bar[] {
  const finite = scores.filter(Number.isFinite);
  if (finite.length === 0) return [];
  const [least, largest] = [Math.min(...finite), Math.max(...finite)];
  const width = roundUp((largest - least) / most) || 1;
  const first = Math.floor(least / width);
  const bars = Array.from({ length: Math.floor(largest / width) - first + 1 }, (_, index) => ({
    from: (first + index) * width,
    to: (first + index + 1) * width,
    count: 0,
  }));
  for (const score of finite) {
    const bar = bars[Math.floor(score / width) - first];
    if (bar) bar.count += 1;
  }
  return bars;
}

/** Returns the next of 1, 2, 5, 10, 20, 50 and so on. */
function roundUp(number: number): number {
  if (number <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(number));
  return ([1, 2, 5, 10].find((step) => step * power >= number) ?? 10) * power;
}
