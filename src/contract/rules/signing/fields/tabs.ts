/** What a signer does in a field of a page. */
export const TAB_TYPES = [
  'custom',
  'checkbox',
  'signature',
  'initials',
  'date_signed',
  'effective_date',
] as const;
export type TabType = (typeof TAB_TYPES)[number];

/** The types that a request can use. `custom_opt` is text that need not be filled in. */
export const ASKED_TAB_TYPES = [...TAB_TYPES, 'custom_opt'] as const;

/** The maximum number of fields on a page, for all of its signatories. */
export const TABS_MAX = 2000;

/** The highest number of a sheet that a field can be on. */
export const SHEETS_MAX = 999;

/**
 * Returns the sheet of its page that a field is on, from 1. If the text of the page has become shorter and the sheet is gone, that is the
 * last one. Rows that earlier versions of the app stored have no sheet; their fields are on the first.
 */
export function sheetOfTab(
  { sheet = 1 }: { readonly sheet?: number | undefined },
  numSheets: number,
): number {
  return Math.max(1, Math.min(sheet, numSheets));
}

/** A field and the sheet that is stored for it. */
export interface TabOnSheet {
  readonly assignment: string;
  readonly type: TabType;
  readonly sheet?: number | undefined;
}

/**
 * Returns why a field can't be on its sheet, as a sentence; null if it can. An assignment is signed on one sheet: a signature on paper is
 * complete when the scan of that sheet comes back.
 * @param others the other fields of the page
 */
export function refuseSignatureSheet(
  { assignment, type, sheet = 1 }: TabOnSheet,
  others: readonly TabOnSheet[],
): string | null {
  if (type !== 'signature') return null;
  const isApart = others.some(
    (other) => other.type === 'signature' && other.assignment === assignment && (other.sheet ?? 1) !== sheet,
  );
  return isApart
    ? 'A signatory’s signatures on a page must be on one sheet. Delete the other signature field first.'
    : null;
}

/** The position of a field on its sheet: fractions of the sheet's width and height, from its top left. */
export interface TabPlace {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A field is at least this large, so that it can be seen and pressed. */
const LEAST_TAB = 0.005;

/** The rounding error of fractions that were added up. */
const ROUNDING = 1e-9;

/** Returns the type of a field and whether it is required: `custom_opt` is `custom` and never required. */
export function askedTab<Asked extends { tab_type?: (typeof ASKED_TAB_TYPES)[number] | undefined }>(
  asked: Asked,
): Omit<Asked, 'tab_type'> & { tab_type?: TabType; required?: boolean } {
  const { tab_type: type, ...rest } = asked;
  if (type === undefined) return rest;
  return type === 'custom_opt'
    ? { ...rest, tab_type: 'custom', required: false }
    : { ...rest, tab_type: type };
}

/** Returns why a field's position is invalid, as a sentence; null if it is valid. */
export function refuseTabPlace({ x, y, width, height }: TabPlace): string | null {
  if (width < LEAST_TAB || height < LEAST_TAB) return 'This field is too small.';
  const isInside = x >= 0 && y >= 0 && x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING;
  return isInside ? null : 'This field is off the page. Move it back onto the page.';
}

/** Returns the nearest position on the page. */
export function clampTabPlace({ x, y, width, height }: TabPlace): TabPlace {
  const wide = Math.min(1, Math.max(LEAST_TAB, width));
  const high = Math.min(1, Math.max(LEAST_TAB, height));
  return {
    x: Math.min(1 - wide, Math.max(0, x)),
    y: Math.min(1 - high, Math.max(0, y)),
    width: wide,
    height: high,
  };
}

/** The vertical distance within which two fields count as one line: a share of the page. */
const SAME_LINE = 0.01;

/** Compares two fields by a signer's order: from top to bottom, and from left to right within a line. */
export function byReadingOrder(one: Pick<TabPlace, 'x' | 'y'>, other: Pick<TabPlace, 'x' | 'y'>): number {
  const down = Math.round(one.y / SAME_LINE) - Math.round(other.y / SAME_LINE);
  return down === 0 ? one.x - other.x : down;
}
