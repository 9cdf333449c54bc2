import type { CollectionName, DealCollection } from '../../../contract/collections/deal-collections.ts';
import type { CommandDefinition, Step } from '../../outbox/command.ts';
import { step } from '../../outbox/mutate.ts';
import type { MirrorRows } from '../../rows.ts';
import { textIn } from './edits.ts';
import type { RowInDeal } from './edit-row.ts';

/** A deleted row, as it was. */
export interface DeletedRow<Name extends CollectionName> {
  transaction: string;
  row: MirrorRows[Name];
}

/** A collection whose rows can be restored. */
type Restorable = Extract<DealCollection, { restorable: string }>;

/** Defines the command that deletes a row of a collection, and the one that restores it. */
export function defineDelete<Facts extends Restorable>({ name, command, nouns, title, restorable }: Facts) {
  const table: Facts['name'] = name;
  const deletion: CommandDefinition<RowInDeal> = {
    name: `${command}.delete`,
    lane: (args) => args.transaction,
    keys: (args) => [{ table, key: args.uuid }],
    structural: false,
    creates: () => [],
    refersTo: (args) => [args.uuid],
    touches: (args) => [args.uuid],
    apply: (draft, args) => draft.remove(table, args.uuid),
    inverse({ transaction, uuid }, before) {
      const row = before.get(table, uuid);
      return row ? [step(restoring, { transaction, row })] : [];
    },
    request: (args) => ({ endpoint: `${name}.delete`, input: { id: args.uuid } }),
    refreshes: [table],
    failure: `There was a problem attempting to delete the ${nouns.one}`,
  };
  const restoring: CommandDefinition<DeletedRow<Facts['name']>> = {
    name: `${command}.restore`,
    lane: (args) => args.transaction,
    keys: ({ row }) => [{ table, key: row.uuid }],
    structural: false,
    creates: () => [],
    refersTo: ({ row }) => [row.uuid],
    touches: ({ row }) => [row.uuid],
    apply(draft, { row }) {
      if (!draft.get(table, row.uuid)) draft.put(table, row.uuid, row);
    },
    inverse: ({ transaction, row }) => [
      deleteStep(deletion, { table, title }, { transaction, uuid: row.uuid }, textIn(row, title)),
    ],
    request: ({ transaction, row }) => ({
      endpoint: 'transactions.restore',
      input: { id: transaction, kind: restorable, uuid: row.uuid },
    }),
    refreshes: [table],
    failure: `There was a problem attempting to restore the ${nouns.one}`,
  };
  return { deletion, restoring };
}

/** Undoes that a row was created or restored, as long as it is still called the same. */
export function deleteStep(
  deletion: CommandDefinition<RowInDeal>,
  { table, title }: { table: CollectionName; title: string },
  { transaction, uuid }: RowInDeal,
  called: string | undefined,
): Step {
  return step(deletion, { transaction, uuid }, (shown) => {
    const row = shown.get(table, uuid);
    return row !== null && textIn(row, title) === called;
  });
}
