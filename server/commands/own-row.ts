import { Refusal } from '../refusal.ts';
import type { DealWrite } from '../store/deals/deal-write.ts';

type Made = { uuid: string; transaction: string; created_by: string; deleted_at: Date | null };

/**
 * A create with an existing id counts as repeated if the same user sends it in the same deal. Any other is refused
 * (docs/product/api.md, "Requests").
 * @throws {Refusal} `uuid_taken`
 */
export function assertOwnRow(scope: DealWrite, row: Made): void {
  if (row.transaction === scope.deal.uuid && row.created_by === scope.actor && row.deleted_at === null)
    return;
  throw uuidTaken('uuid');
}

/** @throws {Refusal} `uuid_taken` if an element of any deal already has the id */
export async function assertElementIsFree({ tx }: DealWrite, uuid: string): Promise<void> {
  const taken = await tx.selectFrom('elements').select('uuid').where('uuid', '=', uuid).executeTakeFirst();
  if (taken) throw uuidTaken('element_uuid');
}

/** The refusal of a client-made id that belongs to another row. */
export function uuidTaken(field: string): Refusal {
  return new Refusal('uuid_taken', 'This id is already in use. Try again to get a new one.', {
    fields: [field],
  });
}
