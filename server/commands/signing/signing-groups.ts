import type * as z from 'zod';
import { signingGroupMemberCollection } from '../../../src/contract/collections/signing-group-members.ts';
import { signingGroupCollection } from '../../../src/contract/collections/signing-groups.ts';
import type {
  NewSigningGroupMember,
  newSigningGroupMembersSchema,
  SigningGroupMemberEdits,
} from '../../../src/contract/entities/signing-group-member.ts';
import type { NewSigningGroup, SigningGroupEdits } from '../../../src/contract/entities/signing-group.ts';
import { createRow, createRows, type Born } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';

export const createSigningGroup = createRow(signingGroupCollection, (born, { name }: NewSigningGroup) => ({
  ...born,
  name,
}));

export const updateSigningGroup = updateRow<'signing_groups', SigningGroupEdits & { id: string }>(
  signingGroupCollection,
);

/** Deletes a group with its memberships and dynamic assignments. Its members stay signatories of the deal. */
export const deleteSigningGroup = deleteRow(signingGroupCollection);

export const restoreSigningGroup = restoreRow(signingGroupCollection);

function newMember(
  born: Born,
  { group, signatory, auth_rep }: NewSigningGroupMember,
  others: readonly { group: string }[],
) {
  const order = others.filter((each) => each.group === group).length;
  return { ...born, group, signatory, auth_rep: auth_rep ?? null, order };
}

/** Adds a signatory to a group, after its other members. */
export const createSigningGroupMember = createRow(
  signingGroupMemberCollection,
  async (born, sent: NewSigningGroupMember, _scope, others) => newMember(born, sent, await others()),
);

type NewMembers = z.output<typeof newSigningGroupMembersSchema>;

/** Adds signatories to a group, after its other members. */
export const createSigningGroupMembers = createRows(
  signingGroupMemberCollection,
  ({ group, members }: NewMembers): NewSigningGroupMember[] => members.map((each) => ({ ...each, group })),
  async (born, sent: NewSigningGroupMember, _scope, others) => newMember(born, sent, await others()),
);

export const updateSigningGroupMember = updateRow<
  'signing_group_members',
  SigningGroupMemberEdits & { id: string }
>(signingGroupMemberCollection);

export const deleteSigningGroupMember = deleteRow(signingGroupMemberCollection);

export const restoreSigningGroupMember = restoreRow(signingGroupMemberCollection);
