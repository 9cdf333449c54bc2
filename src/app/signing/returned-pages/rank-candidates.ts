import type {
  ReturnedPage,
  ReturnedPages,
  Signature,
} from '../../../db/queries/signing/packets/returned-pages.ts';

/**
 * Returns the signatures that a page may be for, the likeliest first: those that its code names, then those of the signatory on whom its
 * file was dropped, then those whose pages have similar text, then those of the person whose pages lie next to it in the same file, then
 * the others in their order. Among equals, the page with the most similar words comes first. Only signatures with all of the words that
 * were searched for are included.
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
  const rank = ({ assignment: { uuid, signatory }, parties }: Signature) => {
    if (named.has(uuid)) return 0;
    if (expected !== null && parties.includes(expected)) return 1;
    if (similar.includes(uuid)) return 2;
    return near.has(signatory) ? 3 : 4;
  };
  const likeness = ({ assignment: { uuid } }: Signature) =>
    similar.includes(uuid) ? similar.indexOf(uuid) : similar.length;
  // Signatures of which there is another scan aren't outstanding, and can be taken from it.
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

/** The signatories of the matched pages right before and after a page. */
function neighbors({ row: { page } }: ReturnedPage, siblings: readonly ReturnedPage[]): ReadonlySet<string> {
  const matched = siblings.filter(({ signatures }) => signatures.length > 0);
  const before = matched.findLast(({ row }) => row.page < page);
  const after = matched.find(({ row }) => row.page > page);
  return new Set(
    [before, after].flatMap(
      (each) => each?.signatures.map(({ assignment: { signatory } }) => signatory) ?? [],
    ),
  );
}
