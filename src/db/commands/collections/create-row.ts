import type { DealCollection } from '../../../contract/collections/deal-collections.ts';
import { camelKey } from '../../codec.ts';
import type { CommandDefinition, Stamp } from '../../outbox/command.ts';
import type { FrozenRequest, MirrorRows } from '../../rows.ts';
import { textIn, withField } from './edits.ts';
import { deleteStep } from './delete-row.ts';
import type { RowInDeal } from './edit-row.ts';

interface CreateOptions<Row, Args> {
  /** The row as it will be. */
  rowOf: (args: Args, stamp: Stamp) => Row;
  request: (args: Args) => FrozenRequest;
  /** The command that deletes such a row; absent if nothing does. */
  deletion?: CommandDefinition<RowInDeal>;
}

/** What a new row says about its creation. */
export function createdBy({ madeAt, userId }: Stamp) {
  return { createdAt: madeAt, version: 0, modifiedAt: madeAt, modifiedBy: userId };
}

/** Defines the command that creates a row of a collection. Its arguments have the row's name in the field `title`. */
export function defineCreate<Facts extends DealCollection, Args extends RowInDeal>(
  { name, command, nouns, title, parent }: Facts,
  { rowOf, request, deletion }: CreateOptions<MirrorRows[Facts['name']], Args>,
): CommandDefinition<Args> {
  const table: Facts['name'] = name;
  const parentIn = (args: Args): string[] => {
    const uuid = parent && textIn(args, camelKey(parent.field));
    return uuid == null ? [] : [uuid];
  };
  return {
    name: `${command}.create`,
    lane: (args) => args.transaction,
    keys: (args) => [{ table, key: args.uuid }],
    structural: false,
    creates: (args) => [args.uuid],
    refersTo: (args) => [args.uuid, ...parentIn(args)],
    touches: (args) => [args.uuid],
    wording: {
      of: (args) => textIn(args, title),
      with: (args, text) => withField(args, title, text),
    },
    apply(draft, args, stamp) {
      if (!draft.get(table, args.uuid)) draft.put(table, args.uuid, rowOf(args, stamp));
    },
    ...(deletion && {
      inverse: (args: Args) => [deleteStep(deletion, { table, title }, args, textIn(args, title))],
    }),
    request,
    refreshes: [table],
    failure: `There was a problem attempting to create the ${nouns.one}`,
  };
}
