import type { AdoptedSignature, Drawing } from '../../../src/contract/entities/signing/signing-room.ts';
import { moved } from '../../../src/contract/rules/signature-page/layout/rows.ts';
import type { TextRow } from '../../../src/contract/rules/signature-page/layout/set-text.ts';
import type { FieldPurpose, TextRun } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { FILLED, type TabValues } from '../../../src/contract/rules/signing/fields/fill-tabs.ts';
import { tabsOf, type PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import { CHECK_MARK, placeCheckMark } from '../../../src/contract/rules/signing/fields/place-check-mark.ts';
import { placeSignature } from '../../../src/contract/rules/signing/fields/place-signature.ts';
import type { Witness } from '../../store/deals/packets/signed-pages.ts';
import type { Ink } from '../paint-pdf.ts';
import type { ServerFonts } from '../page-fonts.ts';
import { setInFonts } from '../set-in-fonts.ts';
import { drawAdopted } from './draw-signature.ts';

const STYLE = { font: 'times_new_roman', size: 11, bold: false, italic: false, underline: false } as const;

/** The space around an entry, and the smallest size to which it is scaled to fit its field. Points. */
const PADDING = 2;
const SMALLEST = 3;
const STEP = 0.5;

/** What a signatory entered on a page. */
export interface Entries {
  readonly values: TabValues;
  /** The date of signing, as it is printed. */
  readonly day: string;
  readonly witness?: Witness;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns a sheet with everything that its signatory entered: text and dates on it, and signatures, initials and check marks
 * in ink.
 * @param isHeld whether to leave out what belongs to an assignment. One line may be for several
 */
export async function fillInPage(
  sheet: PacketSheet,
  { values, day, witness }: Entries,
  adopted: AdoptedSignature,
  fonts: ServerFonts,
  isHeld: (assignment: string) => boolean = () => false,
): Promise<{ sheet: PacketSheet; ink: readonly Ink[] }> {
  const runs: TextRun[] = [];
  const ink: Ink[] = [];
  const sign = (box: Box, { outline, picture, width, height }: Drawing) =>
    ink.push({
      ...(picture === undefined ? { outline } : { picture, width, height }),
      ...placeSignature(box, { width, height }),
    });
  for (const field of sheet.fields.filter(({ signers }) => !signers.some(isHeld))) {
    if (field.purpose === 'signature') sign(field, adopted);
    if (field.purpose === 'date_signed') runs.push(...(await entryOnLine(day, field, fonts)));
    if (field.purpose === 'witness_signature' && witness)
      sign(field, await drawAdopted(witness.adopted, fonts));
    const said = witness && saidBy(witness, field.purpose);
    if (said !== undefined) runs.push(...(await entryIn(said, field, fonts)));
  }
  for (const tab of tabsOf(sheet).tabs.filter(({ assignment }) => !isHeld(assignment))) {
    const value = values[tab.uuid] ?? '';
    if (tab.type === 'custom' && value !== '') runs.push(...(await entryIn(value, tab, fonts)));
    if (value !== FILLED) continue;
    if (tab.type === 'initials' && adopted.initials) sign(tab, adopted.initials);
    if (tab.type === 'checkbox') ink.push({ outline: CHECK_MARK, ...placeCheckMark(tab) });
  }
  return { sheet: runs.length === 0 ? sheet : { ...sheet, runs: [...sheet.runs, ...runs] }, ink };
}

function saidBy({ name, address, occupation }: Witness, purpose: FieldPurpose): string | undefined {
  if (purpose === 'witness_name') return name;
  if (purpose === 'witness_address') return address;
  return purpose === 'witness_occupation' ? occupation : undefined;
}

async function entryOnLine(text: string, field: Box, fonts: ServerFonts): Promise<TextRun[]> {
  const { rows } = await setInFonts(text, STYLE, fonts);
  return placed(rows, field);
}

/** Sets an entry in the largest type size that fits its field. It is never cut off. */
async function entryIn(text: string, field: Box, fonts: ServerFonts): Promise<TextRun[]> {
  for (let size: number = STYLE.size; ; size -= STEP) {
    const style = { ...STYLE, size };
    const { rows } = await setInFonts(text, style, fonts, Math.max(1, field.width - 2 * PADDING));
    const height = rows.reduce((sum, row) => sum + row.height, 0);
    if (height <= field.height || size <= SMALLEST) return placed(rows, field);
  }
}

/** Places it on the lower edge of the field, like writing on a line. */
function placed(rows: readonly TextRow[], { x, y, height }: Box): TextRun[] {
  const last = rows.at(-1);
  if (!last) return [];
  const above = rows.slice(0, -1).reduce((sum, row) => sum + row.height, 0);
  let top = y + height - PADDING - last.baseline - above;
  return rows.flatMap((row) => {
    const at = top;
    top += row.height;
    return moved(row.runs, x + PADDING, at);
  });
}
