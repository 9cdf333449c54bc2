import { collectNotes } from '../../../src/contract/rules/signature-page/notes.ts';
import { moved } from '../../../src/contract/rules/signature-page/rows.ts';
import { setText } from '../../../src/contract/rules/signature-page/set-text.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packet-sheet.ts';
import type { ServerFonts } from '../page-fonts.ts';

const STYLE = { font: 'times_new_roman', size: 11, bold: false, italic: false, underline: false } as const;

/** Returns the sheet with the date of signing on its date lines. */
export async function fillInDates(
  sheet: PacketSheet,
  at: Date,
  { fonts, load }: ServerFonts,
): Promise<PacketSheet> {
  const dates = sheet.fields.filter(({ purpose }) => purpose === 'date_signed');
  if (dates.length === 0) return sheet;
  const face = fonts.faceFor(STYLE.font, STYLE.bold, STYLE.italic);
  if (!fonts.isLoaded(face)) await load([face]);
  const text = at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const [row] = setText([{ text, style: STYLE }], Number.MAX_VALUE, 'left', fonts, collectNotes().notes);
  if (!row) return sheet;
  const runs = dates.flatMap(({ x, y, height }) => moved(row.runs, x + 2, y + height - 2 - row.baseline));
  return { ...sheet, runs: [...sheet.runs, ...runs] };
}
