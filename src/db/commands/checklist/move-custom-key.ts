import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { Draft } from '../../outbox/draft.ts';
import { mutate, step } from '../../outbox/mutate.ts';

export interface MoveCustomKeyArgs {
  transaction: string;
  uuid: string;
  /** The field that it comes behind; null = first. */
  after: string | null;
  /** The deal's other fields as they stood. */
  others: string[];
}

export const moveCustomKeyDefinition: CommandDefinition<MoveCustomKeyArgs> = {
  name: 'custom-key.move',
  lane: (args) => args.transaction,
  keys: (args) => [args.uuid, ...args.others].map((key) => ({ table: 'customKeys', key })),
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  apply(draft, args) {
    const moved = draft.get('customKeys', args.uuid);
    if (!moved) return;
    othersInOrder(draft, args)
      .toSpliced(placeOf(draft, args), 0, moved)
      .forEach((row, order) => draft.put('customKeys', row.uuid, { ...row, order }));
  },
  inverse(args, before) {
    const row = before.get('customKeys', args.uuid);
    if (!row) return [];
    const behind = othersInOrder(before, args).findLast(({ order }) => order < row.order);
    const stands = (shown: Draft) => shown.get('customKeys', args.uuid) !== null;
    return [step(moveCustomKeyDefinition, { ...args, after: behind?.uuid ?? null }, stands)];
  },
  request: (args, before) =>
    requestTo('customKeys', 'update', { id: args.uuid, order: placeOf(before, args) }),
  refreshes: ['customKeys'],
  failure: 'There was a problem attempting to update the order',
};

/** Counted without itself; behind one that is gone means at the end. */
function placeOf(draft: Draft, args: MoveCustomKeyArgs): number {
  if (args.after === null) return 0;
  const others = othersInOrder(draft, args);
  const at = others.findIndex(({ uuid }) => uuid === args.after);
  return at < 0 ? others.length : at + 1;
}

function othersInOrder(draft: Draft, { others }: MoveCustomKeyArgs) {
  return others
    .flatMap((uuid) => draft.get('customKeys', uuid) ?? [])
    .toSorted((one, other) => one.order - other.order || (one.uuid < other.uuid ? -1 : 1));
}

/** Moves a field among the others. */
export async function moveCustomKey(
  db: MirrorDatabase,
  args: Omit<MoveCustomKeyArgs, 'others'>,
): Promise<Step[]> {
  const keys = await db.customKeys.where({ transaction: args.transaction }).primaryKeys();
  return mutate(db, moveCustomKeyDefinition, { ...args, others: keys.filter((uuid) => uuid !== args.uuid) });
}
