import {
  CODE_TEXT_SIZE,
  codeTextLines,
  fileCodes,
} from '../../../src/contract/rules/signature-page/layout/file-page-codes.ts';
import { collectNotes } from '../../../src/contract/rules/signature-page/layout/notes.ts';
import { moved } from '../../../src/contract/rules/signature-page/layout/rows.ts';
import { setText } from '../../../src/contract/rules/signature-page/layout/set-text.ts';
import type { CodeBox, FieldBox, TextRun } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import { findSignatureLines } from '../../../src/contract/rules/signing/pages/signature-lines.ts';
import type { CopiedPage } from '../../convert/pages/copied-pages.ts';
import type { ServerFonts } from '../page-fonts.ts';
import type { FilePage } from './packet-source.ts';
import { placedBlanks, placedFields } from './place-tabs.ts';

/** Where people sign if no line was found: at the bottom of the page. Points. */
const FALLBACK = { left: 72, width: 200, height: 30, gap: 16, bottom: 40 };

/** A page that was copied from a file, with its picture. */
export type CopiedFilePage = CopiedPage & { readonly picture: Uint8Array };

/**
 * Lays out what a packet adds to a page of a file. `unplaced` are the people who sign at the bottom, because no line was
 * found for them.
 */
export async function layOutFilePage(
  { signers, others, tabs, blanks }: FilePage,
  copied: CopiedFilePage,
  code: string,
  fonts: ServerFonts,
): Promise<{ sheet: PacketSheet; unplaced: readonly string[] }> {
  const { width, height, matrix, isBlank, text, pieces, picture } = copied;
  const codes = fileCodes(code, copied, isBlank);
  const placed = placedFields(tabs, copied);
  const isPlaced = new Set(placed.flatMap((box) => (box.purpose === 'signature' ? box.signers : [])));
  const left = signers.filter(({ id }) => !isPlaced.has(id));
  const lines = findSignatureLines(
    pieces,
    [...left.map(({ id, human, entity }) => ({ id, names: [human.name, entity?.name ?? ''] })), ...others],
    copied,
  );
  const unplaced = left.filter(({ id }) => !lines.has(id)).map(({ id }) => id);
  const fields: FieldBox[] = [
    ...placed,
    ...left.flatMap(({ id }): FieldBox[] => {
      const box = lines.get(id);
      return box ? [{ purpose: 'signature', signers: [id], ...box }] : [];
    }),
    ...unplaced.map((id, at) => atTheBottom(id, at, copied)),
  ];
  const sheet = {
    width,
    height,
    runs: await codeText(codes, fonts),
    rules: [],
    fields,
    blocks: [],
    codes,
    copied: {
      picture: `data:image/webp;base64,${Buffer.from(picture).toString('base64')}`,
      text,
      matrix,
    },
    ...placedBlanks(blanks, copied),
  };
  return { sheet, unplaced };
}

function atTheBottom(id: string, at: number, page: { width: number; height: number }): FieldBox {
  const width = Math.min(FALLBACK.width, page.width - 20);
  const perRow = Math.max(1, Math.floor((page.width - FALLBACK.left) / (width + FALLBACK.gap)));
  const x = Math.min(FALLBACK.left, (page.width - width) / 2) + (at % perRow) * (width + FALLBACK.gap);
  const up = FALLBACK.bottom + (Math.floor(at / perRow) + 1) * (FALLBACK.height + 4);
  const y = Math.max(0, page.height - up);
  return { purpose: 'signature', signers: [id], x, y, width, height: FALLBACK.height };
}

async function codeText(codes: readonly CodeBox[], { fonts, load }: ServerFonts): Promise<TextRun[]> {
  const style = {
    font: 'arial',
    size: CODE_TEXT_SIZE,
    bold: false,
    italic: false,
    underline: false,
  } as const;
  const face = fonts.faceFor(style.font, style.bold, style.italic);
  if (codes.length > 0 && !fonts.isLoaded(face)) await load([face]);
  return codes.flatMap(codeTextLines).flatMap(({ text, center, top }) => {
    const [row] = setText([{ text, style }], Number.MAX_VALUE, 'left', fonts, collectNotes().notes);
    return row ? moved(row.runs, center - row.width / 2, top) : [];
  });
}
