import type { PageServer } from './serve-pages.ts';
import { quantile, spreadOf, type Spread } from './statistics.ts';

/** What the rows of the table are measured with. */
export interface Setting {
  server: PageServer;
  /** How often each contender is measured. */
  runs: number;
}

/** One row of the table, measured. */
export interface BenchRow {
  title: string;
  /** What exactly is inside the measure. */
  measures: string;
  goals: Goal[];
  head: string[];
  lines: string[][];
  /** What a reader has to know to judge the figures. */
  notes: string[];
}

export interface Goal {
  words: string;
  found: string;
  holds: boolean;
}

/** A figure that may be at most so much. */
export function atMost(words: string, value: number, limit: number, unit: string): Goal {
  return { words, found: `${inDigits(value)} ${unit}`.trim(), holds: value <= limit };
}

/** A ratio of ours to another's, taken within each round, of which the median counts. */
export function atMostTimes(words: string, ours: number[], other: number[], limit: number): Goal {
  const ratio = quantile(ratiosOf(ours, other), 0.5);
  return { words, found: `${ratio.toFixed(2)} ×`, holds: ratio <= limit };
}

/** Ours by another's, round by round: both were measured one after the other. */
function ratiosOf(ours: readonly number[], other: readonly number[]): number[] {
  return ours.flatMap((value, round) => {
    const divisor = other[round];
    return divisor === undefined ? [] : [value / divisor];
  });
}

/** Ours by another's as a cell of a table; nothing beside ourselves. */
export function ratioCell(ours: readonly number[], other: readonly number[]): string {
  return ours === other ? '' : `${quantile(ratiosOf(ours, other), 0.5).toFixed(2)} ×`;
}

/** `268 (251–290)`: median and quartiles. */
export function spreadCell(values: readonly number[]): string {
  const { median, lower, upper }: Spread = spreadOf(values);
  return `${inDigits(median)} (${inDigits(lower)}–${inDigits(upper)})`;
}

/** Three digits that count. */
export function inDigits(value: number): string {
  if (Number.isNaN(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
