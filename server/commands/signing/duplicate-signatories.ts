import { sql } from 'kysely';
import { v7 } from 'uuid';
import type * as z from 'zod';
import { representativeCollection } from '../../../src/contract/collections/representatives.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type {
  duplicatedSignatoriesSchema,
  ListedSignatory,
} from '../../../src/contract/entities/signing/listed-signatory.ts';
import {
  planCopies,
  type CopyPlan,
} from '../../../src/contract/rules/signing/signatories/copy-signatories.ts';
import { assertDealAccess } from '../../policies/deal-access.ts';
import { readRowsByIds } from '../../present/read-rows.ts';
import { notFound } from '../../refusal.ts';
import { noteAccess } from '../../store/audit/access-log.ts';
import { findRows, insertRows, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import { dealsOfRows } from '../../store/deals/deal-of.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertOwnRow } from '../own-row.ts';
import { assertDifferent } from '../standard/create-rows.ts';
import { signatoriesInFull } from './read-signing.ts';
import { addSignatories } from './signatories.ts';

/**
 * Copies people and entities, with the relations among them, from deals that the caller can see, and returns each
 * one's counterpart in this deal, in the order requested. Signatories with the same name and email address as an existing
 * one are not copied.
 * @throws {Refusal} `not_found` if one of them was deleted, or is in a deal that the caller can't see; `uuid_taken`
 */
export async function duplicateSignatories(
  scope: DealWrite,
  { transaction, signatories: asked, copies = [] }: z.output<typeof duplicatedSignatoriesSchema>,
): Promise<ListedSignatory[]> {
  const { tx, deal } = scope;
  assertDifferent(
    copies.map(({ uuid }) => uuid),
    'copy',
  );
  const ids = new Map(copies.map(({ source, uuid }) => [source, uuid]));
  const idOf = (source: string): string => {
    const id = ids.get(source) ?? v7();
    ids.set(source, id);
    return id;
  };
  const sources = new Map((await readSources(scope, asked)).map((row) => [row.uuid, row]));
  // In the order requested, which is also the order of the copies.
  const copied = [...new Set(asked)].flatMap((uuid) => sources.get(uuid) ?? []);
  const own = await selectRows(tx, signatoryCollection, { deal: deal.uuid });
  const plan = planCopies(
    { parties: copied.map(asParty), relations: await relationsAmong(scope, asked) },
    {
      parties: own.map(asParty),
      relations: await selectRows(tx, representativeCollection, { deal: deal.uuid }),
    },
    idOf,
  );
  const added = plan.added.flatMap((uuid) => sources.get(uuid) ?? []);
  if (added.length > 0)
    await addSignatories(scope, {
      transaction,
      signatories: added.map(
        ({ uuid, full_name, email, is_org, address, entity_description, instapages_config }) => ({
          uuid: idOf(uuid),
          full_name,
          email,
          is_org,
          address,
          entity_description,
          instapages_config,
        }),
      ),
    });
  await addRelations(scope, plan.relations);
  const counterparts = asked.map((uuid) => plan.counterparts.get(uuid) ?? '');
  return signatoriesInFull(tx, await readRowsByIds(tx, 'signatories', deal.uuid, counterparts));
}

function asParty({ uuid, full_name: name, is_org: isOrg, email }: RowOf<'signatories'>) {
  return { uuid, name, isOrg, email };
}

/** Reads the signatories. Under strict data access, the access log records that they were copied from their deals. */
async function readSources(scope: DealWrite, asked: readonly string[]): Promise<RowOf<'signatories'>[]> {
  const { tx, deal, user, services } = scope;
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
    const access = await assertDealAccess(tx, { policy: 'deal', writes: false }, source, user);
    if (!access.logged || source.uuid === deal.uuid) continue;
    const about = { organization: source.organization, transaction: source.uuid, user_uuid: user.uuid };
    await noteAccess(tx, [{ ...about, acting_as: access.as, act: 'copied' }], services.now());
  }
  return selectRows(tx, signatoryCollection, { uuids: [...new Set(asked)] });
}

/** Returns the relations whose entity and representative are both among these signatories, in any deal. */
async function relationsAmong(
  { tx }: DealWrite,
  signatories: readonly string[],
): Promise<RowOf<'representatives'>[]> {
  const { rows } = await sql<RowOf<'representatives'>>`
    select * from representatives
    where deleted_at is null and entity = any(${signatories}::uuid[]) and signatory = any(${signatories}::uuid[])
  `.execute(tx);
  return rows;
}

/** Adds the relations. Relations that the same request added before stay as they are. @throws {Refusal} `uuid_taken` */
async function addRelations(scope: DealWrite, relations: CopyPlan['relations']): Promise<void> {
  const { tx, deal, birth } = scope;
  const known = await findRows(
    tx,
    'representatives',
    relations.map(({ uuid }) => uuid),
  );
  for (const row of known.values()) assertOwnRow(scope, row);
  const added = relations
    .filter(({ uuid }) => !known.has(uuid))
    .map(({ source: _, ...relation }) => ({ transaction: deal.uuid, ...birth, ...relation }));
  await insertRows(tx, 'representatives', added);
  for (const { uuid, title } of added) scope.put(representativeCollection.wire, uuid, { name: title });
}
