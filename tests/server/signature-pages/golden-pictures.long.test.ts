import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { paintPdf } from '../../../server/signing/paint-pdf.ts';
import type { Rule, Sheet, TextRun } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { GOLDEN_CASES } from './golden-cases.ts';
import { fonts, layOut } from './page-engine.ts';
import { alpha } from './sample-signers.ts';

/*
 * Golden pages as pictures, at one pixel per point. Unlike the text with positions, they show the painter's
 * output. If you changed the layout or the painter on purpose, run with -u, which redraws the pictures that
 * differ, and review them.
 */

const FOLDER = new URL('golden-pictures/', import.meta.url);

/** The number of gray levels in a stored picture. More would make the files larger. */
const STORED_SHADES = 16;
/**
 * Two pixels count as the same if they differ by at most this much, out of 256. It must be more than the step
 * between stored gray levels.
 */
const SHADES = 40;
/**
 * How many pixels of a page may differ. The changes at the end of this file change more than twice as many.
 */
const MOST_DIFFERING = 8;

interface Picture {
  readonly gray: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

/** Draws the sheets of each page below one another. All pages are in one PDF, so that a font is embedded once. */
async function draw(pages: readonly (readonly Sheet[])[]): Promise<Picture[]> {
  const pdf = await paintPdf(pages.flat(), fonts, { title: 'Golden pages', date: new Date(0) });
  const seen = await seePdf(pdf);
  let next = 0;
  return pages.map((sheets) => {
    const drawn = seen.slice(next, next + sheets.length);
    next += sheets.length;
    return {
      gray: Buffer.concat(drawn.map(({ gray }) => gray)),
      columns: drawn[0]?.columns ?? 0,
      rows: drawn.reduce((total, { rows }) => total + rows, 0),
    };
  });
}

/** Returns how many pixels differ, or all of them if the sizes differ. */
function differing(one: Picture, other: Picture): number {
  if (one.columns !== other.columns || one.rows !== other.rows) return one.gray.length;
  return one.gray.filter((value, at) => Math.abs(value - (other.gray[at] ?? 0)) > SHADES).length;
}

async function stored({ gray, columns, rows }: Picture): Promise<Buffer> {
  return sharp(gray, { raw: { width: columns, height: rows, channels: 1 } })
    .png({ palette: true, colours: STORED_SHADES, dither: 0, compressionLevel: 9, effort: 10 })
    .toBuffer();
}

async function readPicture(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png).grayscale().raw().toBuffer({ resolveWithObject: true });
  return { gray: data, columns: info.width, rows: info.height };
}

const cases = GOLDEN_CASES.flatMap(([group, of]) =>
  of.map(([name, options]) => ({
    title: `${group} ${name}`,
    file: `${group} ${name}.png`
      .replaceAll('’', '')
      .replaceAll(/[^\w.]+/g, '-')
      .toLowerCase(),
    options,
  })),
);
const layouts = await Promise.all(cases.map(({ options }) => layOut(options)));
const pictures = await draw(layouts.map(({ sheets }) => sheets));
const golden = cases.map(({ title, file }, at) => [title, file, pictures[at]] as const);

/** Whether the test runs with -u. */
function isUpdating(): boolean {
  return expect.getState().snapshotState.snapshotUpdateState === 'all';
}

describe('the picture of a page has not changed', () => {
  it.each(golden)('%s', async (_, file, picture) => {
    if (!picture) throw new Error('The page was not drawn.');
    const path = new URL(file, FOLDER);
    const before = await readFile(path).catch(() => null);
    const difference = before ? differing(picture, await readPicture(before)) : picture.gray.length;
    if (difference > MOST_DIFFERING && isUpdating()) {
      await mkdir(FOLDER, { recursive: true });
      await writeFile(path, await stored(picture));
      return;
    }
    expect(difference, before ? file : `${file} is missing: run with -u`).toBeLessThanOrEqual(MOST_DIFFERING);
  });

  it('no picture belongs to a page that no longer exists', async () => {
    const files = new Set(cases.map(({ file }) => file));
    const others = (await readdir(FOLDER)).filter((file) => !files.has(file));
    if (isUpdating()) await Promise.all(others.map((file) => rm(new URL(file, FOLDER))));
    else expect(others).toEqual([]);
  });
});

const block = (styles: object) => ({
  blocks: [{ id: 'signature', kind: 'signature', block_styles: styles }],
});

/** Lays out a page whose signature block has these styles. */
async function inStyle(styles: object): Promise<readonly Sheet[]> {
  return (await layOut({ signers: [alpha], design: block(styles) })).sheets;
}

/** Changes the first run with this text. */
function withRun(sheets: readonly Sheet[], text: string, change: (run: TextRun) => TextRun[]): Sheet[] {
  const found = sheets.flatMap(({ runs }) => runs).find((run) => run.text === text);
  if (!found) throw new Error(`No text of the page is "${text}".`);
  return sheets.map((sheet) => ({
    ...sheet,
    runs: sheet.runs.flatMap((run) => (run === found ? change(run) : [run])),
  }));
}

function withRules(sheets: readonly Sheet[], change: (rule: Rule) => Rule): Sheet[] {
  return sheets.map((sheet) => ({ ...sheet, rules: sheet.rules.map(change) }));
}

describe('a picture reveals a change of', () => {
  type Change = (sheets: readonly Sheet[]) => readonly Sheet[] | Promise<readonly Sheet[]>;
  const changes: readonly (readonly [what: string, change: Change])[] = [
    ['a word a point lower', (sheets) => withRun(sheets, 'Title:', (run) => [{ ...run, y: run.y + 1 }])],
    [
      'a word a point further right',
      (sheets) => withRun(sheets, 'Title:', (run) => [{ ...run, x: run.x + 1 }]),
    ],
    ['a missing word', (sheets) => withRun(sheets, 'By:', () => [])],
    ['labels in bold', () => inStyle({ by_line_labels: { bold: true } })],
    ['a title in bold', () => inStyle({ title: { bold: true } })],
    ['a name in italics', () => inStyle({ name: { italic: true } })],
    ['a signature line a point lower', (sheets) => withRules(sheets, (rule) => ({ ...rule, y: rule.y + 1 }))],
    ['a signature line of two points', (sheets) => withRules(sheets, (rule) => ({ ...rule, thickness: 2 }))],
  ];
  it.each(changes)('%s', async (_, change) => {
    const before = await inStyle({});
    const [was, is] = await draw([before, await change(before)]);
    if (!was || !is) throw new Error('The pages were not drawn.');
    const remembered = await readPicture(await stored(was));
    expect(differing(was, remembered)).toBe(0);
    expect(differing(is, remembered)).toBeGreaterThan(2 * MOST_DIFFERING);
  });
});
