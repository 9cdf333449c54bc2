import { signatoryCollection } from '../../../../contract/collections/signatories.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type Step } from '../../../outbox/command.ts';
import { mutate } from '../../../outbox/mutate.ts';
import type { CollectionRow } from '../../../rows.ts';
import { createdBy, defineCreate } from '../../collections/create-row.ts';
import { deleteAllWithDependents } from '../../collections/delete-row.ts';
import type { RowInDeal } from '../../collections/edit-row.ts';
import { STANDARD } from '../../collections/standard-commands.ts';

type SignatoryRow = CollectionRow<'signatories'>;

/** The details that users enter about a signatory. */
export type SignatoryFacts = Pick<
  SignatoryRow,
  'fullName' | 'email' | 'isOrg' | 'address' | 'entityDescription' | 'instapagesConfig'
>;

export interface CreateSignatoryArgs extends RowInDeal, SignatoryFacts {
  /** How many signatories are before it, according to this device. */
  order: number;
}

export const createSignatoryDefinition = defineCreate(signatoryCollection, {
  rowOf: (args: CreateSignatoryArgs, stamp): SignatoryRow => ({
    ...args,
    bulkSignatoryUploadId: null,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: ({ transaction, uuid, fullName, email, isOrg, address, entityDescription, instapagesConfig }) =>
    requestTo('signatories', 'create', {
      transaction,
      uuid,
      full_name: fullName,
      email,
      is_org: isOrg,
      address,
      entity_description: entityDescription,
      instapages_config: instapagesConfig,
    }),
  deletion: STANDARD.signatories.delete,
});

const NO_FACTS: Omit<SignatoryFacts, 'fullName' | 'isOrg'> = {
  email: '',
  address: '',
  entityDescription: '',
  instapagesConfig: null,
};

/** Adds a signatory after the deal's existing ones. */
export async function createSignatory(
  db: MirrorDatabase,
  args: RowInDeal & Pick<SignatoryFacts, 'fullName' | 'isOrg'> & Partial<SignatoryFacts>,
): Promise<Step[]> {
  const order = await db.signatories.where({ transaction: args.transaction }).count();
  return mutate(db, createSignatoryDefinition, { ...NO_FACTS, ...args, order });
}

/** Deletes signatories with their relations, values, memberships and assignments, as one act. */
export async function deleteSignatories(
  db: MirrorDatabase,
  args: { transaction: string; uuids: readonly string[] },
): Promise<Step[]> {
  return deleteAllWithDependents(db, STANDARD.signatories.delete, signatoryCollection, args);
}
