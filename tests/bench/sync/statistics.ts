/** The median and quartiles of several runs, in the unit of the runs. */
export interface Spread {
  median: number;
  lower: number;
  upper: number;
  runs: number;
}

/**
 * Returns the value below which this share (0–1) of the values lie, interpolated between neighbors. NaN if
 * there are no values.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    median: quantile(values, 0.5),
    lower: quantile(values, 0.25),
    upper: quantile(values, 0.75),
    runs: values.length,
  };
}
