import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import type {
  newSignatoriesSchema,
  NewSignatory,
  SignatoryEdits,
} from '../../../src/contract/entities/signing/signatory.ts';
import type * as z from 'zod';
import { invalid } from '../../refusal.ts';
import { countRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { createRow, createRows, type Born } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { clearInPacket } from '../packets/clear-in-packet.ts';
import { deleteRestoredPackets } from '../packets/delete-packets.ts';
import { assertMayRepresentAgain, readCapacities } from './capacities.ts';
import { assertNoPacketSentTo, assertNothingSentThrough } from './sent-assignments.ts';
import { assertFormatsOfSignatories } from './signature-formats.ts';
import { deleteUnusedPages } from './signature-pages.ts';

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

/** Adds a signatory after the deal's existing ones. */
export const createSignatory = createRow(signatoryCollection, async (born, sent: NewSignatory, scope) => {
  const { tx, deal } = scope;
  await assertFormatsOfSignatories(scope, [sent]);
  return newSignatory(born, sent, await countRows(tx, 'signatories', { deal: deal.uuid }));
});

/** Adds signatories, in the given order, after the deal's existing ones. Doesn't check their signature formats. */
export const addSignatories = createRows(
  signatoryCollection,
  (sent: z.output<typeof newSignatoriesSchema>): Sent[] => sent.signatories,
  {
    async newRows(sent, { tx, deal }) {
      const before = await countRows(tx, 'signatories', { deal: deal.uuid });
      return sent.map(({ born, input }, at) => newSignatory(born, input, before + at));
    },
  },
);

/** Adds signatories as a request sends them. @throws {Refusal} `not_allowed` if a signature format is turned off */
export async function createSignatories(
  scope: DealWrite,
  sent: z.output<typeof newSignatoriesSchema>,
): Promise<DealRows['signatories']> {
  await assertFormatsOfSignatories(scope, sent.signatories);
  return addSignatories(scope, sent);
}

/**
 * The fields that the pages show about signers. A signature is given by the person, and for the entity, that the page names.
 */
const ON_SENT_PAGES: ReadonlySet<string> = new Set(['full_name', 'entity_description', 'instapages_config']);

export const updateSignatory = updateRow<'signatories', SignatoryEdits & { id: string }>(
  signatoryCollection,
  async ({ row, edits, fields }, scope) => {
    const { uuid, full_name } = row;
    const { is_org } = edits;
    if (fields.includes('is_org')) {
      const what = `${full_name} can’t become ${is_org === true ? 'an entity' : 'a person'}`;
      await assertNothingSentThrough(scope, { signatories: [uuid] }, what);
    }
    if (fields.some((field) => ON_SENT_PAGES.has(field))) {
      const what = `The name and description of ${full_name} can’t be changed`;
      await assertNothingSentThrough(scope, { signatories: [uuid] }, what);
    }
    await assertFormatsOfSignatories(scope, [edits]);
    if (row.is_org && is_org === false && (await readCapacities(scope)).representatives(uuid).length > 0)
      throw invalid(
        `${full_name} has representatives, so it can’t be a person. Remove the representatives first.`,
        'is_org',
      );
    return {};
  },
);

const remove = deleteRow(signatoryCollection, async (scope: DealWrite, { uuid, full_name }) => {
  const what = `${full_name} can’t be deleted`;
  await assertNothingSentThrough(scope, { signatories: [uuid] }, what);
  await assertNoPacketSentTo(scope, [uuid], what);
});

/**
 * Deletes a signatory with their relations, values, memberships and open assignments, and with pages that nobody else
 * signs.
 */
export async function deleteSignatory(scope: DealWrite, input: { id: string }): Promise<undefined> {
  await remove(scope, input);
  // Their packets were deleted with them.
  await clearInPacket(scope);
  await deleteUnusedPages(scope);
}

const restoreAll = restoreRow(signatoryCollection);

/**
 * Restores a signatory with everything that was deleted with them, except for unsent packets. @throws {Refusal} `invalid` if
 * the relations would now make a cycle
 */
export async function restoreSignatory(scope: DealWrite, uuid: string): Promise<undefined> {
  await restoreAll(scope, uuid);
  await deleteRestoredPackets(scope);
  await assertMayRepresentAgain(scope, [uuid]);
}
