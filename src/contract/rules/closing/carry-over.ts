/** Why a signature can't be carried over to a new version of its document, so that the page is signed again. */
export const SIGN_AGAIN_REASONS = [
  /** It hasn't been given yet, so its packet shows the earlier version. */
  'not_signed',
  'deed',
  /** The document's name differs from the one on the signed page. */
  'title_changed',
  /** The person's capacity differs from the one on the signed page. */
  'party_changed',
  /** The marked page that was signed looks different in the new version. */
  'page_changed',
  /** The new version doesn't have the page. */
  'page_removed',
] as const;
export type SignAgainReason = (typeof SIGN_AGAIN_REASONS)[number];

/** What decides whether a signature can be carried over. */
export interface CarryOverFacts {
  isGiven: boolean;
  isDeed: boolean;
  /** The document's name and the capacity, on the signed page and today. */
  title: { signed: string; today: string };
  party: { signed: string; today: string };
  /** For a marked page: whether the new version has it, and whether it looks the same. Null for a generated page. */
  page: 'same' | 'changed' | 'removed' | null;
}

/** Returns why a page has to be signed again, whatever the signatory has authorized; null if a lawyer may carry the signature over. */
export function whySignAgain({
  isGiven,
  isDeed,
  title,
  party,
  page,
}: CarryOverFacts): SignAgainReason | null {
  if (!isGiven) return 'not_signed';
  if (isDeed) return 'deed';
  if (title.signed !== title.today) return 'title_changed';
  if (party.signed !== party.today) return 'party_changed';
  if (page === 'removed') return 'page_removed';
  return page === 'changed' ? 'page_changed' : null;
}

/** How a signatory authorized the team to attach a signed page to another version. */
export const AUTHORITIES = ['email', 'call', 'meeting', 'power_of_attorney', 'other'] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** A page of one version next to its page of the other: the parts that show whether they look alike. */
interface ComparedPair {
  readonly before: number | null;
  readonly after: number | null;
  readonly words: readonly unknown[];
  readonly areas: readonly unknown[];
}

/** A part of a page, in fractions of it. */
const WHOLE_PAGE = { x: 0, y: 0, width: 1, height: 1 };

/** Returns page pairs for two versions that couldn't be compared. Each counts as changed, so that a person looks at it. */
export function uncomparedPages(
  before: number,
  after: number,
): (ComparedPair & { words: []; areas: (typeof WHOLE_PAGE)[] })[] {
  return Array.from({ length: Math.max(before, after) }, (_, at) => ({
    before: at < before ? at + 1 : null,
    after: at < after ? at + 1 : null,
    words: [],
    areas: at < before && at < after ? [WHOLE_PAGE] : [],
  }));
}

/** Returns whether a page was added, removed or changed. */
export function isChanged({ before, after, words, areas }: ComparedPair): boolean {
  return before === null || after === null || words.length > 0 || areas.length > 0;
}

/** Returns the page of the new version that looks the same as a page of the earlier one; null if a person has to choose. */
export function sameLookingPage(pairs: readonly ComparedPair[], number: number): number | null {
  const pair = pairs.find(({ before }) => before === number);
  return pair && !isChanged(pair) ? pair.after : null;
}
