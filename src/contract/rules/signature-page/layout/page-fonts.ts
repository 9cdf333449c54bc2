import type { Font, Glyph as FontGlyph, GlyphRun, Path } from '@cantoo/fontkit';
import type { Bidi } from 'bidi-js';
import type { SignaturePageDesign } from '../../../entities/signing/signature-page-design.ts';
import type { FaceId, Glyph } from './sheet.ts';

export type PageFont = SignaturePageDesign['font'];

/** A font file. */
export interface Face {
  readonly id: FaceId;
  /** Its path in node_modules. */
  readonly file: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** The page font that it draws; null for a fallback. */
  readonly font: PageFont | null;
  /** The code points that a fallback covers, as first and last of each range. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** In thousandths of the font size. */
export interface FaceMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly underlinePosition: number;
  readonly underlineThickness: number;
}

export interface ShapedText {
  readonly glyphs: readonly Glyph[];
  readonly advance: number;
}

export interface ChosenFace {
  readonly face: FaceId;
  /** `wanted`: the face is not loaded yet. `unavailable`: it could not be loaded. `missing`: no font has the character. */
  readonly state: 'found' | 'wanted' | 'unavailable' | 'missing';
}

export interface PageFonts {
  /** The face for a style. It must be loaded before its text is shaped: see `isLoaded`. */
  faceFor(font: PageFont, bold: boolean, italic: boolean): FaceId;
  isLoaded(face: FaceId): boolean;
  /** Returns the face that draws a character and its marks: the preferred one if it can. */
  chooseFace(character: string, preferred: FaceId): ChosenFace;
  shape(face: FaceId, text: string, rightToLeft: boolean): ShapedText;
  metrics(face: FaceId): FaceMetrics;
  /** Returns the bidi level of each code unit; null if all of the text runs from left to right. */
  levels(text: string): { readonly levels: Uint8Array; readonly base: number } | null;
}

/** Fonts for a layout and its painter. The app and the server each load their own. */
export interface LoadedFonts extends PageFonts {
  readonly faces: readonly Face[];
  add(face: FaceId, font: Font): void;
  /** Marks a face as failed to load. */
  fail(face: FaceId): void;
  /** Allows failed faces to be loaded again. */
  retryFailed(): void;
  fontOf(face: FaceId): Font;
  outline(face: FaceId, glyph: number): Path;
}

/** The size of the cache of shaped words. When it is full, it is cleared. */
const MOST_SHAPED = 20_000;

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters that control the text around them and draw nothing. */
const STEERS = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{VS}]/gu;
const NEEDS_NO_GLYPH = /^[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{VS}]$/u;

/**
 * Measures and shapes text. Fonts are added as they are loaded. The app and the server run this same code, so both break lines at the
 * same words.
 */
export function openPageFonts(faces: readonly Face[], bidi: Bidi): LoadedFonts {
  const fonts = new Map<FaceId, Font>();
  const failed = new Set<FaceId>();
  const shaped = new Map<string, ShapedText>();
  const fallbacks = faces.filter(({ font }) => font === null);
  const byId = new Map(faces.map((face) => [face.id, face]));

  function fontOf(face: FaceId): Font {
    const font = fonts.get(face);
    if (!font) throw new Error(`The font ${face} is not loaded.`);
    return font;
  }

  function shape(face: FaceId, text: string, rightToLeft: boolean): ShapedText {
    const key = `${face}${rightToLeft ? '<' : '>'}${text}`;
    const known = shaped.get(key);
    if (known) return known;
    const result = shapeWith(fontOf(face), rightToLeft ? mirrored(text, bidi) : text, rightToLeft);
    if (shaped.size >= MOST_SHAPED) shaped.clear();
    shaped.set(key, result);
    return result;
  }

  function chooseFace(character: string, preferred: FaceId): ChosenFace {
    const points = Array.from(character)
      .filter((part) => !NEEDS_NO_GLYPH.test(part))
      .map((part) => part.codePointAt(0) ?? 0);
    if (points.every((point) => fontOf(preferred).hasGlyphForCodePoint(point))) {
      return { face: preferred, state: 'found' };
    }
    const bold = byId.get(preferred)?.bold ?? false;
    let unavailable: FaceId | null = null;
    for (const face of fallbacks) {
      if (face.bold !== bold || !points.every((point) => covers(face, point))) continue;
      const font = fonts.get(face.id);
      if (font === undefined && !failed.has(face.id)) return { face: face.id, state: 'wanted' };
      if (font === undefined) unavailable ??= face.id;
      else if (points.every((point) => font.hasGlyphForCodePoint(point))) {
        return { face: face.id, state: 'found' };
      }
    }
    return unavailable === null
      ? { face: preferred, state: 'missing' }
      : { face: unavailable, state: 'unavailable' };
  }

  return {
    faces,
    add: (face, font) => {
      fonts.set(face, font);
    },
    fail: (face) => {
      failed.add(face);
    },
    retryFailed: () => failed.clear(),
    fontOf,
    outline: (face, glyph) => {
      const found = fontOf(face).getGlyph(glyph);
      if (!found) throw new Error(`The font ${face} has no glyph ${glyph}.`);
      return found.path;
    },
    faceFor: (font, bold, italic) => {
      const face = faces.find((each) => each.font === font && each.bold === bold && each.italic === italic);
      if (!face) throw new Error(`There is no face for ${font}.`);
      return face.id;
    },
    isLoaded: (face) => fonts.has(face),
    chooseFace,
    shape,
    metrics: (face) => metricsOf(fontOf(face)),
    levels: (text) => {
      if (!RIGHT_TO_LEFT.test(text)) return null;
      const { levels, paragraphs } = bidi.getEmbeddingLevels(text, 'auto');
      return { levels, base: paragraphs[0]?.level ?? 0 };
    },
  };
}

