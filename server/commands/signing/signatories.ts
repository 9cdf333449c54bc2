import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type {
  newSignatoriesSchema,
  NewSignatory,
  SignatoryEdits,
} from '../../../src/contract/entities/signatory.ts';
import type * as z from 'zod';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { createRow, createRows, type Born } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { assertNoneWentOut } from './sent-assignments.ts';

type Sent = Omit<NewSignatory, 'transaction'>;

function newSignatory(born: Born, sent: Sent, order: number) {
  return {
    ...born,
    full_name: sent.full_name,
    email: sent.email ?? '',
    is_org: sent.is_org ?? false,
    address: sent.address ?? '',
    entity_description: sent.entity_description ?? '',
    instapages_config: sent.instapages_config ? JSON.stringify(sent.instapages_config) : null,
    bulk_signatory_upload_id: null,
    order,
  };
}

/** Adds a signatory after those that the deal has. */
export const createSignatory = createRow(
  signatoryCollection,
  async (born, sent: NewSignatory, _scope, others) => newSignatory(born, sent, (await others()).length),
);

/** Adds signatories, in the given order, after those that the deal has. */
export const createSignatories = createRows(
  signatoryCollection,
  (sent: z.output<typeof newSignatoriesSchema>) => sent.signatories,
  async (born, sent: Sent, _scope, others) => newSignatory(born, sent, (await others()).length),
);

export const updateSignatory = updateRow<'signatories', SignatoryEdits & { id: string }>(signatoryCollection);

/** Deletes a signatory, along with their relations, values, memberships and open assignments. */
export const deleteSignatory = deleteRow(signatoryCollection, (scope: DealWrite, { uuid, full_name }) =>
  assertNoneWentOut(scope, { signatory: uuid }, `${full_name} can’t be deleted`),
);

export const restoreSignatory = restoreRow(signatoryCollection);
