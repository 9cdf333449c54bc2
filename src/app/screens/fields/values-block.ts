import { VALUE_MAX } from '../../../contract/rules/signing/fields/value-limits.ts';
import type { NewValue } from '../../../db/commands/signing/signatories/custom-values.ts';
import type { Values } from '../../../db/queries/signing/signatories/values.ts';

/** A place in the grid, counted from 0. */
export interface Place {
  row: number;
  column: number;
}

/** The cells between two corners, inclusive. */
export interface Block {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** What a paste or fill does to the grid. */
export interface Filling {
  /** Only values that change. */
  values: NewValue[];
  /** The cells that were written to. */
  block: Block;
  /** How many cells of a pasted block didn't fit in the grid. */
  outside: number;
  /** How many values were longer than the limit and left out. */
  tooLong: number;
}

export function blockOf(one: Place, other: Place): Block {
  return {
    top: Math.min(one.row, other.row),
    left: Math.min(one.column, other.column),
    bottom: Math.max(one.row, other.row),
    right: Math.max(one.column, other.column),
  };
}

/**
 * Returns the cells of text that was copied from a spreadsheet: rows by line, cells by tab. A cell with a line break or a quote in it
 * is quoted.
 */
export function cellsOfText(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /("(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/gy;
  for (const [, cell = '', end] of text.matchAll(pattern)) {
    const isQuoted = cell.startsWith('"') && cell.endsWith('"') && cell.length > 1;
    rows.at(-1)?.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  // Copied text ends with a line break.
  const last = rows.at(-1);
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop();
  return rows;
}

/** Returns the text of a block for a spreadsheet. */
export function textOfBlock(grid: Values, block: Block): string {
  return placesIn(block)
    .map((row) => row.map((place) => quoted(valueAt(grid, place))).join('\t'))
    .join('\n');
}

/**
 * Pastes cells with their first one at the selection's upper left corner. A single cell fills the whole selection, and a block repeats in
 * a selection that is a multiple of it.
 */
export function pasteInto(grid: Values, selection: Block, cells: readonly (readonly string[])[]): Filling {
  const height = cells.length;
  const width = Math.max(0, ...cells.map((row) => row.length));
  const { top, left } = selection;
  const times = (selected: number, own: number) => (own > 0 && selected % own === 0 ? selected : own);
  const bottom = top + times(selection.bottom - top + 1, height) - 1;
  const right = left + times(selection.right - left + 1, width) - 1;
  return fill(grid, { top, left, bottom, right }, ({ row, column }) => {
    return cells[(row - top) % height]?.[(column - left) % width] ?? '';
  });
}

/** Fills a selection with its first row; a selection of one row, with the row above it. */
export function fillDown(grid: Values, selection: Block): Filling {
  const source = selection.top === selection.bottom ? Math.max(0, selection.top - 1) : selection.top;
  return fill(grid, selection, ({ column }) => valueAt(grid, { row: source, column }));
}

export function clearBlock(grid: Values, selection: Block): Filling {
  return fill(grid, selection, () => '');
}

export function setOne(grid: Values, { row, column }: Place, text: string): Filling {
  return fill(grid, { top: row, left: column, bottom: row, right: column }, () => text);
}

function valueAt({ signatories, fields, values }: Values, { row, column }: Place): string {
  const [signatory, field] = [signatories[row], fields[column]];
  return signatory && field ? (values.get(signatory.uuid)?.get(field.uuid)?.value ?? '') : '';
}

/** Returns the first cell without a value after this one, in reading order and wrapping around; null = none. */
export function nextMissing(grid: Values, from: Place): Place | null {
  const [height, width] = [grid.signatories.length, grid.fields.length];
  const start = from.row * width + from.column;
  for (let step = 1; step <= height * width; step += 1) {
    const at = (start + step) % (height * width);
    const place = { row: Math.floor(at / width), column: at % width };
    if (valueAt(grid, place) === '') return place;
  }
  return null;
}

export function countMissing({ signatories, fields, values }: Values): number {
  const isField = new Set(fields.map(({ uuid }) => uuid));
  let present = 0;
  for (const { uuid } of signatories)
    for (const [key, { value }] of values.get(uuid) ?? []) if (value !== '' && isField.has(key)) present += 1;
  return signatories.length * fields.length - present;
}

function fill(grid: Values, wanted: Block, textAt: (place: Place) => string): Filling {
  const block = {
    ...wanted,
    bottom: Math.min(wanted.bottom, grid.signatories.length - 1),
    right: Math.min(wanted.right, grid.fields.length - 1),
  };
  const texts = placesIn(block)
    .flat()
    .map((place) => ({ place, value: textAt(place).replaceAll(/\s+/g, ' ').trim() }));
  const fitting = texts.filter(({ value }) => value.length <= VALUE_MAX);
  return {
    values: fitting.flatMap(({ place, value }) => {
      const [signatory, field] = [grid.signatories[place.row], grid.fields[place.column]];
      if (!signatory || !field || value === valueAt(grid, place)) return [];
      const existing = grid.values.get(signatory.uuid)?.get(field.uuid)?.uuid ?? null;
      return [{ signatory: signatory.uuid, customKey: field.uuid, value, existing }];
    }),
    block,
    outside: sizeOf(wanted) - sizeOf(block),
    tooLong: texts.length - fitting.length,
  };
}

function sizeOf({ top, left, bottom, right }: Block): number {
  return (bottom - top + 1) * (right - left + 1);
}

function placesIn({ top, left, bottom, right }: Block): Place[][] {
  return Array.from({ length: bottom - top + 1 }, (_row, row) =>
    Array.from({ length: right - left + 1 }, (_column, column) => ({
      row: top + row,
      column: left + column,
    })),
  );
}

function quoted(value: string): string {
  return /["\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
