import { staysWithWordBefore, unitsOf } from './break-text.ts';
import type { PageFont, PageFonts } from './page-fonts.ts';
import type { FaceId, FieldBox, Glyph, LayoutWarning, Rule, TextRun } from './sheet.ts';

export interface InlineStyle {
  readonly font: PageFont;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
}

/** Text in one style, or a blank of a given width to fill in. `label` says what is missing. */
export type Inline = { readonly text: string; readonly style: InlineStyle } | Blank;

interface Blank {
  readonly blank: number;
  readonly label: string;
  readonly style: InlineStyle;
}

export type Align = 'left' | 'center' | 'right' | 'justify';

/** A line of text. x and y are measured from its left and top. */
export interface TextRow {
  readonly height: number;
  /** From the top. */
  readonly baseline: number;
  readonly width: number;
  readonly runs: readonly TextRun[];
  readonly rules: readonly Rule[];
  /** Where its blanks are filled in: the space above the lines. */
  readonly blanks: readonly BlankBox[];
}

export type BlankBox = Pick<FieldBox, 'x' | 'y' | 'width' | 'height'> & { readonly label: string };

/** Where layout functions report warnings and fonts that they need. */
export interface Notes {
  warn(warning: LayoutWarning): void;
  want(face: FaceId): void;
}

/** A part of a line in one style, face and direction. */
interface Atom {
  readonly text: string;
  readonly style: InlineStyle;
  readonly face: FaceId;
  readonly level: number;
  readonly glyphs: readonly Glyph[];
  readonly width: number;
  readonly kind: 'text' | 'space' | 'blank';
  /** The label of a blank. */
  readonly label?: string;
}

/** Represents a blank while text is analyzed. It is neutral for bidi, and `clean` removes it from other text. */
const BLANK = '\ufffc';
const ONLY_ASCII = /^[\x20-\x7e]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks text into rows of at most `width` points, between words where possible. */
export function setText(
  inlines: readonly Inline[],
  width: number,
  align: Align,
  fonts: PageFonts,
  notes: Notes,
): TextRow[] {
  const { text, styleAt, blankAt } = join(inlines);
  const first = inlines[0];
  if (!first) return [];
  const bidi = fonts.levels(text);

  function atomsOf(start: number, end: number, kind: Atom['kind']): Atom[] {
    const atoms: Atom[] = [];
    for (const part of partsOf(text, start, end, styleAt, bidi?.levels ?? null)) {
      const blank = part.text === BLANK ? blankAt(part.start) : null;
      if (blank) {
        const { blank: width, label } = blank;
        atoms.push({ ...emptyAtom(part.style, fonts), level: part.level, width, kind: 'blank', label });
        continue;
      }
      for (const { text, face } of byFace(part.text, part.style, fonts, notes)) {
        const { glyphs, advance } = fonts.isLoaded(face)
          ? fonts.shape(face, text, part.level % 2 === 1)
          : { glyphs: [], advance: 0 };
        const width = (advance * part.style.size) / 1000;
        atoms.push({ text, style: part.style, face, level: part.level, glyphs, width, kind });
      }
    }
    return atoms;
  }

  const rows: TextRow[] = [];
  let row: Atom[] = [];
  let spaces: Atom[] = [];
  /** The last word of the row: where it starts, and how many space atoms precede it. */
  let last = { from: 0, spaces: 0 };
  const finish = (isLast: boolean) => {
    const used = row.length > 0 ? row : [emptyAtom(first.style, fonts)];
    const base = bidi?.base ?? 0;
    const lastAlign = base % 2 === 1 ? 'right' : 'left';
    rows.push(setRow(used, width, isLast && align === 'justify' ? lastAlign : align, fonts));
    row = [];
    spaces = [];
    last = { from: 0, spaces: 0 };
  };
  for (const { start, end, kind } of unitsOf(text)) {
    if (kind === 'newline') {
      finish(true);
      continue;
    }
    const atoms = atomsOf(start, end, kind);
    if (kind === 'space') {
      if (row.length > 0) spaces.push(...atoms);
      continue;
    }
    if (row.length > 0 && widthOf(row) + widthOf(spaces) + widthOf(atoms) > width) {
      const carried = staysWithWordBefore(text.slice(start, end)) ? [...row.slice(last.from), ...spaces] : [];
      const isCarried = last.spaces > 0 && carried.length > 0 && widthOf(carried) + widthOf(atoms) <= width;
      if (isCarried) row = row.slice(0, last.from - last.spaces);
      finish(false);
      if (isCarried) row = carried;
    }
    if (widthOf(atoms) <= width) {
      last = { from: row.length + spaces.length, spaces: spaces.length };
      row.push(...spaces, ...atoms);
      spaces = [];
      continue;
    }
    for (const piece of chop(atoms, width, fonts)) {
      if (row.length > 0) finish(false);
      row = piece;
    }
  }
  finish(true);
  return rows;
}

