/**
 * What a download contains (docs/product/downloads.md). A page counts as executed once its signatures are released: until then,
 * a held page is left out for everybody.
 */
export const DOWNLOAD_KINDS = [
  'executed_item_with_attachments',
  'executed_item_with_attachments_without_unexecuted_pages',
  'executed_item',
  'executed_item_without_unexecuted_pages',
  'unexecuted_item',
  'nonexecutable_item',
  'executed_sigs',
  'unexecuted_packets',
] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];

/** A signature on a page. */
export interface PlanSigner {
  readonly assignment: string;
  /** The person who signs. */
  readonly human: string;
  /** It is released, and so is everything else on its signed sheet. */
  readonly isReleased: boolean;
}

/** A signature page. */
export interface PlanPage {
  readonly uuid: string;
  /** Its number in the body, from 1; null if it follows the body. */
  readonly bodyPage: number | null;
  /** The other document whose file contains the page, where it is signed. */
  readonly embeddedIn?: string;
  /** It is marked in an earlier version of the file, so nobody signs it anymore. Its released signatures still count. */
  readonly isEarlier?: boolean;
  /** Those who sign it, one group for each blank sheet. */
  readonly sheets: readonly (readonly PlanSigner[])[];
}

/** A document on the checklist with its attachments, in the order of the checklist. */
export interface PlanItem {
  readonly uuid: string;
  readonly name: string;
  /** The pages of its PDF; null without one. */
  readonly bodyPages: number | null;
  /** It has a file that isn’t a PDF yet, or that couldn’t be converted. */
  readonly isUnconverted: boolean;
  readonly isForSigning: boolean;
  /** Its file was uploaded as an executed document. */
  readonly isFullyExecuted: boolean;
  /** Its executed document has been made. */
  readonly isCollated: boolean;
  readonly pages: readonly PlanPage[];
  readonly attachments: readonly PlanItem[];
}

/** A piece of a PDF. */
export type PlanPart =
  /** The document's PDF, unchanged. */
  | { readonly kind: 'file'; readonly item: string }
  /** The sealed executed document, unchanged. */
  | { readonly kind: 'executed'; readonly item: string }
  /** Pages of the document's PDF, from 1. */
  | { readonly kind: 'body'; readonly item: string; readonly from: number; readonly to: number }
  /** The signed sheets of these signatures. */
  | PagePart<'signed'>
  /** A sheet to sign. Without assignments, nobody signs it. */
  | PagePart<'blank'>;

interface PagePart<Kind extends string> {
  readonly kind: Kind;
  readonly item: string;
  readonly page: string;
  readonly assignments: readonly string[];
}

/** A PDF of a download: of a document, or of one person's outstanding pages. */
export interface PlanFile {
  readonly of: { readonly item: string } | { readonly human: string };
  readonly parts: readonly PlanPart[];
}

export type LeftOutReason = 'no_file' | 'not_converted' | 'no_executed_pages' | 'nothing_outstanding';

export interface DownloadPlan {
  readonly files: readonly PlanFile[];
  /** Documents and attachments that have nothing of the requested kind. */
  readonly leftOut: readonly { readonly item: string; readonly reason: LeftOutReason }[];
}

function hasAttachments(kind: DownloadKind): boolean {
  return (
    kind === 'executed_item_with_attachments' ||
    kind === 'executed_item_with_attachments_without_unexecuted_pages'
  );
}

/**
 * Plans a download of documents, each with its kind. An attachment that is already in its document's PDF doesn't also get its
 * own file.
 */
export function planDownload(
  asked: readonly { readonly item: PlanItem; readonly kind: DownloadKind }[],
): DownloadPlan {
  const included = new Set(
    asked.flatMap(({ item, kind }) =>
      hasAttachments(kind) ? item.attachments.flatMap(withAttachments).map(({ uuid }) => uuid) : [],
    ),
  );
  const files: PlanFile[] = [];
  const leftOut: { item: string; reason: LeftOutReason }[] = [];
  const outstanding = new Map<string, PlanPart[]>();
  for (const { item, kind } of asked) {
    if (kind === 'unexecuted_packets') {
      const pages = outstandingPages(item);
      for (const { human, part } of pages) {
        const parts = outstanding.get(human) ?? [];
        parts.push(part);
        outstanding.set(human, parts);
      }
      if (pages.length === 0) leftOut.push({ item: item.uuid, reason: 'nothing_outstanding' });
      continue;
    }
    if (hasAttachments(kind) && included.has(item.uuid)) continue;
    const pieces = (hasAttachments(kind) ? withAttachments(item) : [item]).map((each) => ({
      item: each,
      parts: partsOf(each, kind),
    }));
    const parts = pieces.flatMap((piece) => piece.parts);
    if (parts.length > 0) files.push({ of: { item: item.uuid }, parts });
    for (const piece of pieces)
      if (piece.parts.length === 0)
        leftOut.push({ item: piece.item.uuid, reason: whyLeftOut(piece.item, kind) });
  }
  for (const [human, parts] of outstanding) files.push({ of: { human }, parts });
  return { files, leftOut };
}

