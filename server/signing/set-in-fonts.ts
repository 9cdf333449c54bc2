import { collectNotes } from '../../src/contract/rules/signature-page/layout/notes.ts';
import {
  setText,
  type InlineStyle,
  type TextRow,
} from '../../src/contract/rules/signature-page/layout/set-text.ts';
import type { ServerFonts } from './page-fonts.ts';

/** Each round may find characters that need another font. */
const MOST_ROUNDS = 8;

export interface SetRows {
  readonly rows: readonly TextRow[];
  /** Returns a character that no font has; null if all can be drawn. */
  readonly missing: string | null;
}

/** Breaks text into rows of at most `width` points, and loads the fonts that it needs. */
export async function setInFonts(
  text: string,
  style: InlineStyle,
  { fonts, load }: ServerFonts,
  width: number = Number.MAX_VALUE,
): Promise<SetRows> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { notes, wanted, warnings } = collectNotes();
    const face = fonts.faceFor(style.font, style.bold, style.italic);
    if (!fonts.isLoaded(face)) await load([face]);
    const rows = setText([{ text, style }], width, 'left', fonts, notes);
    if (wanted.length > 0) await load(wanted);
    else {
      const lost = warnings.find(({ kind }) => kind === 'missing_glyph' || kind === 'font_unavailable');
      return { rows, missing: lost && 'character' in lost ? lost.character : null };
    }
  }
  throw new Error('The fonts of a text could not be loaded.');
}
