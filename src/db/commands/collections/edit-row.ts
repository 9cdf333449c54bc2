import type { DealCollection } from '../../../contract/collections/deal-collections.ts';
import { snakify } from '../../codec.ts';
import type { CommandDefinition, Stamp } from '../../outbox/command.ts';
import type { Draft } from '../../outbox/draft.ts';
import { step } from '../../outbox/mutate.ts';
import type { Collection, FrozenRequest, MirrorRows } from '../../rows.ts';
import {
  fieldsBefore,
  sameFields,
  stillHas,
  textIn,
  withEdits as edited,
  withField,
  type RowEdits,
} from './edits.ts';

/** A row of a deal, as the arguments of a command name it. */
export interface RowInDeal {
  transaction: string;
  uuid: string;
}

interface EditOptions<Row, Args, Edits> {
  /** The command's name, such as `task.update`. */
  verb?: string;
  /** The fields that these arguments set. */
  editsOf: (args: Args) => Edits;
  /** The same arguments, with other values for these fields. */
  withEdits: (args: Args, edits: Edits) => Args;
  /** See `CommandDefinition`. By default, it always does. */
  replaces?: (args: Args, earlier: unknown) => boolean;
  /** Changes that the edits imply for other fields of the row. */
  also?: (row: Row, edits: Edits, stamp: Stamp) => RowEdits<Row>;
  /** Whether the edit can't be undone, given the row before it. */
  isFinal?: (row: Row, edits: Edits, stamp: Stamp) => boolean;
  /** The request, if it isn't the collection's own `update`. */
  request?: (args: Args, before: Draft) => FrozenRequest;
  refreshes?: Collection[];
  failure?: CommandDefinition<Args>['failure'];
}

/** Defines the command that changes fields of a collection's row. */
export function defineEdit<
  Facts extends DealCollection,
  Args extends RowInDeal,
  Edits extends RowEdits<MirrorRows[Facts['name']]>,
>(
  { name, command, nouns, title }: Facts,
  options: EditOptions<MirrorRows[Facts['name']], Args, Edits>,
): CommandDefinition<Args> {
  const table: Facts['name'] = name;
  const { editsOf, withEdits } = options;
  const definition: CommandDefinition<Args> = {
    name: `${command}.${options.verb ?? 'update'}`,
    lane: (args) => args.transaction,
    keys: (args) => [{ table, key: args.uuid }],
    structural: false,
    creates: () => [],
    refersTo: (args) => [args.uuid],
    touches: (args) => [args.uuid],
    edits: (args) => ({ table, key: args.uuid }),
    replaces: options.replaces ?? (() => true),
    wording: {
      of: (args) => textIn(editsOf(args), title),
      with: (args, text) => withEdits(args, withField(editsOf(args), title, text)),
    },
    apply(draft, args, stamp) {
      const row = draft.get(table, args.uuid);
      if (!row) return;
      const edits = editsOf(args);
      draft.put(table, args.uuid, edited(edited(row, edits), options.also?.(row, edits, stamp) ?? {}));
    },
    inverse(args, before, stamp) {
      const row = before.get(table, args.uuid);
      const edits = editsOf(args);
      if (!row || options.isFinal?.(row, edits, stamp)) return [];
      const back = withEdits(args, fieldsBefore(row, edits));
      return [step(definition, back, (shown) => stillHas(shown.get(table, args.uuid), edits))];
    },
    request:
      options.request ??
      ((args) => ({ endpoint: `${name}.update`, input: { id: args.uuid, ...snakify(editsOf(args)) } })),
    refreshes: options.refreshes ?? [table],
    failure: options.failure ?? `There was a problem attempting to update the ${nouns.one}`,
  };
  return definition;
}

/** The options of a command whose arguments hold the fields in `edits`, as most do. */
export function inEdits<Args extends { edits: object }>() {
  return {
    editsOf: ({ edits }: Args): Args['edits'] => edits,
    withEdits: (args: Args, edits: Args['edits']): Args => ({ ...args, edits }),
    replaces: (args: Args, earlier: unknown): boolean => sameFields(args, earlier),
  };
}
