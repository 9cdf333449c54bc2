import type { ListedSignatory } from '../../../db/queries/signing/signatories/signatories.ts';
import { folded } from '../../../db/views/checklist-filter.ts';

export const SIGNATORY_FILTERS = ['all', 'outstanding', 'no_email', 'no_capacity'] as const;
export type SignatoryFilter = (typeof SIGNATORY_FILTERS)[number];

/** Returns the signatories that match the filter, and have all words of the text in their name, email, capacity or groups. */
export function filterSignatories(
  signatories: readonly ListedSignatory[],
  text: string,
  filter: SignatoryFilter,
): readonly ListedSignatory[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 && filter === 'all') return signatories;
  return signatories.filter((signatory) => {
    if (!matches(signatory, filter)) return false;
    const searched = words.length === 0 ? '' : searchedText(signatory);
    return words.every((word) => searched.includes(word));
  });
}

function matches({ row, done, total, isUnclear }: ListedSignatory, filter: SignatoryFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'outstanding':
      return done < total;
    case 'no_email':
      return lacksEmail(row);
    case 'no_capacity':
      return isUnclear;
  }
}

/** Returns whether a person has no email address. An entity needs none, because the people who sign for it have one. */
export function lacksEmail({ isOrg, email }: ListedSignatory['row']): boolean {
  return !isOrg && email === '';
}

function searchedText({ row, ways, represents, groups }: ListedSignatory): string {
  const capacities = represents.flatMap(({ title, entity }) => [title, entity]);
  return folded([row.fullName, row.email, ...ways, ...capacities, ...groups].join('\n'));
}
