import type { PageServer } from './serve-pages.ts';
import { quantile, spreadOf, type Spread } from './statistics.ts';

/** The environment of a measurement. */
export interface Setting {
  server: PageServer;
  /** How many times each contender is measured. */
  runs: number;
}

/** One measured row of a report. */
export interface BenchRow {
  title: string;
  /** What exactly is measured. */
  measures: string;
  goals: Goal[];
  head: string[];
  lines: string[][];
  /** What readers need to know to interpret the figures. */
  notes: string[];
}

export interface Goal {
  words: string;
  found: string;
  holds: boolean;
}

/** Returns a goal for a figure with an upper limit. */
export function atMost(words: string, value: number, limit: number, unit: string): Goal {
  return { words, found: `${inDigits(value)} ${unit}`.trim(), holds: value <= limit };
}

/** Returns a goal for the median ratio of our times to another contender's. */
export function atMostTimes(words: string, ours: number[], other: number[], limit: number): Goal {
  const ratio = quantile(ratiosOf(ours, other), 0.5);
  return { words, found: `${ratio.toFixed(2)} ×`, holds: ratio <= limit };
}

/** Returns the ratio of ours to another's for each round, because both were measured one after the other. */
function ratiosOf(ours: readonly number[], other: readonly number[]): number[] {
  return ours.flatMap((value, round) => {
    const divisor = other[round];
    return divisor === undefined ? [] : [value / divisor];
  });
}

/** Returns the median ratio as a table cell, which is empty for ourselves. */
export function ratioCell(ours: readonly number[], other: readonly number[]): string {
  return ours === other ? '' : `${quantile(ratiosOf(ours, other), 0.5).toFixed(2)} ×`;
}

/** Formats the median and quartiles like `268 (251–290)`. */
export function spreadCell(values: readonly number[]): string {
  const { median, lower, upper }: Spread = spreadOf(values);
  return `${inDigits(median)} (${inDigits(lower)}–${inDigits(upper)})`;
}

/** Formats a number with three significant digits. */
export function inDigits(value: number): string {
  if (Number.isNaN(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
