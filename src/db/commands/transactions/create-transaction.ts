import type { BinderFormat } from '../../../contract/rules/checklist/numbering.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { requestTo, type CommandDefinition } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';
import { NEW_DEAL_FACTS } from '../../new-deal.ts';
import { binderFormatOnWire } from '../checklist/binder-format-on-wire.ts';
import { newParticipantRow } from '../checklist/new-rows.ts';

export interface NewTransaction {
  uuid: string;
  name: string;
  description?: string;
  clientName: string;
  clientNumber?: string;
  matterNumber: string;
  /** ISO date, or null while it is open. */
  closingDate: string | null;
}

export interface CreateTransactionArgs extends Required<NewTransaction> {
  /** The creator, for the row shown until the server's own arrives. */
  creator: { uuid: string; name: string; organization: string };
  /** The creator's numbering for new deals; absent if the device does not know it. The server then uses it. */
  binderFormatStructure?: BinderFormat | undefined;
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
    // The checklist is empty, so the deal can be edited before it reaches the server.
    if (!draft.lists.has(TOP)) draft.setLists(new Map([[TOP, []]]));
    if (draft.get('transactions', args.uuid)) return;
    const {
      name,
      description,
      clientName,
      clientNumber,
      matterNumber,
      closingDate,
      creator,
      binderFormatStructure,
    } = args;
    draft.put('transactions', args.uuid, {
      ...NEW_DEAL_FACTS,
      uuid: args.uuid,
      name,
      description,
      clientName,
      clientNumber,
      matterNumber,
      closingDate,
      createdAt: stamp.madeAt,
      createdBy: { uuid: creator.uuid, name: creator.name },
      organization: creator.organization,
      ...(binderFormatStructure && { binderFormatStructure }),
      url: `/transaction/${args.uuid}/checklist`,
      participants: [
        // The server gives it a different id.
        newParticipantRow(
          { uuid: creator.uuid, user: creator.uuid, fullName: creator.name, email: '' },
          stamp,
          true,
        ),
      ],
      version: 0,
      modifiedAt: stamp.madeAt,
      modifiedBy: stamp.userId,
    });
  },
  request: (args) =>
    requestTo('transactions', 'create', {
      uuid: args.uuid,
      name: args.name,
      description: args.description,
      client_name: args.clientName,
      client_number: args.clientNumber,
      matter_number: args.matterNumber,
      closing_date: args.closingDate,
      binder_format_structure: args.binderFormatStructure && binderFormatOnWire(args.binderFormatStructure),
    }),
  refreshes: ['transactions', 'elements'],
  failure: 'There was a problem attempting to create the transaction',
};

/** What creating a deal needs besides its details: its creator, and the numbering of their new deals. */
export async function newTransactionArgs(
  db: MirrorDatabase,
  args: NewTransaction,
): Promise<CreateTransactionArgs> {
  const user = await db.users.get(db.userId);
  const creator = { uuid: db.userId, name: user?.fullName ?? '', organization: user?.organization ?? '' };
  return {
    description: '',
    clientNumber: '',
    ...args,
    creator,
    ...(user && { binderFormatStructure: user.binderFormatStructure }),
  };
}

/** Creates a deal. */
export async function createTransaction(db: MirrorDatabase, args: NewTransaction): Promise<void> {
  await mutate(db, createTransactionDefinition, await newTransactionArgs(db, args));
}
