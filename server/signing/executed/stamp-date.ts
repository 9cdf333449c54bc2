import { collectNotes } from '../../../src/contract/rules/signature-page/layout/notes.ts';
import { moved } from '../../../src/contract/rules/signature-page/layout/rows.ts';
import { setText } from '../../../src/contract/rules/signature-page/layout/set-text.ts';
import type { TextRun } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import type { ServerFonts } from '../page-fonts.ts';
import type { DateField, ScanFit, StoredPage } from './signed-sheets.ts';

const STYLE = { font: 'times_new_roman', size: 11, bold: false, italic: false, underline: false } as const;
/** A smaller text can't be read. */
const SMALLEST = 6;
const SIDE = 2;

/** The position of the effective date in the margin, for scans whose fields can't be located. */
const MARGIN = { size: 9, left: 36, bottom: 10, leading: 12 } as const;

/**
 * Returns the effective date in its fields of a page. The text is scaled down in a field that is too narrow. On a scan, the
 * date follows the position of the field, which may be crooked. If the position is unknown, the date goes in the margin
 * (`stampMargin`).
 * @param date `YYYY-MM-DD`
 */
export async function stampDate(
  date: string,
  fields: readonly DateField[],
  page: Pick<StoredPage, 'width' | 'height' | 'scan'>,
  fonts: ServerFonts,
): Promise<TextRun[]> {
  if (fields.length === 0 || isUnplaced(page)) return [];
  const fit: ScanFit = page.scan?.fit ?? [page.width, 0, 0, 0, page.height, 0];
  const set = await openSetter(dateInWords(date), fonts);
  return fields.flatMap((field) => {
    const full = set(STYLE.size);
    if (!full) return [];
    const start = apply(fit, { x: field.x, y: field.y + field.height });
    const end = apply(fit, { x: field.x + field.width, y: field.y + field.height });
    const room = Math.hypot(end.x - start.x, end.y - start.y) - 2 * SIDE;
    const size = Math.max(SMALLEST, Math.min(STYLE.size, (STYLE.size * room) / full.width));
    const row = set(size);
    if (!row) return [];
    // The date is level even on a crooked line, so it is aligned with the middle of what it covers.
    const covered = row.width / Math.max(room, 1) / 2;
    const level = start.y + (end.y - start.y) * Math.min(covered, 0.5);
    return moved(row.runs, start.x + SIDE, level - 2 - row.baseline);
  });
}

/** Returns effective dates for the bottom margin of a scan whose fields can't be located; nothing for other pages. */
export async function stampMargin(
  dates: readonly string[],
  page: Pick<StoredPage, 'height' | 'scan'>,
  fonts: ServerFonts,
): Promise<TextRun[]> {
  if (!isUnplaced(page)) return [];
  const runs: TextRun[] = [];
  for (const [at, date] of [...new Set(dates)].toSorted().entries()) {
    const row = (await openSetter(`Effective date: ${dateInWords(date)}`, fonts))(MARGIN.size);
    if (!row) continue;
    const bottom = page.height - MARGIN.bottom - at * MARGIN.leading;
    runs.push(...moved(row.runs, MARGIN.left, bottom - row.baseline));
  }
  return runs;
}

function isUnplaced({ scan }: Pick<StoredPage, 'scan'>): boolean {
  return scan !== null && scan.fit === null;
}

function apply([a, b, c, d, e, f]: ScanFit, { x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: a * x + b * y + c, y: d * x + e * y + f };
}

/** Returns a function that sets a text on one line in a given size. */
async function openSetter(text: string, { fonts, load }: ServerFonts) {
  const face = fonts.faceFor(STYLE.font, STYLE.bold, STYLE.italic);
  if (!fonts.isLoaded(face)) await load([face]);
  return (size: number) =>
    setText([{ text, style: { ...STYLE, size } }], Number.MAX_VALUE, 'left', fonts, collectNotes().notes)[0];
}

/** Such as "December 1, 2026". */
function dateInWords(date: string): string {
  return new Date(`${date}T00:00:00.000Z`).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}
