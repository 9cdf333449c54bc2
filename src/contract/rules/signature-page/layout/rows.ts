import type { TextRow } from './set-text.ts';
import type { FieldBox, Rule, TextRun } from './sheet.ts';

/** A line of a block, or the space between two lines. x is measured from the block's left, y from the row's top. */
export interface Row {
  readonly height: number;
  readonly baseline: number;
  readonly runs: readonly TextRun[];
  readonly rules: readonly Rule[];
  readonly fields: readonly FieldBox[];
}

export function gap(height: number): Row {
  return { height, baseline: height, runs: [], rules: [], fields: [] };
}

/** @param signers the people who fill in the blanks of the text */
export function fromText({ blanks, ...row }: TextRow, signers: readonly string[]): Row {
  return { ...row, fields: blanks.map((blank) => ({ purpose: 'blank', signers, ...blank })) };
}

/** Returns copies that are moved by (dx, dy). */
export function moved<T extends { readonly x: number; readonly y: number }>(
  things: readonly T[],
  dx: number,
  dy: number,
): T[] {
  return things.map((thing) => ({ ...thing, x: thing.x + dx, y: thing.y + dy }));
}

export function movedRow(row: Row, dx: number, dy = 0): Row {
  return {
    height: row.height + dy,
    baseline: row.baseline + dy,
    runs: moved(row.runs, dx, dy),
    rules: moved(row.rules, dx, dy),
    fields: moved(row.fields, dx, dy),
  };
}

/** Joins two rows on one baseline. */
export function beside(left: Row, right: Row): Row {
  const baseline = Math.max(left.baseline, right.baseline);
  const [a, b] = [left, right].map((row) => movedRow(row, 0, baseline - row.baseline));
  if (!a || !b) return left;
  return {
    height: Math.max(a.height, b.height),
    baseline,
    runs: [...a.runs, ...b.runs],
    rules: [...a.rules, ...b.rules],
    fields: [...a.fields, ...b.fields],
  };
}

export function heightOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0);
}
