import { bySubject } from '../../../contract/collections/deal-collections.ts';
import type { ActSubject, SubjectKind } from '../../../contract/entities/transactions/activity.ts';
import type { ActRow } from '../../../db/rows.ts';

/** Returns the address of an act's subject; null if it has several subjects, or if `existing` does not contain its subject. */
export function pathTo(
  { transaction, subjects, numSubjects }: Pick<ActRow, 'transaction' | 'subjects' | 'numSubjects'>,
  existing: ReadonlySet<string>,
): string | null {
  const [only] = subjects;
  if (!only || numSubjects > 1 || only.op === 'delete' || !existing.has(only.uuid)) return null;
  return addressOf(transaction, only);
}

const PAGE_OF: Record<SubjectKind, string | null> = {
  ...bySubject(({ page }) => page),
  participant: null,
  transaction: null,
};

function addressOf(transaction: string, { kind, uuid }: ActSubject): string | null {
  const page = PAGE_OF[kind];
  return page && `/transaction/${transaction}/${page.replace('{id}', uuid)}`;
}
