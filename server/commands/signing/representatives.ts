import type * as z from 'zod';
import { representativeCollection } from '../../../src/contract/collections/representatives.ts';
import type {
  newRepresentativeSchema,
  RepresentativeEdits,
} from '../../../src/contract/entities/representative.ts';
import type { DealRows } from '../../../src/contract/entities/changes.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { createRow } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { moveInOrder } from '../standard/put-in-order.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { assertNoneWentOut } from './sent-assignments.ts';

type NewRepresentative = z.output<typeof newRepresentativeSchema>;

const create = createRow(
  representativeCollection,
  async (born, sent: NewRepresentative & { entity: string }, _scope, others) => ({
    ...born,
    entity: sent.entity,
    signatory: sent.signatory,
    title: sent.title,
    order: (await others()).filter(({ entity }) => entity === sent.entity).length,
  }),
);

/** Lets a signatory sign for an entity: after its other representatives, or at the place that was sent. */
export async function createRepresentative(
  scope: DealWrite,
  { id, order, ...sent }: NewRepresentative & { id: string },
): Promise<DealRows['representatives'][number]> {
  const row = await create(scope, { ...sent, entity: id });
  if (order !== undefined) await moveInOrder(scope, representativeCollection, row.uuid, order);
  return row;
}

const update = updateRow<'representatives', RepresentativeEdits & { id: string }>(representativeCollection);

/** Changes the title, the place or the person of a relation. */
export async function updateRepresentative(
  scope: DealWrite,
  { rep, ...edits }: RepresentativeEdits & { id: string; rep: string },
): Promise<DealRows['representatives'][number]> {
  return update(scope, { ...edits, id: rep });
}

const remove = deleteRow(representativeCollection, (scope, { uuid }) =>
  assertNoneWentOut(scope, { auth_rep: uuid }, 'This representative can’t be removed'),
);

export async function deleteRepresentative(
  scope: DealWrite,
  { rep }: { id: string; rep: string },
): Promise<undefined> {
  return remove(scope, { id: rep });
}

export const restoreRepresentative = restoreRow(representativeCollection);
