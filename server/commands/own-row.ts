import { Refusal } from '../refusal.ts';
import type { DealWrite } from './deal-scope.ts';

type Made = { uuid: string; transaction: string; created_by: string; deleted_at: Date | null };

/**
 * A create with an id that exists is the same create sent again, if its creator sends it in the same deal; any other
 * is refused (domain "On the wire", at most once).
 * @throws {Refusal} `uuid_taken`
 */
export function assertOwnRow(scope: DealWrite, row: Made): void {
  if (row.transaction === scope.deal.uuid && row.created_by === scope.actor && row.deleted_at === null)
    return;
  throw new Refusal('uuid_taken', 'This id is taken already. Try again: a new one will be made.', {
    fields: ['uuid'],
  });
}