function join(inlines: readonly Inline[]) {
  const starts: number[] = [];
  let text = '';
  for (const inline of inlines) {
    starts.push(text.length);
    text += 'blank' in inline ? BLANK : clean(inline.text);
  }
  const inlineAt = (at: number): Inline => {
    const found = inlines[starts.findLastIndex((start) => start <= at)];
    if (!found) throw new Error('There is no text here.');
    return found;
  };
  const blankAt = (at: number): Blank | null => {
    const inline = inlineAt(at);
    return 'blank' in inline ? inline : null;
  };
  return { text, styleAt: (at: number) => inlineAt(at).style, blankAt };
}

function clean(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}|\ufffc/gu, ' ');
}

/** Splits text where its style or bidi level changes, and around each blank. */
function* partsOf(
  text: string,
  start: number,
  end: number,
  styleAt: (at: number) => InlineStyle,
  levels: Uint8Array | null,
): Generator<{ text: string; start: number; style: InlineStyle; level: number }> {
  let from = start;
  let style = styleAt(start);
  for (let at = start + 1; at <= end; at += 1) {
    const next = at < end ? styleAt(at) : null;
    const blank = text[at - 1] === BLANK || text[at] === BLANK;
    if (next === style && levels?.[at] === levels?.[from] && !blank) continue;
    yield { text: text.slice(from, at), start: from, style, level: levels?.[from] ?? 0 };
    from = at;
    style = next ?? style;
  }
}

/** Splits text by the faces that draw it, and reports characters that no face can draw. */
function byFace(text: string, style: InlineStyle, fonts: PageFonts, notes: Notes) {
  const preferred = fonts.faceFor(style.font, style.bold, style.italic);
  if (!fonts.isLoaded(preferred)) {
    notes.want(preferred);
    return [{ text, face: preferred }];
  }
  if (ONLY_ASCII.test(text)) return [{ text, face: preferred }];
  const parts: { text: string; face: FaceId }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const { face, state } = fonts.chooseFace(segment, preferred);
    if (state === 'wanted') notes.want(face);
    if (state === 'missing') notes.warn({ kind: 'missing_glyph', character: segment });
    if (state === 'unavailable') notes.warn({ kind: 'font_unavailable', character: segment, face });
    // The preferred font draws its box for unknown characters, so that the gap is also visible on the sheet.
    const drawn = state === 'unavailable' ? preferred : face;
    const last = parts.at(-1);
    if (last?.face === drawn) last.text += segment;
    else parts.push({ text: segment, face: drawn });
  }
  return parts;
}

/** Splits a word that is wider than a row into pieces that fit, between characters. */
function chop(atoms: readonly Atom[], width: number, fonts: PageFonts): Atom[][] {
  const pieces: Atom[][] = [[]];
  let room = width;
  for (const atom of atoms) {
    let text = '';
    const keep = () => {
      if (text) pieces.at(-1)?.push(reshape(atom, text, fonts));
      text = '';
    };
    for (const { segment } of graphemes.segment(atom.text)) {
      const used = reshape(atom, segment, fonts).width;
      if (used > room && room < width) {
        keep();
        pieces.push([]);
        room = width;
      }
      text += segment;
      room -= used;
    }
    keep();
    if (atom.kind !== 'blank') continue;
    if (atom.width > room && room < width) {
      pieces.push([]);
      room = width;
    }
    const used = Math.min(atom.width, room);
    pieces.at(-1)?.push({ ...atom, width: used });
    room -= used;
  }
  return pieces;
}

function reshape(atom: Atom, text: string, fonts: PageFonts): Atom {
  if (!fonts.isLoaded(atom.face)) return { ...atom, text };
  const { glyphs, advance } = fonts.shape(atom.face, text, atom.level % 2 === 1);
  return { ...atom, text, glyphs, width: (advance * atom.style.size) / 1000 };
}

