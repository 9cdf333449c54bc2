import { sql } from 'kysely';
import { wentOut } from '../../../src/contract/rules/signing/assignment-status.ts';
import { invalid } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/** Documents that a refusal names. */
const MOST_NAMED = 3;

const COLUMNS = ['uuid', 'signatory', 'auth_rep', 'item', 'signing_group_assignment'] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Refuses to remove or change signatures whose page was sent or signed.
 * @param which the assignments: those with one of these values in each of these columns
 * @param what the beginning of the sentence, such as "Jane Doe can’t be deleted"
 * @throws {Refusal} `invalid`, naming the documents
 */
export async function assertNoneWentOut(
  scope: DealWrite,
  which: Partial<Record<Column, string | readonly string[]>>,
  what: string,
): Promise<void> {
  let query = scope.tx
    .selectFrom('assignments')
    .innerJoin('items', 'items.uuid', 'assignments.item')
    .select(['assignments.status', 'items.name'])
    .where('assignments.transaction', '=', scope.deal.uuid)
    .where('assignments.deleted_at', 'is', null);
  for (const column of COLUMNS) {
    const value = which[column];
    if (value === undefined) continue;
    const values = typeof value === 'string' ? [value] : value;
    query = query.where(sql<boolean>`${sql.ref(`assignments.${column}`)} = any(${values}::uuid[])`);
  }
  const rows = await query.orderBy('items.name').execute();
  const names = [...new Set(rows.filter(({ status }) => wentOut(status)).map(({ name }) => `“${name}”`))];
  if (names.length === 0) return;
  const named = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  throw invalid(`${what}: signature pages of ${named}${more} were already sent or signed.`);
}
