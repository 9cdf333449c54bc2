import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from '@cantoo/fontkit';
import type {
  AdoptedSignature,
  Drawing,
  TypedStyle,
} from '../../../src/contract/entities/signing/signing-room.ts';
import type { TextRun } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { drawStrokes } from '../../../src/contract/rules/signing/fields/strokes.ts';
import type { Adopted, AdoptedPictures } from '../../store/deals/packets/packet-tables.ts';
import { hashOfAdopted } from '../../store/deals/packets/signed-pages.ts';
import type { ServerFonts } from '../page-fonts.ts';
import { setInFonts } from '../set-in-fonts.ts';

type Script = Exclude<TypedStyle, 'tinos_italic'>;

const FILES: Readonly<Record<Script, string>> = {
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
export async function drawAdopted(adopted: Adopted, fonts: ServerFonts): Promise<AdoptedSignature> {
  const { name, style, initials: text } = adopted;
  const sha256 = hashOfAdopted(adopted);
  if (style === 'drawn') {
    const { signature, initials } = adopted.drawing;
    return {
      sha256,
      name,
      style,
      ...drawStrokes(signature),
      initials: text && initials ? { text, ...drawStrokes(initials) } : null,
    };
  }
  if (style === 'picture') {
    const { signature, initials } = adopted.picture;
    return {
      sha256,
      name,
      style,
      ...drawPicture(signature),
      initials: text && initials ? { text, ...drawPicture(initials) } : null,
    };
  }
  return {
    sha256,
    name,
    style,
    ...(await drawTyped({ text: name, style }, fonts)),
    initials: text ? { text, ...(await drawTyped({ text, style }, fonts)) } : null,
  };
}

function drawPicture({ png: picture, width, height }: AdoptedPictures['signature']): Drawing {
  return { outline: '', picture, width, height };
}

/**
 * Draws the outline of typed letters, from the top left of a box whose height, 1, is that of the text. Names that the style
 * has no letters for are drawn in italics.
 */
async function drawTyped(
  { text, style }: { text: string; style: TypedStyle },
  fonts: ServerFonts,
): Promise<Drawing> {
  if (style === 'tinos_italic') return drawInItalics(text, fonts);
  const script = await openScript(style);
  const isCovered = Array.from(text).every((each) => script.hasGlyphForCodePoint(each.codePointAt(0) ?? 0));
  return isCovered ? drawInScript(script, text) : drawInItalics(text, fonts);
}

const scripts = new Map<Script, Promise<Font>>();

function openScript(style: Script): Promise<Font> {
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
