/** A signature page of a document. */
export interface PageOfDocument {
  readonly uuid: string;
  readonly source: 'generated' | 'file';
  /** Whether it is assigned to a signatory or a signing group. */
  readonly isAssigned: boolean;
}

/** The page's id, or that one has to be generated, or that a person has to choose. */
export type NextPage = { readonly page: string } | 'new' | 'several';

/**
 * Returns the page on which the next signatory of a document signs: the page of its file that is marked for signing, or a generated page
 * that nobody signs yet.
 */
export function pageForSignature(pages: readonly PageOfDocument[]): NextPage {
  const marked = pages.filter(({ source }) => source === 'file');
  if (marked.length > 1) return 'several';
  const next = marked[0] ?? pages.find(({ isAssigned }) => !isAssigned);
  return next ? { page: next.uuid } : 'new';
}

/** Returns a document's signature pages, and which of them are assigned. */
export function withAssigned(
  pages: readonly Pick<PageOfDocument, 'uuid' | 'source'>[],
  assigned: readonly { readonly itemPageUuid: string }[],
): PageOfDocument[] {
  const taken = new Set(assigned.map(({ itemPageUuid }) => itemPageUuid));
  return pages.map(({ uuid, source }) => ({ uuid, source, isAssigned: taken.has(uuid) }));
}
