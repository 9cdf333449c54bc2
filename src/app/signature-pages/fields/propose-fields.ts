import type { TabType } from '../../../contract/rules/signing/fields/tabs.ts';
import { overlaps, type Box, type Line } from './field-geometry.ts';

/** A piece of text on one line of a page. Lengths are points from the top left of the page as displayed. */
export interface TextPiece extends Box {
  readonly text: string;
}

/** A place that looks like a field. */
export interface Proposal {
  readonly type: TabType;
  readonly box: Box;
  /** The label printed beside it, such as "Title"; empty for types that need none. */
  readonly label: string;
}

/** The names that identify an owner of fields on the page. */
export interface NamedOwner {
  readonly assignment: string;
  readonly names: readonly string[];
}

/** A shorter row of underscores is a blank within a sentence. */
const LEAST_WIDTH = 40;
/** The width of the field after a "By:" without a line. */
const OPEN_WIDTH = 180;
/** The largest distances of a label from its line. */
const LABEL_GAP = 48;
const LABEL_BELOW = 16;
const LABEL_ASIDE = 30;
/** The largest distances of a name from the line where that person signs. */
const NAME_BELOW = 64;
const NAME_ABOVE = 110;

/** The height of text written on a drawn line. */
const DRAWN_HEIGHT = 12;

/** The usual labels before or below lines to fill in. */
const USUAL_LABEL =
  /(^|[\s(])(by|signature|signed|sign here|x|name|title|its|dated?|initials?|e-?mail|address|phone|place|effective date|as of)\s*[):.]*$/i;

const HEIGHTS: Readonly<Record<TabType, number>> = {
  signature: 28,
  initials: 22,
  date_signed: 16,
  effective_date: 16,
  custom: 16,
  checkbox: 12,
};

/** The text and lines of a page. */
export interface PrintedPage {
  readonly pieces: readonly TextPiece[];
  /** The horizontal lines that are drawn rather than typed. */
  readonly drawn: readonly Line[];
}

/** Returns the lines to write on, for fields to snap to. */
export function blankLines({ pieces, drawn }: PrintedPage): Line[] {
  const typed = split(pieces)
    .filter(isBlank)
    .map(({ x, y, width, height }) => ({ x, y: y + height, width }));
  return [...typed, ...drawn];
}

/**
 * Returns the places on a page that look like fields and have no field yet.
 * @param names of the expected signatories: a drawn line above one of them is a signature line
 */
export function proposeFields(
  { pieces, drawn }: PrintedPage,
  taken: readonly Box[],
  paper: { width: number },
  names: readonly string[] = [],
): Proposal[] {
  const typed = split(pieces);
  const words = typed.filter((piece) => !isBlank(piece) && piece.text.trim() !== '');
  const all = [...typed, ...drawn.flatMap((line) => asBlank(line, typed, words, names))];
  const blanks = all
    .filter((piece) => isBlank(piece) && piece.width >= LEAST_WIDTH)
    .map((blank) => onLine(blank, labelOf(blank, words)));
  const open = words
    .filter((piece) => isOpenLabel(piece, all))
    .map((piece) => {
      const x = piece.x + piece.width + 4;
      return onLine({ ...piece, x, width: Math.min(OPEN_WIDTH, paper.width - x - 18) }, piece.text);
    })
    .filter(({ box }) => box.width >= LEAST_WIDTH);
  const boxes = words.flatMap(checkboxesIn);
  return [...blanks, ...open, ...boxes].filter(({ box }) => !taken.some((other) => overlaps(box, other)));
}

/** Returns the owner of a field: the person or entity whose name is nearest below or above; null if no name is near. */
export function ownerNear(
  box: Box,
  pieces: readonly TextPiece[],
  owners: readonly NamedOwner[],
): string | null {
  let best: { owner: string; distance: number } | null = null;
  for (const { text, x, y, width } of pieces) {
    if (x > box.x + box.width || x + width < box.x - 72) continue;
    const below = y - (box.y + box.height);
    const above = box.y - y;
    const isNear = (below > -6 && below < NAME_BELOW) || (above > 0 && above < NAME_ABOVE);
    if (!isNear) continue;
    const read = plain(text);
    const named = owners.find(({ names }) => names.some((name) => name !== '' && read.includes(plain(name))));
    const distance = below > -6 ? below : above;
    if (named && (best === null || distance < best.distance)) best = { owner: named.assignment, distance };
  }
  return best?.owner ?? null;
}

