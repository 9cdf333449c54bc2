import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate, step } from '../../outbox/mutate.ts';
import { sameFields } from './same-fields.ts';
import { fieldsBefore, stillHas, withEdits } from './with-edits.ts';

export interface UpdateItemArgs {
  transaction: string;
  uuid: string;
  edits: {
    name?: string | undefined;
    description?: string | undefined;
    complete?: boolean | undefined;
    forSigning?: boolean | undefined;
    fullyExecuted?: boolean | undefined;
    isDeed?: boolean | undefined;
    isSupplemental?: boolean | undefined;
    isTemplate?: boolean | undefined;
    nameAlt?: string | undefined;
    nameAltEnabled?: boolean | undefined;
    requiresOriginalSignatures?: boolean | undefined;
  };
}

export const updateItemDefinition: CommandDefinition<UpdateItemArgs> = {
  name: 'item.update',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'items', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  edits: (args) => ({ table: 'items', key: args.uuid }),
  replaces: sameFields,
  wording: {
    of: (args) => args.edits.name,
    with: (args, name) => ({ ...args, edits: { ...args.edits, name } }),
  },
  apply(draft, args) {
    const item = draft.get('items', args.uuid);
    if (item) draft.put('items', args.uuid, withEdits(item, args.edits));
  },
  inverse(args, before) {
    const row = before.get('items', args.uuid);
    if (!row) return [];
    const back = { ...args, edits: fieldsBefore(row, args.edits) };
    return [step(updateItemDefinition, back, (shown) => stillHas(shown.get('items', args.uuid), args.edits))];
  },
  request: ({ uuid, edits }) =>
    requestTo('items', 'update', {
      id: uuid,
      name: edits.name,
      description: edits.description,
      complete: edits.complete,
      for_signing: edits.forSigning,
      fully_executed: edits.fullyExecuted,
      is_deed: edits.isDeed,
      is_supplemental: edits.isSupplemental,
      is_template: edits.isTemplate,
      name_alt: edits.nameAlt,
      name_alt_enabled: edits.nameAltEnabled,
      requires_original_signatures: edits.requiresOriginalSignatures,
    }),
  refreshes: ['items'],
  failure: 'There was a problem attempting to update the document',
};

/** Changes what is said of an item, or checks it off. */
export async function updateItem(db: MirrorDatabase, args: UpdateItemArgs): Promise<Step[]> {
  return mutate(db, updateItemDefinition, args);
}
