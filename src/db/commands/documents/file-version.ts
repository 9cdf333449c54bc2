import { signingFlags } from '../../../contract/rules/documents/signing-type.ts';
import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { runSteps, step } from '../../outbox/mutate.ts';
import type { DocumentRow, ItemRow } from '../../rows.ts';

export interface FileVersionArgs {
  transaction: string;
  /** The document. */
  uuid: string;
  item: string;
  /** False if it is moved from the item back to the upload queue. */
  filed: boolean;
}

export const fileVersionDefinition: CommandDefinition<FileVersionArgs> = {
  name: 'document.file-version',
  lane: (args) => args.transaction,
  keys: (args) => [
    { table: 'documents', key: args.uuid },
    { table: 'items', key: args.item },
  ],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid, args.item],
  touches: (args) => [args.uuid, args.item],
  apply(draft, { uuid, item: itemId, filed }) {
    const document = draft.get('documents', uuid);
    const item = draft.get('items', itemId);
    if (!document || !item) return;
    draft.put('documents', uuid, { ...document, inQueue: !filed, itemId: filed ? itemId : null });
    draft.put('items', itemId, filed ? withVersion(item, document) : withoutVersion(item, uuid));
  },
  inverse(args, before) {
    const document = before.get('documents', args.uuid);
    if (!document || !before.get('items', args.item)) return [];
    const here = args.filed ? args.item : null;
    return [
      step(fileVersionDefinition, { ...args, filed: !args.filed }, (shown) => {
        const now = shown.get('documents', args.uuid);
        return now !== null && now.itemId === here;
      }),
    ];
  },
  request: ({ uuid, item, filed }) =>
    requestTo('documents', 'update', { id: uuid, item_id: filed ? item : null }),
  refreshes: ['documents', 'items'],
  failure: 'There was a problem adding the new version',
};

/** Returns an item with a new version: the current one if the item has no file, otherwise a queued one. */
function withVersion(item: ItemRow, { uuid, signingType }: DocumentRow): ItemRow {
  if (item.document !== null) return { ...item, pendingVersionDocument: uuid };
  // An item's first file determines its signing type, unless one was set before.
  const says = !item.forSigning && !item.fullyExecuted;
  return {
    ...item,
    document: uuid,
    pendingConversionDocument: null,
    ...(says && signingFlags(signingType)),
  };
}

/** Returns an item without one of its versions. */
export function withoutVersion(item: ItemRow, document: string): ItemRow {
  return {
    ...item,
    ...(item.document === document && { document: null, pages: [] }),
    ...(item.pendingVersionDocument === document && { pendingVersionDocument: null }),
    ...(item.pendingConversionDocument === document && { pendingConversionDocument: null }),
  };
}

export interface SetVersionArgs {
  transaction: string;
  /** The item. */
  uuid: string;
  /** The version that should become current. */
  document: string;
}

export const setVersionDefinition: CommandDefinition<SetVersionArgs> = {
  name: 'item.set-version',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'items', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid, args.document],
  touches: (args) => [args.uuid],
  edits: (args) => ({ table: 'items', key: args.uuid }),
  apply(draft, { uuid, document }) {
    const item = draft.get('items', uuid);
    if (!item || item.document === document) return;
    draft.put('items', uuid, { ...withoutVersion(item, document), document, pages: [] });
  },
  inverse(args, before) {
    const current = before.get('items', args.uuid)?.document ?? null;
    if (current === null || current === args.document) return [];
    return [
      step(
        setVersionDefinition,
        { ...args, document: current },
        (shown) => shown.get('items', args.uuid)?.document === args.document,
      ),
    ];
  },
  request: ({ uuid, document }) => requestTo('items', 'update', { id: uuid, document }),
  refreshes: ['items'],
  failure: 'There was a problem attempting to update the document',
};

/** Makes a queued document the current version of an item, whatever its current version. */
export async function bringVersion(
  db: MirrorDatabase,
  { transaction, document, item }: { transaction: string; document: string; item: string },
): Promise<Step[]> {
  return runSteps(db, [
    step(fileVersionDefinition, { transaction, uuid: document, item, filed: true }),
    step(setVersionDefinition, { transaction, uuid: item, document }),
  ]);
}

/** Moves a file from the item that it is a version of back to the upload queue. */
export async function takeVersionBack(
  db: MirrorDatabase,
  args: { transaction: string; uuid: string; item: string },
): Promise<Step[]> {
  return runSteps(db, [step(fileVersionDefinition, { ...args, filed: false })]);
}

/** Makes one of an item's versions its current one. */
export async function setVersion(db: MirrorDatabase, args: SetVersionArgs): Promise<Step[]> {
  return runSteps(db, [step(setVersionDefinition, args)]);
}
