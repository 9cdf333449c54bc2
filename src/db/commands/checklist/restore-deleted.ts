import { DEAL_COLLECTIONS, type RestorableKind } from '../../../contract/collections/deal-collections.ts';
import { requestTo, type CommandDefinition } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';

export interface RestoreDeletedArgs {
  transaction: string;
  kind: RestorableKind;
  uuid: string;
  /** Its name, for the description of the edit. */
  called: string;
}

const RESTORABLE = DEAL_COLLECTIONS.filter(({ restorable }) => restorable !== null);

function nounOf(kind: RestorableKind): string {
  return RESTORABLE.find(({ restorable }) => restorable === kind)?.nouns.one ?? 'item';
}

export const restoreDeletedDefinition: CommandDefinition<RestoreDeletedArgs> = {
  name: 'deleted.restore',
  lane: (args) => args.transaction,
  keys: () => [],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  // This device has nothing left of it. It appears once the server sends it.
  apply: () => undefined,
  request: ({ transaction, kind, uuid }) =>
    requestTo('transactions', 'restore', { id: transaction, kind, uuid }),
  refreshes: RESTORABLE.map(({ name }) => name),
  failure: ({ kind }) => `There was a problem attempting to restore the ${nounOf(kind)}`,
};

/** Restores what somebody has deleted, perhaps long ago and on another device. */
export async function restoreDeleted(db: MirrorDatabase, args: RestoreDeletedArgs): Promise<void> {
  await mutate(db, restoreDeletedDefinition, args);
}
