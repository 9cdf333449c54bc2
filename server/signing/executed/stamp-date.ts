import { collectNotes } from '../../../src/contract/rules/signature-page/notes.ts';
import { moved } from '../../../src/contract/rules/signature-page/rows.ts';
import { setText } from '../../../src/contract/rules/signature-page/set-text.ts';
import type { TextRun } from '../../../src/contract/rules/signature-page/sheet.ts';
import type { ServerFonts } from '../page-fonts.ts';
import type { DateField } from './read-documents.ts';
import type { StoredPage } from './signed-sheets.ts';

const STYLE = { font: 'times_new_roman', size: 11, bold: false, italic: false, underline: false } as const;
/** Smaller can't be read. */
const SMALLEST = 6;
const SIDE = 2;

/**
 * Returns the effective date in its fields of a page. It gets smaller in a field that is too narrow for it.
 * @param date `YYYY-MM-DD`
 */
export async function stampDate(
  date: string,
  fields: readonly DateField[],
  { width, height }: Pick<StoredPage, 'width' | 'height'>,
  { fonts, load }: ServerFonts,
): Promise<TextRun[]> {
  if (fields.length === 0) return [];
  const face = fonts.faceFor(STYLE.font, STYLE.bold, STYLE.italic);
  if (!fonts.isLoaded(face)) await load([face]);
  const text = dateInWords(date);
  return fields.flatMap((field) => {
    const set = (size: number) =>
      setText(
        [{ text, style: { ...STYLE, size } }],
        Number.MAX_VALUE,
        'left',
        fonts,
        collectNotes().notes,
      )[0];
    const full = set(STYLE.size);
    if (!full) return [];
    const room = field.width * width - 2 * SIDE;
    const size = Math.max(SMALLEST, Math.min(STYLE.size, (STYLE.size * room) / full.width));
    const row = set(size);
    if (!row) return [];
    const bottom = (field.y + field.height) * height;
    return moved(row.runs, field.x * width + SIDE, bottom - 2 - row.baseline);
  });
}

/** Such as "December 1, 2026". */
function dateInWords(date: string): string {
  return new Date(`${date}T00:00:00.000Z`).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}