function withAttachments(item: PlanItem): PlanItem[] {
  return [item, ...item.attachments.flatMap(withAttachments)];
}

function whyLeftOut({ isUnconverted, bodyPages }: PlanItem, kind: DownloadKind): LeftOutReason {
  if (kind === 'executed_sigs') return 'no_executed_pages';
  if (isUnconverted) return 'not_converted';
  return bodyPages === null ? 'no_file' : 'no_executed_pages';
}

/** The parts of a document without its attachments. A file that isn’t a PDF yet is not replaced by its signature pages. */
function partsOf(item: PlanItem, kind: Exclude<DownloadKind, 'unexecuted_packets'>): PlanPart[] {
  switch (kind) {
    case 'executed_item_with_attachments':
    case 'executed_item':
      return executedParts(item, { blanks: true });
    case 'executed_item_with_attachments_without_unexecuted_pages':
    case 'executed_item_without_unexecuted_pages':
      return executedParts(item, { blanks: false });
    case 'unexecuted_item':
      return blankParts(item);
    case 'nonexecutable_item':
      return file(item);
    case 'executed_sigs':
      return inOrder(item).flatMap((page) => signedParts(item, page));
  }
}

function executedParts(item: PlanItem, { blanks }: { blanks: boolean }): PlanPart[] {
  const partsOfPage = (page: PlanPage) => [
    ...signedParts(item, page),
    ...(blanks ? unsignedParts(item, page) : []),
  ];
  const own = ownPages(item).filter(isToSign);
  // It lacks signatures that were requested later, but has the whole body.
  if (item.isCollated && own.every(isAllReleased) && (blanks || !own.some(isBlankInBody)))
    return [
      { kind: 'executed', item: item.uuid },
      ...item.pages.filter(({ embeddedIn }) => embeddedIn !== undefined).flatMap(partsOfPage),
    ];
  if (item.isUnconverted) return [];
  if (hasNothingToSign(item)) return file(item);
  return joined(item, partsOfPage);
}

/**
 * The parts of an executed document. Signed sheets replace the pages that they sign, nothing of the body is lost, and sheets
 * that nobody signs are left out. So are pages in another document's file, which belong to that document's executed copy.
 */
export function collationParts(item: PlanItem): PlanPart[] {
  return joined({ ...item, pages: ownPages(item) }, (page) => {
    const signed = signedParts(item, page);
    return signed.length > 0 || page.bodyPage === null ? signed : bodyPage(item, page.bodyPage);
  });
}

/**
 * Returns whether the parts contain each of these signatures exactly once, and no others. Otherwise, the document isn't
 * sealed.
 */
export function hasEachOnce(parts: readonly PlanPart[], released: readonly string[]): boolean {
  const signed = parts.flatMap((part) => (part.kind === 'signed' ? part.assignments : []));
  return signed.length === released.length && released.every((each) => signed.includes(each));
}

function blankParts(item: PlanItem): PlanPart[] {
  if (item.isUnconverted) return [];
  if (hasNothingToSign(item)) return file(item);
  return joined(item, (page) => {
    if (!isToSign(page)) return [];
    if (page.bodyPage !== null) return bodyPage(item, page.bodyPage);
    return inFile(page, sheetsOf(page)).map((sheet) => blank(item, page, sheet));
  });
}

function isToSign({ isEarlier = false }: PlanPage): boolean {
  return !isEarlier;
}

function isAllReleased({ sheets }: PlanPage): boolean {
  return sheets.every((sheet) => sheet.every(({ isReleased }) => isReleased));
}

/** A page of the body that is marked for signing, and that nobody signs. */
function isBlankInBody({ bodyPage: number, sheets }: PlanPage): boolean {
  return number !== null && sheets.every((sheet) => sheet.length === 0);
}

function hasNothingToSign({ isForSigning, isFullyExecuted, pages }: PlanItem): boolean {
  return isFullyExecuted || !isForSigning || pages.length === 0;
}