/** Splits pieces of text at the start and end of each row of underscores. */
function split(pieces: readonly TextPiece[]): TextPiece[] {
  return pieces.flatMap((piece) => {
    const parts = [...piece.text.matchAll(/_{4,}|(?:(?!_{4,})[^])+/g)];
    if (parts.length < 2) return [piece];
    const each = piece.width / piece.text.length;
    return parts.map(({ 0: text, index }) => ({
      ...piece,
      text,
      x: piece.x + index * each,
      width: text.length * each,
    }));
  });
}

/**
 * Returns a drawn line to write on as if it had been typed. Other lines on a page are borders or underlines, so a line counts
 * only if nothing is on it, and it has a usual label before or below it or a name below it.
 */
function asBlank(
  { x, y, width }: Line,
  typed: readonly TextPiece[],
  words: readonly TextPiece[],
  names: readonly string[],
): TextPiece[] {
  const blank = { text: '____', x, y: y - DRAWN_HEIGHT, width, height: DRAWN_HEIGHT };
  const inside = { ...blank, x: x + 2, y: blank.y + 2, width: width - 4, height: DRAWN_HEIGHT - 2 };
  if (typed.some((piece) => piece.text.trim() !== '' && overlaps(piece, inside))) return [];
  const label = labelOf(blank, words);
  const isLabeled = USUAL_LABEL.test(label.trim());
  const below = words.filter(
    (word) => word.y > y - 4 && word.y < y + LABEL_BELOW && word.x < x + width && word.x + word.width > x,
  );
  const isNamed = below.some(({ text }) =>
    names.some((name) => name !== '' && plain(text).includes(plain(name))),
  );
  return isLabeled || isNamed ? [blank] : [];
}

function isBlank({ text }: TextPiece): boolean {
  return /^\s*_{4,}\s*$/.test(text);
}

/** Returns whether a label such as "By:" or "Date:" has nothing after it on its line. */
function isOpenLabel(piece: TextPiece, all: readonly TextPiece[]): boolean {
  if (!/^(by|signature|name|title|date|initials|email|address)\s*:\s*$/i.test(piece.text.trim()))
    return false;
  return !all.some(
    (other) => other !== piece && other.text.trim() !== '' && other.x > piece.x && isBeside(other, piece),
  );
}

/** Returns the words to the left of a blank, or else those just below it. */
function labelOf(blank: TextPiece, words: readonly TextPiece[]): string {
  const before = words
    .filter((word) => word.text.trim() !== '' && isBeside(word, blank) && word.x < blank.x)
    .filter(({ x, width }) => blank.x - (x + width) < LABEL_GAP)
    .toSorted((one, other) => other.x - one.x);
  if (before[0]) return before[0].text;
  const below = words.find(({ text, x, y }) => {
    const down = y - (blank.y + blank.height);
    return text.trim() !== '' && down > -4 && down < LABEL_BELOW && Math.abs(x - blank.x) < LABEL_ASIDE;
  });
  return below && typeOf(below.text) !== 'custom' ? below.text : '';
}

function onLine({ x, y, width, height }: Box, label: string): Proposal {
  const type = typeOf(label);
  const high = HEIGHTS[type];
  const top = Math.max(0, y + height - high);
  const box = { x, y: top, width, height: y + height - top };
  return { type, box, label: type === 'custom' ? labelText(label) : '' };
}

function typeOf(label: string): TabType {
  const words = label.trim();
  if (/effective|as of/i.test(words)) return 'effective_date';
  if (/\bdated?\b/i.test(words)) return 'date_signed';
  if (/initial/i.test(words)) return 'initials';
  if (words === '' || /\b(by|signature|signed|sign here|x)\s*[:.]?$/i.test(words)) return 'signature';
  return /:\s*$/.test(words) ? 'custom' : 'signature';
}

const LABEL_MAX = 60;

function labelText(label: string): string {
  return label.trim().replace(/\s*:$/, '').slice(-LABEL_MAX);
}

function checkboxesIn(piece: TextPiece): Proposal[] {
  const each = piece.width / Math.max(1, piece.text.length);
  return [...piece.text.matchAll(/[☐□❏]|\[\s{1,3}\]/g)].map(({ 0: sign, index }) => {
    const size = HEIGHTS.checkbox;
    const x = piece.x + (index + sign.length / 2) * each - size / 2;
    const box = { x: Math.max(0, x), y: piece.y + (piece.height - size) / 2, width: size, height: size };
    return { type: 'checkbox', box, label: labelText(piece.text.slice(index + sign.length)) };
  });
}

function isBeside(one: Box, other: Box): boolean {
  const middle = one.y + one.height / 2;
  return middle > other.y - 2 && middle < other.y + other.height + 4;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
