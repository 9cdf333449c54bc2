import { sql } from 'kysely';
import { v7 } from 'uuid';
import type * as z from 'zod';
import { representativeCollection } from '../../../src/contract/collections/representatives.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import type { duplicatedSignatoriesSchema } from '../../../src/contract/entities/signing/listed-signatory.ts';
import { refuseRelation } from '../../../src/contract/rules/signing/capacity.ts';
import { assertDealAccess } from '../../policies/deal-access.ts';
import { readRowsByIds } from '../../present/read-rows.ts';
import { notFound } from '../../refusal.ts';
import { insertRows, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import { dealsOfRows } from '../../store/deals/deal-of.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { readCapacities } from './capacities.ts';
import { createSignatories } from './signatories.ts';

/**
 * Copies people and entities, with the relations among them, from deals that the caller can see, and returns each
 * one's counterpart in this deal. Signatories with the same name and email address as an existing one are not copied.
 * @throws {Refusal} `not_found` if one of them was deleted, or is in a deal that the caller can't see
 */
export async function duplicateSignatories(
  scope: DealWrite,
  { transaction, signatories: asked }: z.output<typeof duplicatedSignatoriesSchema>,
): Promise<DealRows['signatories']> {
  const { tx, deal } = scope;
  const sources = await readSources(scope, asked);
  const own = await selectRows(tx, signatoryCollection, { deal: deal.uuid });
  const known = new Map(own.map((row) => [identityOf(row), row.uuid]));
  const copies = new Map<string, string>();
  const added: RowOf<'signatories'>[] = [];
  for (const source of sources) {
    const existing = known.get(identityOf(source));
    const copy = existing ?? v7();
    copies.set(source.uuid, copy);
    known.set(identityOf(source), copy);
    if (existing === undefined) added.push(source);
  }
  if (added.length > 0)
    await createSignatories(scope, {
      transaction,
      signatories: added.map(
        ({ uuid, full_name, email, is_org, address, entity_description, instapages_config }) => ({
          uuid: copies.get(uuid),
          full_name,
          email,
          is_org,
          address,
          entity_description,
          instapages_config,
        }),
      ),
    });
  await copyRelations(scope, copies);
  return readRowsByIds(tx, 'signatories', deal.uuid, [
    ...new Set(asked.map((uuid) => copies.get(uuid) ?? '')),
  ]);
}

/** Two signatories are the same if their names and addresses are, ignoring case. */
function identityOf({
  full_name,
  email,
  is_org,
}: {
  full_name: string;
  email: string;
  is_org: boolean;
}): string {
  return `${is_org} ${full_name.trim().toLowerCase()} <${email.trim().toLowerCase()}>`;
}

async function readSources(scope: DealWrite, asked: readonly string[]): Promise<RowOf<'signatories'>[]> {
  const { tx, user } = scope;
  const { deals, complete } = await dealsOfRows(tx, 'signatories', asked);
  if (!complete || user === null) throw notFound('This signatory');
  for (const uuid of deals) {
    const source = await tx
      .selectFrom('transactions')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!source) throw notFound('This signatory');
    await assertDealAccess(tx, { policy: 'deal', writes: false }, source, user);
  }
  return selectRows(tx, signatoryCollection, { uuids: [...new Set(asked)] });
}

/**
 * Copies relations whose entity and representative were both copied. Skips relations that exist or aren't allowed.
 */
async function copyRelations(scope: DealWrite, copies: ReadonlyMap<string, string>): Promise<void> {
  const { tx, deal, birth } = scope;
  const copied = [...copies.keys()];
  const { rows } = await sql<RowOf<'representatives'>>`
    select * from representatives
    where deleted_at is null and entity = any(${copied}::uuid[]) and signatory = any(${copied}::uuid[])
    order by entity, "order", uuid
  `.execute(tx);
  const capacities = await readCapacities(scope);
  const added = [];
  for (const { entity: from, signatory: to, title } of rows) {
    const [entity = '', signatory = ''] = [copies.get(from), copies.get(to)];
    const relation = {
      uuid: v7(),
      entity,
      signatory,
      title,
      order: capacities.representatives(entity).length,
    };
    if (refuseRelation(capacities, relation)) continue;
    capacities.addRelation(relation);
    added.push({ transaction: deal.uuid, ...birth, ...relation });
  }
  await insertRows(tx, 'representatives', added);
  for (const { uuid, title } of added) scope.put(representativeCollection.wire, uuid, { name: title });
}
