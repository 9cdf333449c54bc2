import { TOP } from '../../contract/rules/child-lists.ts';
import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { mutate } from '../mutate.ts';

export interface NewTransaction {
  uuid: string;
  name: string;
  clientName: string;
  matterNumber: string;
  /** ISO date, or null while it is open. */
  closingDate: string | null;
}

export interface CreateTransactionArgs extends NewTransaction {
  /** Who opens it, for the row shown until the server's own comes. */
  creator: { uuid: string; name: string; organization: string };
}

export const createTransactionDefinition: CommandDefinition<CreateTransactionArgs> = {
  name: 'transaction.create',
  lane: (args) => args.uuid,
  keys: (args) => [{ table: 'transactions', key: args.uuid }],
  structural: true,
  creates: (args) => [args.uuid],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  wording: { of: (args) => args.name, with: (args, name) => ({ ...args, name }) },
  apply(draft, args, stamp) {
    // An empty checklist: the deal can be worked on before the server knows of it.
    if (!draft.lists.has(TOP)) draft.setLists(new Map([[TOP, []]]));
    if (draft.get('transactions', args.uuid)) return;
    draft.put('transactions', args.uuid, {
      uuid: args.uuid,
      name: args.name,
      description: '',
      clientName: args.clientName,
      clientNumber: '',
      matterNumber: args.matterNumber,
      closingDate: args.closingDate,
      createdAt: stamp.madeAt,
      createdBy: { uuid: args.creator.uuid, name: args.creator.name },
      isSample: false,
      archived: false,
      kind: 'packets',
      organization: args.creator.organization,
      url: `/transaction/${args.uuid}/checklist`,
      numDocuments: 0,
      participants: [],
      version: 0,
      modifiedAt: stamp.madeAt,
      modifiedBy: stamp.userId,
    });
  },
  request: (args) =>
    requestTo('transactions', 'create', {
      uuid: args.uuid,
      name: args.name,
      client_name: args.clientName,
      matter_number: args.matterNumber,
      closing_date: args.closingDate,
    }),
  refreshes: ['transactions', 'elements'],
  failure: 'There was a problem attempting to create the transaction',
};

/** Opens a deal. */
export async function createTransaction(db: MirrorDatabase, args: NewTransaction): Promise<void> {
  const user = await db.users.get(db.userId);
  const creator = { uuid: db.userId, name: user?.fullName ?? '', organization: user?.organization ?? '' };
  await mutate(db, createTransactionDefinition, { ...args, creator });
}
