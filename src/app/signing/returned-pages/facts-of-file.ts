import { isUnmatched, type PageOutcome } from '../../../contract/rules/signing/pages/scanned-page.ts';
import { RETURNED } from './returned-pages-copy.ts';

interface Page {
  readonly assignments: readonly string[];
  readonly outcome: PageOutcome | null;
}

/** Returns how many pages of a returned file had each outcome, in words. */
export function factsOf(pages: readonly Page[]): string {
  const count = (is: (page: Page) => boolean) => pages.filter(is).length;
  const [total, blank] = [pages.length, count(({ outcome }) => outcome === 'blank')];
  if (total > 0 && blank === total) return RETURNED.allBlank(total);
  const matched = count(({ assignments, outcome }) => assignments.length > 0 || outcome === 'continuation');
  return RETURNED.facts({ total, matched, toMatch: count(isUnmatched), blank });
}
