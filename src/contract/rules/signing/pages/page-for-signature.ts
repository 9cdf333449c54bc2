import { wentOut, countsAsSignature, type AssignmentStatus } from '../assignments/assignment-status.ts';

/** A signature page of a document. */
export interface PageOfDocument {
  readonly uuid: string;
  readonly source: 'generated' | 'file';
  /** Whether it is assigned to a signatory or a signing group. */
  readonly isAssigned: boolean;
  /** Whether it is generated, and everything that one person signs is on the same sheets (`consolidate_signer`). */
  readonly consolidates: boolean;
  /** The person who signs everything on a page that consolidates. Null for any other page, and once something on it was sent. */
  readonly onlySigner: string | null;
}

/** The page's id, or that one has to be generated, or that a person has to choose. */
export type NextPage = { readonly page: string } | 'new' | 'several';

/**
 * Returns the page on which the next signatory of a document signs: the page of its file that is marked for signing, or a generated page
 * that consolidates what the same person signs, or a generated page that nobody signs yet.
 * @param signer the person who signs; null for a group, or if that isn't clear
 */
export function pageForSignature(pages: readonly PageOfDocument[], signer: string | null): NextPage {
  const marked = pages.filter(({ source }) => source === 'file');
  if (marked.length > 1) return 'several';
  const shared = signer === null ? undefined : pages.find(({ onlySigner }) => onlySigner === signer);
  const next = marked[0] ?? shared ?? pages.find(({ isAssigned }) => !isAssigned);
  return next ? { page: next.uuid } : 'new';
}

/**
 * Returns a document's pages after a signature was assigned to one of them. A page that isn't among them was generated for it.
 * @param newConsolidates whether generated pages consolidate
 */
export function withSignature(
  pages: readonly PageOfDocument[],
  { page, signer }: { page: string; signer: string | null },
  newConsolidates: boolean,
): PageOfDocument[] {
  const isNew = pages.every(({ uuid }) => uuid !== page);
  const added = { uuid: page, source: 'generated' as const, consolidates: newConsolidates };
  const all = isNew ? [...pages, { ...added, isAssigned: false, onlySigner: null }] : pages;
  return all.map((each) => {
    if (each.uuid !== page) return each;
    const isOnly = each.consolidates && (!each.isAssigned || each.onlySigner === signer);
    return { ...each, isAssigned: true, onlySigner: isOnly ? signer : null };
  });
}

interface PageRow extends Pick<PageOfDocument, 'uuid' | 'source'> {
  readonly consolidateSigner: boolean;
}

interface SignatureRow {
  readonly itemPageUuid: string;
  readonly signatory: string;
  readonly authRep: string | null;
  readonly status: AssignmentStatus;
}

interface SignedPages<Signature> {
  readonly assignments: readonly Signature[];
  /** The pages that groups sign. */
  readonly ofGroups: readonly { readonly itemPageUuid: string }[];
  /** The person who signs in a capacity; null if that isn't clear. Without it, no page is shared. */
  readonly signerOf?: (assignment: Signature) => string | null;
}

/** Returns a document's signature pages, and who signs them. */
export function withSigners<Signature extends SignatureRow>(
  pages: readonly PageRow[],
  { assignments, ofGroups, signerOf = () => null }: SignedPages<Signature>,
): PageOfDocument[] {
  const byPage = Map.groupBy(assignments, ({ itemPageUuid }) => itemPageUuid);
  const groups = new Set(ofGroups.map(({ itemPageUuid }) => itemPageUuid));
  return pages.map(({ uuid, source, consolidateSigner }) => {
    const own = byPage.get(uuid) ?? [];
    const consolidates = source === 'generated' && consolidateSigner;
    const isShared = consolidates && !groups.has(uuid) && own.every(({ status }) => isOpen(status));
    const [first = null, ...others] = isShared ? new Set(own.map(signerOf)) : [];
    return {
      uuid,
      source,
      isAssigned: own.length > 0 || groups.has(uuid),
      consolidates,
      onlySigner: others.length === 0 ? first : null,
    };
  });
}

function isOpen(status: AssignmentStatus): boolean {
  return countsAsSignature(status) && !wentOut(status);
}

/** Returns whether a new page consolidates: it looks like the deal's newest generated page. */
export function newPagesConsolidate(pages: Iterable<PageRow & { readonly createdAt: string }>): boolean {
  let newest: (PageRow & { readonly createdAt: string }) | null = null;
  for (const page of pages)
    if (page.source === 'generated' && (newest === null || isNewer(page, newest))) newest = page;
  return newest?.consolidateSigner ?? false;
}

function isNewer(
  one: { readonly createdAt: string; readonly uuid: string },
  other: { readonly createdAt: string; readonly uuid: string },
): boolean {
  return one.createdAt > other.createdAt || (one.createdAt === other.createdAt && one.uuid > other.uuid);
}
