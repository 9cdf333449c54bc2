import { releaseCollection } from '../../../src/contract/collections/releases.ts';
import { collectorsOf, type Signature } from '../../../src/contract/rules/closing/release.ts';
import { Refusal } from '../../refusal.ts';
import { rowOf, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { fullName } from '../../store/account/users.ts';
import type { Tx } from '../../store/tables.ts';

/**
 * Lets only the deal's own organization prepare and carry out releases.
 * @param what the end of the sentence, such as "release its pages"
 * @throws {Refusal} `not_allowed`
 */
export function assertLeadsDeal({ deal, asRead: { user } }: DealWrite, what: string): void {
  if (user.organization === deal.organization) return;
  throw new Refusal('not_allowed', `Only the organization that leads this transaction can ${what}.`);
}

/**
 * Lets only the deal's own organization, and those that collected some of the pages, confirm a release.
 * @throws {Refusal} `not_allowed`
 */
export function assertMayConfirm({ deal, asRead: { user } }: DealWrite, covered: readonly Signature[]): void {
  if (user.organization === deal.organization) return;
  if (collectorsOf(covered, deal).includes(user.organization)) return;
  throw new Refusal(
    'not_allowed',
    'Only the organization that leads this transaction and those that collected its pages can confirm a release.',
  );
}

/**
 * Returns a release that is still open.
 * @throws {Refusal} `not_found`; `invalid`, naming who released or withdrew it
 */
export async function openRelease({ tx, deal }: DealWrite, uuid: string): Promise<RowOf<'releases'>> {
  const row = await rowOf(tx, releaseCollection, deal.uuid, uuid);
  if (row.status === 'open') return row;
  const by = row.status === 'released' ? row.released_by : row.modified_by;
  const name = by === null ? 'Somebody' : await nameOfUser(tx, by);
  const sentence =
    row.status === 'released'
      ? `${name} has already released these pages.`
      : `${name} has withdrawn this release, so nothing was released.`;
  throw new Refusal('invalid', sentence);
}

async function nameOfUser(tx: Tx, uuid: string): Promise<string> {
  const row = await tx
    .selectFrom('users')
    .select(fullName('users').as('name'))
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row?.name ?? 'Somebody';
}
