/* The outcome for a page of a returned file (docs/product/returned-pages.md). */

/** How far the server has processed a returned file. */
export const EXECUTED_DOCUMENT_STATUSES = ['processing', 'ready', 'failed'] as const;
export type ExecutedDocumentStatus = (typeof EXECUTED_DOCUMENT_STATUSES)[number];

/** How a page was matched: by its QR code, by the code in its text, by hand, or not. */
export const PAGE_MATCHES = ['pending', 'code', 'text', 'hand', 'esign', 'none'] as const;
export type PageMatch = (typeof PAGE_MATCHES)[number];

/** Why a page has no assignments. */
export const PAGE_OUTCOMES = [
  /** It is blank. */
  'blank',
  /** It has no readable code. */
  'no_code',
  /** Its code is for no page that the server knows. */
  'unknown_code',
  'other_deal',
  /** Its packet belongs to another organization. That organization or the leading one decides. */
  'other_packet',
  /** It was printed for a version of its document that isn't the current one. */
  'earlier_version',
  /** The page now shows something different from what was printed. */
  'changed_since',
  /** It shows pages of several documents: each document would contain the others' signatures. */
  'several_documents',
  /** A cover or title page. */
  'front_matter',
  /**
   * A sheet without a signature line. It goes with sheets that are signed: `candidates` names their signatures. If a person
   * put it behind them, its match is `hand`; otherwise, its code identifies them.
   */
  'continuation',
  /** Its packet was replaced, canceled or declined, or has expired, or its signatures are void. */
  'superseded',
  /** Another scan has its signatures, and a person has to choose which scan to keep. */
  'second_scan',
  /** Its signatures were given electronically. */
  'signed_electronically',
  /** Its signatures were accepted. */
  'already_accepted',
  /** It can't be drawn. */
  'unreadable',
  /** Another scan replaced it. */
  'replaced',
  /** Somebody removed its match. */
  'unmatched',
  /** Somebody said that it isn't a signature page. */
  'set_aside',
] as const;
export type PageOutcome = (typeof PAGE_OUTCOMES)[number];

/** Anything unusual about a signed page. These are warnings, not verdicts. */
export const INK_WARNINGS = [
  'no_ink',
  'ink_elsewhere',
  'date_filled',
  'covered_text',
  'not_compared',
  'several_pages',
  'missing_sheet',
] as const;
export type InkWarning = (typeof INK_WARNINGS)[number];

/** A file with more pages is refused. */
export const SCANNED_PAGES_MAX = 400;

/** Outcomes that need no decision. */
const SETTLED: ReadonlySet<PageOutcome> = new Set([
  'blank',
  'front_matter',
  'continuation',
  'replaced',
  'set_aside',
]);

/** Returns whether a person has to decide what a page is. */
export function isUnmatched({
  assignments,
  outcome,
}: {
  assignments: readonly string[];
  outcome: PageOutcome | null;
}): boolean {
  return assignments.length === 0 && outcome !== null && !SETTLED.has(outcome);
}

/** Returns the signatures that a page goes with: those on it or, for a sheet without a signature line, those on the other sheets. */
export function signaturesOf({
  assignments,
  outcome,
  candidates,
}: {
  assignments: readonly string[];
  outcome: PageOutcome | null;
  candidates: readonly string[];
}): readonly string[] {
  return outcome === 'continuation' ? candidates : assignments;
}

/**
 * Returns whether a page can be the signed page of signatures. A page that can't be drawn has no PDF to deliver. A sheet with
 * pages of several documents would become part of each.
 */
export function isMatchable({ outcome }: { outcome: PageOutcome | null }): boolean {
  return outcome !== 'unreadable' && outcome !== 'several_documents';
}

/** Outcomes of pages whose code was read. */
const CODE_READ: ReadonlySet<PageOutcome> = new Set([
  'other_deal',
  'other_packet',
  'earlier_version',
  'changed_since',
  'several_documents',
  'front_matter',
  'continuation',
  'superseded',
  'second_scan',
  'signed_electronically',
  'already_accepted',
]);

/** Returns whether a page's code identifies the page, so that no other signature is suggested for it. */
export function saysWhatItIs({ outcome }: { outcome: PageOutcome | null }): boolean {
  return outcome !== null && CODE_READ.has(outcome);
}

const SHORT_CODE = /^CP-[A-Z2-7]{16}$/;
const LENGTH = 16;

/** Returns a short code that was typed or read from text; null if it isn't valid. Codes don't contain 0, 1 or 8. */
export function readShortCode(text: string): string | null {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const rest = plain.startsWith('CP') && plain.length === LENGTH + 2 ? plain.slice(2) : plain;
  const code = `CP-${rest.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B')}`;
  return SHORT_CODE.test(code) ? code : null;
}

/** A code is printed on two lines, so there may be white space in it. */
const CODE_IN_TEXT = /CP\s*-\s*((?:[A-Z0-9]\s{0,3}){16})/g;

/** Returns a text without the short codes in it. */
export function withoutShortCodes(text: string): string {
  return text.replaceAll(CODE_IN_TEXT, ' ');
}

/** Returns the short codes in a text. */
export function shortCodesIn(text: string): string[] {
  const found = [...text.matchAll(CODE_IN_TEXT)];
  return [...new Set(found.flatMap(([, code = '']) => readShortCode(code) ?? []))];
}