function file({ uuid, bodyPages }: PlanItem): PlanPart[] {
  return bodyPages === null ? [] : [{ kind: 'file', item: uuid }];
}

/** Returns the body with the replacement of each of its signature pages, and then the other pages. */
function joined(item: PlanItem, partsOfPage: (page: PlanPage) => PlanPart[]): PlanPart[] {
  const { uuid, bodyPages } = item;
  const parts: PlanPart[] = [];
  const marked = Map.groupBy(item.pages, ({ bodyPage: number }) => number);
  for (let number = 1; number <= (bodyPages ?? 0); number += 1) {
    const pages = marked.get(number);
    const next = pages ? pages.flatMap(partsOfPage) : bodyPage(item, number);
    for (const part of next) {
      const last = parts.at(-1);
      const continues = part.kind === 'body' && last?.kind === 'body' && last.to === part.from - 1;
      if (continues) parts[parts.length - 1] = { kind: 'body', item: uuid, from: last.from, to: part.to };
      else parts.push(part);
    }
  }
  const after = inOrder(item).filter(({ bodyPage: number }) => number === null || number > (bodyPages ?? 0));
  const all = [...parts, ...after.flatMap(partsOfPage)];
  const [only] = all;
  const isWhole = all.length === 1 && only?.kind === 'body' && only.from === 1 && only.to === bodyPages;
  return isWhole ? file(item) : all;
}

/** The signature pages that aren't in another document's file. */
function ownPages({ pages }: PlanItem): readonly PlanPage[] {
  return pages.filter(({ embeddedIn }) => embeddedIn === undefined);
}

/** The signature pages in the document's order. */
function inOrder({ pages }: Pick<PlanItem, 'pages'>): PlanPage[] {
  return pages.toSorted((one, other) => (one.bodyPage ?? Infinity) - (other.bodyPage ?? Infinity) || 0);
}

function bodyPage({ uuid, bodyPages }: PlanItem, number: number): PlanPart[] {
  return number <= (bodyPages ?? 0) ? [{ kind: 'body', item: uuid, from: number, to: number }] : [];
}

function signedParts(item: PlanItem, page: PlanPage): PlanPart[] {
  return page.sheets.flatMap((sheet): PlanPart[] => {
    const assignments = sheet.flatMap(({ assignment, isReleased }) => (isReleased ? assignment : []));
    return assignments.length === 0
      ? []
      : [{ kind: 'signed', item: page.embeddedIn ?? item.uuid, page: page.uuid, assignments }];
  });
}

/** Returns what is still to be signed on a page. A page of a file counts once, however many people sign it. */
function unsignedParts(item: PlanItem, page: PlanPage): PlanPart[] {
  if (!isToSign(page)) return [];
  const left = sheetsOf(page).flatMap((sheet) => {
    const unsigned = sheet.filter(({ isReleased }) => !isReleased);
    return unsigned.length > 0 || sheet.length === 0 ? [unsigned] : [];
  });
  if (page.bodyPage !== null) return left.length === 0 ? [] : bodyPage(item, page.bodyPage);
  return inFile(page, left).map((sheet) => blank(item, page, sheet));
}

/** Everyone who signs a page of another document's file shares one sheet. */
function inFile(
  { embeddedIn }: PlanPage,
  sheets: readonly (readonly PlanSigner[])[],
): readonly (readonly PlanSigner[])[] {
  return embeddedIn === undefined || sheets.length < 2 ? sheets : [sheets.flat()];
}

/** Returns the sheets of a page. A page that nobody signs has one. */
function sheetsOf({ sheets }: PlanPage): readonly (readonly PlanSigner[])[] {
  return sheets.length === 0 ? [[]] : sheets;
}

function blank({ uuid: item }: PlanItem, { uuid: page }: PlanPage, sheet: readonly PlanSigner[]): PlanPart {
  return { kind: 'blank', item, page, assignments: sheet.map(({ assignment }) => assignment) };
}

/** What people still have to sign in a document. */
function outstandingPages(item: PlanItem): { human: string; part: PlanPart }[] {
  if (item.isFullyExecuted || !item.isForSigning) return [];
  return inOrder({ pages: ownPages(item).filter(isToSign) }).flatMap((page) =>
    page.sheets.flatMap((sheet) => {
      const left = sheet.filter(({ isReleased }) => !isReleased);
      return [...Map.groupBy(left, ({ human }) => human)].map(([human, signers]) => ({
        human,
        part: blank(item, page, signers),
      }));
    }),
  );
}
