import { v7 } from 'uuid';
import { customKeyCollection } from '../../src/contract/collections/custom-keys.ts';
import { itemCollection } from '../../src/contract/collections/items.ts';
import { assign } from '../commands/signing/assignments.ts';
import { assignGroupDynamically } from '../commands/signing/group-assignments.ts';
import { createCustomValue } from '../commands/signing/custom-values.ts';
import { createRepresentative } from '../commands/signing/representatives.ts';
import { createSignatories } from '../commands/signing/signatories.ts';
import { createSigningGroup, createSigningGroupMembers } from '../commands/signing/signing-groups.ts';
import { setFeature } from '../store/account/features.ts';
import { selectRows } from '../store/deals/collection-rows.ts';
import type { DealWrite } from '../store/deals/deal-write.ts';
import type { SampleSigning } from './sample-signing.ts';

/** Adds a sample deal's signatories, their capacities, and the documents that they sign. */
export async function seedSigning(
  scope: DealWrite,
  { signatories, values, groups, documents }: SampleSigning,
): Promise<void> {
  const transaction = scope.deal.uuid;
  const people = new Map(signatories.map(({ name }) => [name, v7()]));
  await createSignatories(scope, {
    transaction,
    signatories: signatories.map(({ name, email, description, by }) => ({
      uuid: people.get(name),
      full_name: name,
      email,
      is_org: by !== undefined,
      entity_description: description,
    })),
  });
  const relations = new Map<string, Map<string, string>>();
  for (const { name, by = [] } of signatories) {
    const own = new Map<string, string>();
    for (const { name: representative, title } of by) {
      const signatory = idIn(people, representative);
      const { uuid } = await createRepresentative(scope, { id: idIn(people, name), title, signatory });
      own.set(title, uuid);
    }
    relations.set(name, own);
  }
  /** Without a title, an entity signs through its first representative. */
  const signerOf = (signer: string | { name: string; as: string }) => {
    const { name, as } = typeof signer === 'string' ? { name: signer, as: undefined } : signer;
    const own = relations.get(name);
    const [first = null] = own?.values() ?? [];
    return { signatory: idIn(people, name), auth_rep: as === undefined ? first : (own?.get(as) ?? null) };
  };
  const groupIds = new Map<string, string>();
  for (const { name, members } of groups) {
    const { uuid: group } = await createSigningGroup(scope, { transaction, name });
    await createSigningGroupMembers(scope, { group, members: members.map(signerOf) });
    groupIds.set(name, group);
  }
  const keys = await selectRows(scope.tx, customKeyCollection, { deal: transaction });
  const keyIds = new Map(keys.map(({ key, uuid }) => [key, uuid]));
  for (const [key, bySignatory] of Object.entries(values))
    for (const [name, value] of Object.entries(bySignatory))
      await createCustomValue(scope, {
        transaction,
        signatory: idIn(people, name),
        custom_key: idIn(keyIds, key),
        value,
      });
  // The sample shows the groups' members.
  await setFeature(scope.tx, {
    name: 'SHOW_SIGNING_GROUP_TAGS',
    transaction,
    is_active: true,
    set_at: scope.now,
  });
  const items = await selectRows(scope.tx, itemCollection, { deal: transaction });
  const itemIds = new Map(items.map(({ name, uuid }) => [name, uuid]));
  for (const { item: name, signers = [], group } of documents) {
    const item = idIn(itemIds, name);
    await assign(
      scope,
      signers.map((signer) => ({ item, ...signerOf(signer) })),
    );
    if (group !== undefined) await assignGroupDynamically(scope, { id: idIn(groupIds, group), item });
  }
}

function idIn(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The sample deal names ${name}, which it doesn’t have.`);
  return id;
}
