import { setImmediate } from 'node:timers/promises';
import {
  setText,
  type InlineStyle,
  type TextRow,
} from '../../src/contract/rules/signature-page/layout/set-text.ts';
import {
  PAPERS,
  type FaceId,
  type Paper,
  type Rule,
  type Sheet,
  type TextRun,
} from '../../src/contract/rules/signature-page/layout/sheet.ts';
import type { ServerFonts } from './page-fonts.ts';

/** A table to print. */
export interface PrintedTable {
  title: string;
  subtitle: string;
  note: string;
  /** Fractions of the width. */
  columns: readonly { head: string; share: number }[];
  rows: readonly (readonly string[])[];
  paper: Paper;
}

// Points.
const MARGIN = 36;
const GAP = 8;
const PADDING = 3;
const FOOTER = 18;
const SIZES = { title: 16, subtitle: 11, text: 8 };

/** This many rows take only a few milliseconds. */
const ROWS_AT_ONCE = 50;
/** Each round may find characters that need one more font. More rounds than this are a bug. */
const MOST_ROUNDS = 12;

/**
 * Lays out a table on landscape sheets, in the fonts of signature pages. The headings are on every sheet, and a row that is taller than
 * a sheet continues on the next. It yields to other requests.
 */
export async function layOutTable(table: PrintedTable, { fonts, load }: ServerFonts): Promise<Sheet[]> {
  const { width: height, height: width } = PAPERS[table.paper];
  const inner = width - 2 * MARGIN;
  const shares = table.columns.reduce((sum, { share }) => sum + share, 0);
  const free = inner - GAP * (table.columns.length - 1);
  const widths = table.columns.map(({ share }) => (free * share) / shares);
  const lefts = widths.map(
    (_, at) => MARGIN + widths.slice(0, at).reduce((sum, each) => sum + each + GAP, 0),
  );

  /** A cache, because many rows have the same names and words. */
  const known = new Map<string, TextRow[]>();

  /** Sets a text, and loads the fonts that its characters need. */
  async function set(text: string, room: number, size: number, bold = false): Promise<TextRow[]> {
    const key = `${room} ${size} ${bold} ${text}`;
    const before = known.get(key);
    if (before) return before;
    const style: InlineStyle = { font: 'arial', size, bold, italic: false, underline: false };
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const wanted: FaceId[] = [];
      const notes = { warn: () => {}, want: (face: FaceId) => wanted.push(face) };
      const rows = setText([{ text: text === '' ? ' ' : text, style }], room, 'left', fonts, notes);
      if (wanted.length === 0) {
        known.set(key, rows);
        return rows;
      }
      await load(wanted);
    }
    throw new Error('A text keeps asking for fonts.');
  }
  const setRow = async (cells: readonly string[], bold = false) =>
    Promise.all(cells.map(async (text, at) => set(text, widths[at] ?? inner, SIZES.text, bold)));

  const head = await setRow(
    table.columns.map(({ head }) => head),
    true,
  );
  const drafts: { runs: TextRun[]; rules: Rule[] }[] = [];
  let y = 0;
  const add = (row: TextRow | undefined, left: number, top: number) => {
    for (const run of row?.runs ?? []) drafts.at(-1)?.runs.push({ ...run, x: run.x + left, y: run.y + top });
  };
  const addLines = (rows: readonly TextRow[]) => {
    for (const row of rows) {
      add(row, MARGIN, y);
      y += row.height;
    }
  };
  const rule = (thickness: number) =>
    drafts.at(-1)?.rules.push({ x: MARGIN, y, width: inner, thickness, style: 'solid' });
  const bottom = height - MARGIN - FOOTER;
  const startSheet = () => {
    drafts.push({ runs: [], rules: [] });
    y = MARGIN;
    if (drafts.length === 1) {
      for (const lines of opening) addLines(lines);
      y += GAP;
    }
    placeRow(head);
    rule(0.75);
  };
  /** Places the cells of a row next to each other, with their first lines on one baseline. */
  const placeRow = (cells: readonly (readonly TextRow[])[]) => {
    const { top, height: tall } = sizeOf(cells);
    cells.forEach((cell, column) => {
      let at = y + PADDING + top - (cell[0]?.baseline ?? 0);
      for (const row of cell) {
        add(row, lefts[column] ?? MARGIN, at);
        at += row.height;
      }
    });
    y += tall;
  };
  /** A row that is taller than a sheet continues on the next, line by line. */
  const placeTallRow = (cells: readonly (readonly TextRow[])[]) => {
    const most = Math.max(...cells.map((cell) => cell.length));
    for (let at = 0; at < most; at += 1) {
      const line = cells.map((cell) => cell.slice(at, at + 1));
      if (y + sizeOf(line).height > bottom) startSheet();
      placeRow(line);
      y -= 2 * PADDING;
    }
    y += 2 * PADDING;
  };
  const opening = [
    await set(table.title, inner, SIZES.title, true),
    await set(table.subtitle, inner, SIZES.subtitle),
    await set(table.note, inner, SIZES.text),
  ];
  startSheet();
  const mostTall = bottom - MARGIN - sizeOf(head).height;
  for (const [at, texts] of table.rows.entries()) {
    const cells = await setRow(texts);
    const { height: tall } = sizeOf(cells);
    if (tall > mostTall) placeTallRow(cells);
    else {
      if (y + tall > bottom) startSheet();
      placeRow(cells);
    }
    rule(0.25);
    if (at % ROWS_AT_ONCE === 0) await setImmediate();
  }
  for (const [at, draft] of drafts.entries()) {
    const [line] = await set(`Page ${at + 1} of ${drafts.length}`, inner, SIZES.text);
    for (const run of line?.runs ?? [])
      draft.runs.push({ ...run, x: run.x + MARGIN, y: run.y + height - MARGIN - SIZES.text });
  }
  return drafts.map(({ runs, rules }) => ({ width, height, runs, rules, fields: [], blocks: [], codes: [] }));
}

/** `top`: the distance from the padding to the baseline of the first lines. */
function sizeOf(cells: readonly (readonly TextRow[])[]): { top: number; height: number } {
  const top = Math.max(...cells.map((cell) => cell[0]?.baseline ?? 0));
  const bodies = cells.map(
    (cell) => cell.reduce((sum, row) => sum + row.height, 0) + top - (cell[0]?.baseline ?? 0),
  );
  return { top, height: Math.max(...bodies) + 2 * PADDING };
}
