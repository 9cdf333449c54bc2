import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from '@cantoo/fontkit';
import type {
  AdoptedSignature,
  Drawing,
  SignatureStyle,
} from '../../../src/contract/entities/signing-room.ts';
import type { TextRun } from '../../../src/contract/rules/signature-page/sheet.ts';
import type { Adopted } from '../../store/deals/packet-tables.ts';
import type { ServerFonts } from '../page-fonts.ts';
import { setInFonts } from '../set-in-fonts.ts';

const FILES: Readonly<Record<SignatureStyle, string>> = {
  caveat: '@expo-google-fonts/caveat/500Medium/Caveat_500Medium.ttf',
  dancing_script: '@expo-google-fonts/dancing-script/500Medium/DancingScript_500Medium.ttf',
};

const ITALICS = {
  font: 'times_new_roman',
  size: 1,
  bold: false,
  italic: true,
  underline: false,
} as const;

/** Draws a signature and its initials. */
export async function drawAdopted(
  { name, style, initials }: Adopted,
  fonts: ServerFonts,
): Promise<AdoptedSignature> {
  const drawn = await drawTyped({ text: name, style }, fonts);
  return {
    name,
    style,
    ...drawn,
    initials: initials ? { text: initials, ...(await drawTyped({ text: initials, style }, fonts)) } : null,
  };
}

/**
 * Draws typed letters: the outline of its letters, from the top left of a box as high as the text. Names that the style has no
 * letters for are drawn in italics.
 */
async function drawTyped(
  { text, style }: { text: string; style: SignatureStyle },
  fonts: ServerFonts,
): Promise<Drawing> {
  const script = await openScript(style);
  const isCovered = Array.from(text).every((each) => script.hasGlyphForCodePoint(each.codePointAt(0) ?? 0));
  return isCovered ? drawInScript(script, text) : drawInItalics(text, fonts);
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

async function drawInItalics(name: string, fonts: ServerFonts): Promise<Drawing> {
  const { rows } = await setInFonts(name, ITALICS, fonts);
  const [row] = rows;
  if (!row) throw new Error('The signature could not be drawn.');
  const outline = row.runs.flatMap((run) => lettersOf(run, fonts.fonts)).join('');
  return { outline, width: Math.max(row.width, 0.1), height: row.height };
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
