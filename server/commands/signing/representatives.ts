import type * as z from 'zod';
import { representativeCollection } from '../../../src/contract/collections/representatives.ts';
import type {
  newRepresentativeSchema,
  RepresentativeEdits,
} from '../../../src/contract/entities/signing/representative.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import { notFound } from '../../refusal.ts';
import { rowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { createRow } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { assertParents } from '../standard/parents.ts';
import { moveInOrder } from '../standard/put-in-order.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { assertMayRepresent } from './capacities.ts';
import { assertNothingSentThrough } from './sent-assignments.ts';
import { createSignatory } from './signatories.ts';

type NewRepresentative = z.output<typeof newRepresentativeSchema>;
type Sent = { uuid?: string | undefined; entity: string; signatory: string; title: string };

/** A representative's name until somebody enters one. */
const UNNAMED = 'Unnamed signatory';

const create = createRow(representativeCollection, async (born, sent: Sent, scope, others) => {
  const { entity, signatory, title } = sent;
  await assertParents(scope, representativeCollection, { entity, signatory });
  await assertMayRepresent(scope, { uuid: born.uuid, entity, signatory, title });
  const order = (await others()).filter((other) => other.entity === entity).length;
  return { ...born, entity, signatory, title, order };
});

/**
 * Adds a representative to an entity, after its other representatives or at the requested place. If the call names nobody, it
 * creates a new person.
 */
export async function createRepresentative(
  scope: DealWrite,
  { id, order, uuid, title, signatory }: NewRepresentative & { id: string },
): Promise<DealRows['representatives'][number]> {
  const named = signatory ?? (await newPerson(scope, uuid));
  const row = await create(scope, { uuid, title, signatory: named, entity: id });
  if (order !== undefined) await moveInOrder(scope, representativeCollection, row.uuid, order);
  return row;
}

/** Adds a person; a repeated request returns the same one. */
async function newPerson(scope: DealWrite, relation: string | undefined): Promise<string> {
  const before =
    relation === undefined
      ? undefined
      : await scope.tx
          .selectFrom('representatives')
          .select('signatory')
          .where('uuid', '=', relation)
          .where('transaction', '=', scope.deal.uuid)
          .executeTakeFirst();
  if (before) return before.signatory;
  const { uuid } = await createSignatory(scope, { transaction: scope.deal.uuid, full_name: UNNAMED });
  return uuid;
}

const update = updateRow<'representatives', RepresentativeEdits & { id: string }>(
  representativeCollection,
  async ({ row, edits, fields }, scope) => {
    const { uuid, entity } = row;
    const { signatory = row.signatory, title = row.title } = edits;
    if (fields.includes('signatory'))
      await assertNothingSentThrough(scope, { relations: [uuid] }, 'The representative can’t be changed');
    if (fields.includes('title'))
      await assertNothingSentThrough(scope, { relations: [uuid] }, 'The title can’t be changed');
    await assertMayRepresent(scope, { uuid, entity, signatory, title });
    return {};
  },
);

/**
 * Changes the title, the place or the person of a relation. @throws {Refusal} `not_found` if it doesn't belong to this entity
 */
export async function updateRepresentative(
  scope: DealWrite,
  { id, rep, ...edits }: RepresentativeEdits & { id: string; rep: string },
): Promise<DealRows['representatives'][number]> {
  await assertOfEntity(scope, rep, id);
  return update(scope, { ...edits, id: rep });
}

const remove = deleteRow(representativeCollection, (scope, { uuid }) =>
  assertNothingSentThrough(scope, { relations: [uuid] }, 'This representative can’t be removed'),
);

export async function deleteRepresentative(
  scope: DealWrite,
  { id, rep }: { id: string; rep: string },
): Promise<undefined> {
  await assertOfEntity(scope, rep, id);
  return remove(scope, { id: rep });
}

async function assertOfEntity({ tx, deal }: DealWrite, relation: string, entity: string): Promise<void> {
  const row = await rowOf(tx, representativeCollection, deal.uuid, relation);
  if (row.entity !== entity) throw notFound(`This ${representativeCollection.nouns.one}`);
}

export const restoreRepresentative = restoreRow(representativeCollection, assertMayRepresent);
