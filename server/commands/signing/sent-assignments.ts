import { sql } from 'kysely';
import { chainOf } from '../../../src/contract/rules/signing/auth-rep.ts';
import { wentOut } from '../../../src/contract/rules/signing/assignment-status.ts';
import { invalid } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { readCapacities } from './capacities.ts';

/** How many documents a refusal names. */
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
  refuse(
    what,
    rows.filter(({ status }) => wentOut(status)).map(({ name }) => name),
  );
}

/**
 * Refuses to remove or change signatories or relations if a signature page was sent or signed in a capacity that
 * leads through them.
 * @param what the beginning of the sentence, such as "Jane Doe can’t be deleted"
 * @throws {Refusal} `invalid`, naming the documents
 */
export async function assertNothingSentThrough(
  scope: DealWrite,
  { signatories = [], relations = [] }: { signatories?: readonly string[]; relations?: readonly string[] },
  what: string,
): Promise<void> {
  const rows = await scope.tx
    .selectFrom('assignments')
    .innerJoin('items', 'items.uuid', 'assignments.item')
    .select(['assignments.signatory', 'assignments.auth_rep', 'assignments.status', 'items.name'])
    .where('assignments.transaction', '=', scope.deal.uuid)
    .where('assignments.deleted_at', 'is', null)
    .orderBy('items.name')
    .execute();
  const sent = rows.filter(({ status }) => wentOut(status));
  if (sent.length === 0) return;
  const capacities = await readCapacities(scope);
  const asked = new Set([...signatories, ...relations]);
  const leadsThrough = ({ signatory, auth_rep }: (typeof sent)[number]): boolean =>
    [
      signatory,
      auth_rep ?? '',
      ...(chainOf(capacities, signatory, auth_rep) ?? []).flatMap((relation) => [
        relation.uuid,
        relation.signatory,
      ]),
    ].some((uuid) => asked.has(uuid));
  refuse(
    what,
    sent.filter(leadsThrough).map(({ name }) => name),
  );
}

/** @throws {Refusal} `invalid`, naming the documents, if there are any */
function refuse(what: string, documents: readonly string[]): void {
  const names = [...new Set(documents)].map((name) => `“${name}”`);
  if (names.length === 0) return;
  const named = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  throw invalid(`${what}: signature pages of ${named}${more} were already sent or signed.`);
}
