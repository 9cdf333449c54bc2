import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from '@cantoo/fontkit';
import type { AdoptedSignature, SignatureStyle } from '../../../src/contract/entities/signing-room.ts';
import { collectNotes } from '../../../src/contract/rules/signature-page/notes.ts';
import { setText } from '../../../src/contract/rules/signature-page/set-text.ts';
import type { TextRun } from '../../../src/contract/rules/signature-page/sheet.ts';
import type { ServerFonts } from '../page-fonts.ts';

const FILES: Readonly<Record<SignatureStyle, string>> = {
  caveat: '@expo-google-fonts/caveat/500Medium/Caveat_500Medium.ttf',
  dancing_script: '@expo-google-fonts/dancing-script/500Medium/DancingScript_500Medium.ttf',
};

/** Each round may find characters that need one more font. */
const MOST_ROUNDS = 8;

type Drawing = Pick<AdoptedSignature, 'outline' | 'width' | 'height'>;

/**
 * Draws a typed signature: the outline of its letters, from the top left of a box as high as the text. Names that the style has no
 * letters for are drawn in italics.
 */
export async function drawSignature(
  { name, style }: Pick<AdoptedSignature, 'name' | 'style'>,
  fonts: ServerFonts,
): Promise<Drawing> {
  const script = await openScript(style);
  const isCovered = Array.from(name).every((each) => script.hasGlyphForCodePoint(each.codePointAt(0) ?? 0));
  return isCovered ? drawInScript(script, name) : drawInItalics(name, fonts);
}

const scripts = new Map<SignatureStyle, Promise<Font>>();

function openScript(style: SignatureStyle): Promise<Font> {
  const known = scripts.get(style) ?? readScript(FILES[style]);
  scripts.set(style, known);
  return known;
}

async function readScript(file: string): Promise<Font> {
  const font = create(await readFile(fileURLToPath(import.meta.resolve(file))));
  if (!('layout' in font)) throw new Error(`${file} holds several fonts.`);
  return font;
}

function drawInScript(font: Font, name: string): Drawing {
  const scale = 1 / (font.ascent - font.descent);
  const { glyphs, positions } = font.layout(name);
  let pen = 0;
  const letters = glyphs.map((glyph, at) => {
    const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = positions?.[at] ?? {};
    const x = (pen + xOffset) * scale;
    const y = (font.ascent - yOffset) * scale;
    pen += xAdvance;
    return glyph.path.transform(scale, 0, 0, -scale, x, y).toSVG();
  });
  return { outline: letters.join(''), width: pen * scale, height: 1 };
}

async function drawInItalics(name: string, { fonts, load }: ServerFonts): Promise<Drawing> {
  const style = { font: 'times_new_roman', size: 1, bold: false, italic: true, underline: false } as const;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { notes, wanted } = collectNotes();
    const face = fonts.faceFor(style.font, style.bold, style.italic);
    if (!fonts.isLoaded(face)) await load([face]);
    const [row] = setText([{ text: name, style }], Number.MAX_VALUE, 'left', fonts, notes);
    if (wanted.length > 0) await load(wanted);
    else if (row) {
      const outline = row.runs.flatMap((run) => lettersOf(run, fonts)).join('');
      return { outline, width: Math.max(row.width, 0.1), height: row.height };
    } else break;
  }
  throw new Error('The signature could not be drawn.');
}

function lettersOf({ face, size, x, y, glyphs }: TextRun, fonts: ServerFonts['fonts']): string[] {
  const scale = size / fonts.fontOf(face).unitsPerEm;
  let pen = 0;
  return glyphs.map(({ id, advance, dx, dy }) => {
    const left = x + ((pen + dx) * size) / 1000;
    pen += advance;
    return fonts
      .outline(face, id)
      .transform(scale, 0, 0, -scale, left, y - (dy * size) / 1000)
      .toSVG();
  });
}
