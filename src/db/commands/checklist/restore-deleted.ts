import type { RestoreRequest } from '../../../contract/entities/transaction.ts';
import { requestTo, type CommandDefinition } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';

/** What can be brought back from the activity of a deal. */
export type RestorableKind = RestoreRequest['kind'];
export const RESTORABLE_KINDS = [
  'element',
  'item',
  'task',
  'document',
  'custom_key',
] as const satisfies readonly RestorableKind[];

export interface RestoreDeletedArgs {
  transaction: string;
  kind: RestorableKind;
  uuid: string;
  /** What it was called, for the words about the edit. */
  called: string;
}

const NOUNS: Record<RestorableKind, string> = {
  element: 'header',
  item: 'document',
  task: 'task',
  document: 'document',
  custom_key: 'field',
};

export const restoreDeletedDefinition: CommandDefinition<RestoreDeletedArgs> = {
  name: 'deleted.restore',
  lane: (args) => args.transaction,
  keys: () => [],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  // The device has nothing of it any more: it is there once the server tells.
  apply: () => undefined,
  request: ({ transaction, kind, uuid }) =>
    requestTo('transactions', 'restore', { id: transaction, kind, uuid }),
  refreshes: ['elements', 'items', 'documents', 'tasks', 'customKeys'],
  failure: ({ kind }) => `There was a problem attempting to restore the ${NOUNS[kind]}`,
};

/** Brings back what somebody has deleted, perhaps long ago and on another device. */
export async function restoreDeleted(db: MirrorDatabase, args: RestoreDeletedArgs): Promise<void> {
  await mutate(db, restoreDeletedDefinition, args);
}
