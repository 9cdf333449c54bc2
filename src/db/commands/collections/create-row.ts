import type { DealCollection } from '../../../contract/collections/deal-collections.ts';
import { camelKey } from '../../codec.ts';
import type { CommandDefinition, Stamp } from '../../outbox/command.ts';
import type { Draft } from '../../outbox/draft.ts';
import { fieldIn, instead } from '../../outbox/given-ids.ts';
import type { FrozenRequest, MirrorRows } from '../../rows.ts';
import { textIn, withField } from './edits.ts';
import { asLeft, deleteStep, type DeleteArgs } from './delete-row.ts';
import type { RowInDeal } from './edit-row.ts';

interface CreateOptions<Row, Args> {
  /** The new row. */
  rowOf: (args: Args, stamp: Stamp) => Row;
  request: (args: Args) => FrozenRequest;
  /** The command that deletes such a row; absent if no command does. */
  deletion?: CommandDefinition<DeleteArgs>;
}

/** What a new row records about its creation. */
export function createdBy({ madeAt, userId }: Stamp) {
  return { createdAt: madeAt, version: 0, modifiedAt: madeAt, modifiedBy: userId };
}

/** Defines the command that creates a row of a collection. Its arguments have the row's name in the field `title`, if rows have one. */
export function defineCreate<Facts extends DealCollection, Args extends RowInDeal>(
  { name, command, nouns, title, parents }: Facts,
  { rowOf, request, deletion }: CreateOptions<MirrorRows[Facts['name']], Args>,
): CommandDefinition<Args> {
  const table: Facts['name'] = name;
  const parentsIn = (args: Args): string[] =>
    parents.flatMap(({ field }) => textIn(args, camelKey(field)) ?? []);
  return {
    name: `${command}.create`,
    lane: (args) => args.transaction,
    keys: (args) => [{ table, key: args.uuid }],
    structural: false,
    creates: (args) => [args.uuid],
    refersTo: (args) => [args.uuid, ...parentsIn(args)],
    touches: (args) => [args.uuid],
    wording: {
      of: (args) => textIn(args, title),
      with: (args, text) => withField(args, title, text),
    },
    apply(draft, args, stamp) {
      if (!draft.get(table, args.uuid)) draft.put(table, args.uuid, rowOf(args, stamp));
    },
    ...(deletion && {
      inverse: (args: Args, _before: Draft, stamp: Stamp) => [
        deleteStep(deletion, table, args, [asLeft(table, rowOf(args, stamp))]),
      ],
    }),
    request,
    // The server already has the same row, which somebody else created in the meantime.
    remaps: ({ uuid }, answer) => new Map(instead(uuid, fieldIn(answer, 'uuid'))),
    refreshes: [table],
    failure: `There was a problem attempting to create the ${nouns.one}`,
  };
}
