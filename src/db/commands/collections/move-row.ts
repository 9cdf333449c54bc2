import type { DealCollection } from '../../../contract/collections/deal-collections.ts';
import { byOrder, indexAfter, withInserted } from '../../../contract/rules/checklist/order.ts';
import { camelKey } from '../../codec.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { CommandDefinition } from '../../outbox/command.ts';
import type { Draft } from '../../outbox/draft.ts';
import { step } from '../../outbox/mutate.ts';
import type { FrozenRequest } from '../../rows.ts';
import { textIn } from './edits.ts';
import type { RowInDeal } from './edit-row.ts';

/** A collection whose rows have their own order. */
type Ordered = Extract<DealCollection, { orderedWithin: string }>;

export interface MoveRowArgs extends RowInDeal {
  /** The row that it comes after; null = first. */
  after: string | null;
  /** The other rows that share the order. */
  others: string[];
}

/** Defines the command that moves a row among the others of its collection. */
export function defineMove<Args extends MoveRowArgs = MoveRowArgs>(
  { name: table, command }: Ordered,
  requestOf: (args: Args, order: number, before: Draft) => FrozenRequest = (args, order) => ({
    endpoint: `${table}.update`,
    input: { id: args.uuid, order },
  }),
): CommandDefinition<Args> {
  const othersInOrder = (draft: Draft, { others }: MoveRowArgs) =>
    others.flatMap((uuid) => draft.get(table, uuid) ?? []).toSorted(byOrder);
  /** Counted without the row itself. */
  const indexOf = (draft: Draft, args: MoveRowArgs): number => {
    const others = othersInOrder(draft, args).map(({ uuid }) => uuid);
    return indexAfter(others, args.after) ?? others.length;
  };
  const definition: CommandDefinition<Args> = {
    name: `${command}.move`,
    lane: (args) => args.transaction,
    keys: (args) => [args.uuid, ...args.others].map((key) => ({ table, key })),
    structural: false,
    creates: () => [],
    refersTo: (args) => [args.uuid],
    touches: (args) => [args.uuid],
    apply(draft, args) {
      const moved = draft.get(table, args.uuid);
      if (!moved) return;
      withInserted(othersInOrder(draft, args), [moved], indexOf(draft, args)).forEach((row, order) =>
        draft.put(table, row.uuid, { ...row, order }),
      );
    },
    inverse(args, before) {
      const row = before.get(table, args.uuid);
      if (!row) return [];
      const previous = othersInOrder(before, args).findLast(({ order }) => order < row.order);
      const isThere = (shown: Draft) => shown.get(table, args.uuid) !== null;
      return [step(definition, { ...args, after: previous?.uuid ?? null }, isThere)];
    },
    request: (args, before) => requestOf(args, indexOf(before, args), before),
    refreshes: [table],
    failure: 'There was a problem attempting to update the order',
  };
  return definition;
}

/** Returns the ids of the other rows that share the order of a row, for the arguments of a move. */
export async function otherRows(
  db: MirrorDatabase,
  { name, orderedWithin }: Pick<DealCollection, 'name' | 'orderedWithin'>,
  { transaction, uuid }: RowInDeal,
): Promise<string[]> {
  const rows: readonly { uuid: string }[] = await db[name].where({ transaction }).toArray();
  const moved = rows.find((row) => row.uuid === uuid);
  const field = orderedWithin === null ? null : camelKey(orderedWithin);
  return rows.flatMap((row) =>
    moved && row !== moved && textIn(row, field) === textIn(moved, field) ? [row.uuid] : [],
  );
}
