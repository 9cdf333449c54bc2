import type { Font, Glyph as FontGlyph, Path } from '@cantoo/fontkit';
import type { Bidi } from 'bidi-js';
import type { SignaturePageDesign } from '../../entities/signature-page-design.ts';
import type { FaceId, Glyph } from './sheet.ts';

export type PageFont = SignaturePageDesign['font'];

/** A font file and what it is for. */
export interface Face {
  readonly id: FaceId;
  /** In node_modules. */
  readonly file: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** The pages' font that it draws; null for one that others fall back on. */
  readonly font: PageFont | null;
  /** First and last code points of what a fallback draws. */
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
  /** `wanted`: the face that has the character is not loaded. `unavailable`: it could not be. `missing`: no font has it. */
  readonly state: 'found' | 'wanted' | 'unavailable' | 'missing';
}

export interface PageFonts {
  /** The face for a style. It must be loaded before its text is shaped: see `isLoaded`. */
  faceFor(font: PageFont, bold: boolean, italic: boolean): FaceId;
  isLoaded(face: FaceId): boolean;
  /** The face that draws a character (with its marks), if possible the preferred one. */
  chooseFace(character: string, preferred: FaceId): ChosenFace;
  shape(face: FaceId, text: string, rightToLeft: boolean): ShapedText;
  metrics(face: FaceId): FaceMetrics;
  /** The bidi level of each code unit; null where all of the text runs from left to right. */
  levels(text: string): { readonly levels: Uint8Array; readonly base: number } | null;
}

/** The fonts of one side, app or server, with what its painter needs of them. */
export interface LoadedFonts extends PageFonts {
  readonly faces: readonly Face[];
  add(face: FaceId, font: Font): void;
  /** Marks a face as one that cannot be loaded. */
  fail(face: FaceId): void;
  /** Lets failed faces be asked for again. */
  retryFailed(): void;
  fontOf(face: FaceId): Font;
  outline(face: FaceId, glyph: number): Path;
}

/** Words that recur are shaped once; the cache starts over when it holds this many. */
const MOST_SHAPED = 20_000;

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** They steer the text around them and draw nothing. */
const STEERS = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{VS}]/gu;
const NEEDS_NO_GLYPH = /^[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{VS}]$/u;

/**
 * Measures and shapes text with fonts that are added as they are loaded. It is the same code in the app and on the server, so both
 * break lines at the same words.
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
  const run = font.layout(drawn, null, null, null, rightToLeft ? 'rtl' : 'ltr');
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

/**
 * What each glyph draws. Fontkit remembers the text of a glyph from when it first met it, so only the number of its characters can
 * be relied on: two Arabic letters may share a glyph and differ in a second one for their dots.
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

/** A bracket in text from right to left opens to the other side. */
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