function emptyAtom(style: InlineStyle, fonts: PageFonts): Atom {
  const face = fonts.faceFor(style.font, style.bold, style.italic);
  return { text: '', style, face, level: 0, glyphs: [], width: 0, kind: 'space' };
}

function widthOf(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, { width }) => sum + width, 0);
}

function setRow(atoms: readonly Atom[], width: number, align: Align, fonts: PageFonts): TextRow {
  const { ascent, descent } = extentOf(atoms, fonts);
  const used = widthOf(atoms);
  const gaps = atoms.filter(({ kind }) => kind === 'space').length;
  const stretch = align === 'justify' && gaps > 0 ? (width - used) / gaps : 0;
  let x = offsetOf(align, width - used);
  const left = x;
  const runs: TextRun[] = [];
  const rules: Rule[] = [];
  const blanks: BlankBox[] = [];
  for (const atom of inVisualOrder(atoms)) {
    const wide = atom.width + (atom.kind === 'space' ? stretch : 0);
    if (atom.kind === 'blank') {
      const y = ascent + atom.style.size * 0.12;
      rules.push({ x, y, width: wide, thickness: 0.5, style: 'solid' });
      blanks.push({ x, y: 0, width: wide, height: y, label: atom.label ?? '' });
    } else if (atom.glyphs.length > 0) {
      addRun(runs, atom, x, ascent, wide - atom.width);
      if (atom.style.underline) addUnderline(rules, atom, x, ascent, wide, fonts);
    }
    x += wide;
  }
  return { height: ascent + descent, baseline: ascent, width: x - left, runs, rules, blanks };
}

function offsetOf(align: Align, free: number): number {
  if (align === 'center') return free / 2;
  return align === 'right' ? free : 0;
}

function extentOf(atoms: readonly Atom[], fonts: PageFonts): { ascent: number; descent: number } {
  let ascent = 0;
  let descent = 0;
  for (const { face, style } of atoms) {
    if (!fonts.isLoaded(face)) {
      ascent = Math.max(ascent, style.size * 0.9);
      descent = Math.max(descent, style.size * 0.25);
      continue;
    }
    const metrics = fonts.metrics(face);
    ascent = Math.max(ascent, ((metrics.ascent + metrics.lineGap / 2) * style.size) / 1000);
    descent = Math.max(descent, ((metrics.descent + metrics.lineGap / 2) * style.size) / 1000);
  }
  return { ascent, descent };
}

/** Rule L2 of the bidi algorithm: reverses right-to-left text, from the highest level down. */
function inVisualOrder(atoms: readonly Atom[]): Atom[] {
  const ordered = [...atoms];
  const highest = Math.max(...atoms.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end - start > 1) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end;
    }
  }
  return ordered;
}

/** Adds text as a run, or to the last run if it continues it. */
function addRun(runs: TextRun[], atom: Atom, x: number, y: number, stretch: number): void {
  const { face, style, text, width } = atom;
  const glyphs = stretch === 0 ? atom.glyphs : stretched(atom.glyphs, (stretch * 1000) / style.size);
  const rightToLeft = atom.level % 2 === 1;
  const last = runs.at(-1);
  const continues = last?.rightToLeft === rightToLeft && last.face === face && last.size === style.size;
  if (!continues || Math.abs(last.x + last.width - x) > 0.001) {
    runs.push({ face, size: style.size, x, y, width: width + stretch, text, rightToLeft, glyphs });
    return;
  }
  runs[runs.length - 1] = {
    ...last,
    width: last.width + width + stretch,
    text: rightToLeft ? text + last.text : last.text + text,
    glyphs: [...last.glyphs, ...glyphs],
  };
}

function stretched(glyphs: readonly Glyph[], by: number): Glyph[] {
  return glyphs.map((glyph, at) =>
    at === glyphs.length - 1 ? { ...glyph, advance: glyph.advance + by } : glyph,
  );
}

function addUnderline(
  rules: Rule[],
  { face, style }: Atom,
  x: number,
  y: number,
  width: number,
  fonts: PageFonts,
): void {
  const { underlinePosition, underlineThickness } = fonts.metrics(face);
  const rule: Rule = {
    x,
    y: y + (underlinePosition * style.size) / 1000,
    width,
    thickness: (underlineThickness * style.size) / 1000,
    style: 'solid',
  };
  const last = rules.at(-1);
  if (last && last.y === rule.y && Math.abs(last.x + last.width - x) < 0.001) {
    rules[rules.length - 1] = { ...last, width: last.width + width };
  } else rules.push(rule);
}