function covers({ ranges }: Face, point: number): boolean {
  return ranges.some(([first, last]) => point >= first && point <= last);
}

function shapeWith(font: Font, text: string, rightToLeft: boolean): ShapedText {
  const toThousandths = 1000 / font.unitsPerEm;
  const drawn = text.replaceAll(STEERS, '');
  const run = runOf(font, drawn, rightToLeft);
  const chars = charsOf(run.glyphs, drawn, rightToLeft);
  let advance = 0;
  const glyphs = run.glyphs.map((glyph, at): Glyph => {
    const position = run.positions?.[at];
    const glyphAdvance = (position?.xAdvance ?? glyph.advanceWidth) * toThousandths;
    advance += glyphAdvance;
    return {
      id: glyph.id,
      chars: chars[at] ?? '',
      advance: glyphAdvance,
      dx: (position?.xOffset ?? 0) * toThousandths,
      dy: (position?.yOffset ?? 0) * toThousandths,
    };
  });
  return { glyphs, advance };
}

function runOf(font: Font, text: string, rightToLeft: boolean): Pick<GlyphRun, 'glyphs' | 'positions'> {
  // fontkit caches a glyph with the text of its first use, even if only its outline was used. Earlier text must not affect
  // the result.
  Object.assign(font, { _glyphs: {} });
  try {
    return font.layout(text, null, null, null, rightToLeft ? 'rtl' : 'ltr');
  } catch {
    // fontkit fails on some sequences of rare scripts. The page is still laid out, with the letters next to each other.
    const glyphs = Array.from(text, (character) => font.glyphForCodePoint(character.codePointAt(0) ?? 0));
    const known = glyphs.filter((glyph) => glyph !== null);
    return { glyphs: rightToLeft ? known.toReversed() : known, positions: null };
  }
}

/**
 * Returns the text of each glyph. If a glyph occurs twice in a text, fontkit assigns the characters of the first occurrence
 * to both, so only their number is reliable: two Arabic letters may share a glyph and differ only in a second glyph for their
 * dots.
 */
function charsOf(glyphs: readonly FontGlyph[], text: string, rightToLeft: boolean): string[] {
  const points = Array.from(text);
  const reading = rightToLeft ? glyphs.toReversed() : glyphs;
  const counts = reading.map(({ codePoints }) => codePoints.length);
  const chars =
    counts.reduce((sum, count) => sum + count, 0) === points.length
      ? counts.map((count) => points.splice(0, count).join(''))
      : reading.map(({ codePoints }) => String.fromCodePoint(...codePoints));
  return rightToLeft ? chars.toReversed() : chars;
}

/** Replaces brackets with their mirror images for right-to-left text. */
function mirrored(text: string, bidi: Bidi): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

function metricsOf(font: Font): FaceMetrics {
  const toThousandths = 1000 / font.unitsPerEm;
  return {
    ascent: font.ascent * toThousandths,
    descent: -font.descent * toThousandths,
    lineGap: font.lineGap * toThousandths,
    underlinePosition: -font.underlinePosition * toThousandths,
    underlineThickness: font.underlineThickness * toThousandths,
  };
}
