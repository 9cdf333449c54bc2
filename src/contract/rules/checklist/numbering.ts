import type { BinderFormatStructure, NumberingStyle } from '../../entities/transactions/binder-format.ts';

type AttachmentMarker = BinderFormatStructure['attachment_marker'];

/** The parts of the binder format structure (docs/product/transactions.md, "Numbering") that numbering reads, as the mirror's rows name them. */
export interface NumberingFormat {
  primaryHeader: NumberingStyle;
  secondHeader: NumberingStyle;
  thirdHeader: NumberingStyle;
  lastDocuments: NumberingStyle;
  attachmentMarker: AttachmentMarker;
  numbering: BinderFormatStructure['numbering'];
  resetTabs: boolean;
}

/** A whole binder format structure, with the field names of the mirror's rows. */
export interface BinderFormat extends NumberingFormat {
  indexStyle: BinderFormatStructure['index_style'];
}

/** The defaults of docs/product/transactions.md, "Numbering". */
export const DEFAULT_NUMBERING: BinderFormat = {
  indexStyle: 'table_of_contents',
  primaryHeader: 'uppercase_roman',
  secondHeader: 'uppercase_alphabetic',
  thirdHeader: 'lowercase_roman',
  lastDocuments: 'lowercase_alphabetic',
  attachmentMarker: 'none',
  numbering: 'tabs',
  resetTabs: false,
};

/**
 * How a deal's checklist and closing binders are numbered: by the deal's own setting, so that "Tab 4" is the same
 * document for every participant. The defaults apply until the deal is loaded, or if an older server omits the
 * setting.
 */
export function numberingOf(deal: { binderFormatStructure?: BinderFormat | undefined } | null): BinderFormat {
  return deal?.binderFormatStructure ?? DEFAULT_NUMBERING;
}

/** Returns whether two structures give the same numbers and the same index. */
export function isSameNumbering(a: BinderFormat, b: BinderFormat): boolean {
  const other = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a).every(([field, value]) => other.get(field) === value);
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

const STYLES: Record<NumberingStyle, (ordinal: number) => string> = {
  uppercase_roman: roman,
  lowercase_roman: (ordinal) => roman(ordinal).toLowerCase(),
  uppercase_alphabetic: alphabetic,
  lowercase_alphabetic: (ordinal) => alphabetic(ordinal).toLowerCase(),
  numeric: String,
};

/** The `ordinal`-th mark of a style, counted from 1. Below 1: the empty string. */
export function numberIn(style: NumberingStyle, ordinal: number): string {
  return ordinal < 1 ? '' : STYLES[style](ordinal);
}

/** A header's number at a depth (1 = top level); headers are numbered to three levels (docs/product/transactions.md, "Numbering"). */
export function headerNumber(format: NumberingFormat, depth: number, ordinal: number): string {
  const styles = [format.primaryHeader, format.secondHeader, format.thirdHeader];
  const style = styles[depth - 1];
  return style ? numberIn(style, ordinal) : '';
}

/** An attachment's number: its item's with the marker, "Tab 7-A". Without a marker: the empty string. */
export function attachmentNumber(marker: AttachmentMarker, itemNumber: string, ordinal: number): string {
  if (marker === 'none') return '';
  return `${itemNumber}-${marker === 'alphabetic' ? alphabetic(ordinal) : ordinal}`;
}

function roman(ordinal: number): string {
  let rest = ordinal;
  let text = '';
  for (const [value, mark] of ROMAN) {
    while (rest >= value) {
      text += mark;
      rest -= value;
    }
  }
  return text;
}

/** A … Z, AA, AB: base 26 without a zero. */
function alphabetic(ordinal: number): string {
  let rest = ordinal;
  let text = '';
  while (rest > 0) {
    rest -= 1;
    text = String.fromCharCode(65 + (rest % 26)) + text;
    rest = Math.floor(rest / 26);
  }
  return text;
}
