import type {
  ReturnedPage,
  ReturnedPages,
  Signature,
} from '../../../db/queries/signing/packets/returned-pages.ts';

/**
 * Returns the signatures that a page may be for, likeliest first: those that its code names, those of the signatory on whom its
 * file was dropped, those whose pages have similar text, those of the people who signed neighboring pages in the file, and then
 * all others in order. Within a rank, pages with the most similar text come first. Only signatures that contain all search
 * words are included.
 */
export function rankCandidates(
  { outstanding, signatures }: Pick<ReturnedPages, 'outstanding' | 'signatures'>,
  page: ReturnedPage,
  siblings: readonly ReturnedPage[],
  words: string,
): Signature[] {
  const { similarSignatures: similar } = page.row;
  const named = new Set(page.row.candidates);
  const near = neighbors(page, siblings);
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const expected = page.file.expectedSignatory;
  const rank = (signature: Signature) => {
    const { uuid } = signature.assignment;
    if (named.has(uuid)) return 0;
    if (expected !== null && signature.parties.includes(expected)) return 1;
    if (similar.includes(uuid)) return 2;
    return near.has(signerOf(signature)) ? 3 : 4;
  };
  const likeness = ({ assignment: { uuid } }: Signature) =>
    similar.includes(uuid) ? similar.indexOf(uuid) : similar.length;
  // Signatures that another scan already has aren't outstanding. The user can move them from that scan to this one.
  const taken =
    page.row.outcome === 'second_scan'
      ? page.row.candidates.flatMap((each) => signatures.get(each) ?? [])
      : [];
  return [...new Set([...taken, ...outstanding])]
    .filter(({ document, who }) => {
      const text = `${document} ${who}`.toLocaleLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .map((signature) => ({ signature, rank: rank(signature), likeness: likeness(signature) }))
    .toSorted((one, other) => one.rank - other.rank || one.likeness - other.likeness)
    .map(({ signature }) => signature);
}

/** Returns the people who sign the nearest matched pages before and after a page. The page is probably from the same packet. */
function neighbors({ row: { page } }: ReturnedPage, siblings: readonly ReturnedPage[]): ReadonlySet<string> {
  const matched = siblings.filter(({ signatures }) => signatures.length > 0);
  const before = matched.findLast(({ row }) => row.page < page);
  const after = matched.find(({ row }) => row.page > page);
  return new Set([before, after].flatMap((each) => each?.signatures.map(signerOf) ?? []));
}

/** Returns the person who gives a signature, for themselves or for an entity. They have one packet for all of these. */
function signerOf({ assignment, parties }: Signature): string {
  return parties.at(-1) ?? assignment.signatory;
}
