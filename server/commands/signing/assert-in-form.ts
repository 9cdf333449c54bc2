import { sql } from 'kysely';
import type { AssignmentStatus } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { needsWitness } from '../../../src/contract/rules/signing/packets/deed.ts';
import { invalid } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { readFormalities } from '../packets/sending/read-formalities.ts';

interface OutOfForm {
  uuid: string;
  /** The name of its document. */
  name: string;
  lacks: 'paper' | 'witness';
}

/**
 * Returns the signatures from the signing room that lack a required witness, or that need something that the room can't
 * provide. A document can become a deed while its packet is out.
 * @param among only signatures with one of these statuses
 */
export async function readOutOfForm(
  { tx, deal }: Pick<DealWrite, 'tx' | 'deal'>,
  assignments: readonly string[],
  among: readonly AssignmentStatus[],
): Promise<OutOfForm[]> {
  const rows = await tx
    .selectFrom('assignments')
    .innerJoin('items', 'items.uuid', 'assignments.item')
    .select(['assignments.uuid', 'assignments.item', 'assignments.requires_witness'])
    .select(['items.name', 'items.is_deed', 'items.for_signing'])
    .where(sql<boolean>`assignments.uuid = any(${assignments}::uuid[])`)
    .where('assignments.transaction', '=', deal.uuid)
    .where('assignments.status', 'in', among)
    .where('assignments.executed_document_page', 'is', null)
    .orderBy('items.name')
    .execute();
  if (rows.length === 0) return [];
  const formalities = await readFormalities(tx, deal);
  const { rows: witnessed } = await sql<{ uuid: string }>`
    select unnest(page.assignments) as uuid from packet_witnesses as witness
      join packet_pages as page on page.uuid = witness.page
    where witness.transaction = ${deal.uuid} and page.assignments && ${assignments}::uuid[]
  `.execute(tx);
  const has = new Set(witnessed.map(({ uuid }) => uuid));
  return rows.flatMap((row): OutOfForm[] => {
    const { uuid, name } = row;
    if (formalities.ofSignature(uuid).length > 0) return [{ uuid, name, lacks: 'paper' }];
    return needsWitness(row, row, deal) && !has.has(uuid) ? [{ uuid, name, lacks: 'witness' }] : [];
  });
}

/**
 * @param among only signatures with one of these statuses are checked
 * @param what the refused act, such as "accepted"
 * @throws {Refusal} `invalid` if one of the signatures isn't in the form that its document needs
 */
export async function assertInForm(
  scope: Pick<DealWrite, 'tx' | 'deal'>,
  assignments: readonly string[],
  { among, what }: { among: readonly AssignmentStatus[]; what: string },
): Promise<void> {
  const [first] = await readOutOfForm(scope, assignments, among);
  if (!first) return;
  const { name, lacks } = first;
  throw invalid(
    lacks === 'paper'
      ? `“${name}” must now be signed on paper, so this signature can’t be ${what}. Reject it, then download the new packet.`
      : `The signature on “${name}” needs a witness, but nobody witnessed it. Reject it to have the page signed again.`,
    'assignments',
  );
}
