import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';
import { removeField } from './delete-custom-key.ts';

export interface CreateCustomKeyArgs {
  transaction: string;
  uuid: string;
  key: string;
  /** How many there are before it, as far as is known here. */
  order: number;
}

export const createCustomKeyDefinition: CommandDefinition<CreateCustomKeyArgs> = {
  name: 'custom-key.create',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'customKeys', key: args.uuid }],
  structural: false,
  creates: (args) => [args.uuid],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  wording: { of: (args) => args.key, with: (args, key) => ({ ...args, key }) },
  apply(draft, args, stamp) {
    if (draft.get('customKeys', args.uuid)) return;
    draft.put('customKeys', args.uuid, {
      uuid: args.uuid,
      transaction: args.transaction,
      key: args.key,
      order: args.order,
      createdAt: stamp.madeAt,
      version: 0,
      modifiedAt: stamp.madeAt,
      modifiedBy: stamp.userId,
    });
  },
  inverse: ({ transaction, uuid, key }) => removeField({ transaction, uuid, key }),
  request: ({ transaction, uuid, key }) =>
    requestTo('customKeys', 'bulkCreate', { transaction, custom_keys: [{ uuid, key }] }),
  refreshes: ['customKeys'],
  failure: 'There was a problem attempting to create the field',
};

/** Adds a field behind those that the deal has. */
export async function createCustomKey(
  db: MirrorDatabase,
  args: Omit<CreateCustomKeyArgs, 'order'>,
): Promise<Step[]> {
  const order = await db.customKeys.where({ transaction: args.transaction }).count();
  return mutate(db, createCustomKeyDefinition, { ...args, order });
}
