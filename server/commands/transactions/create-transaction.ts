import { v7 } from 'uuid';
import type * as z from 'zod';
import type {
  newTransactionSchema,
  Transaction,
} from '../../../src/contract/entities/transactions/transaction.ts';
import { seesDeal } from '../../policies/deal-access.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { lockDeal, DealWrite } from '../../store/deals/deal-write.ts';
import type { Tx } from '../../store/tables.ts';
import { insertParticipant } from './add-participant.ts';
import { assertOfferedService } from './assert-offered-service.ts';
import { readTransaction } from './read-transaction.ts';

type NewTransaction = z.output<typeof newTransactionSchema>;

/** Creates a deal with its creator as the first participant. */
export async function createTransaction(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  input: NewTransaction,
  options: { isSample?: boolean } = {},
): Promise<Transaction> {
  assertOfferedService(services.settings, input.esigning_service);
  const uuid = input.uuid ?? v7();
  const now = services.now();
  const stamp = { version: 0, modified_at: now, modified_by: user.uuid };
  const inserted = await tx
    .insertInto('transactions')
    .values({
      uuid,
      organization: user.organization,
      name: input.name,
      description: input.description ?? '',
      client_name: input.client_name ?? '',
      client_number: input.client_number ?? '',
      matter_number: input.matter_number ?? '',
      closing_date: input.closing_date ?? null,
      is_deed_transaction: input.is_deed_transaction ?? false,
      esigning_service: input.esigning_service ?? 'counterpart',
      signing_instructions: input.signing_instructions ?? '',
      guests_may_invite: input.guests_may_invite ?? false,
      binder_format_structure: JSON.stringify(
        input.binder_format_structure ?? (await numberingOfUser(tx, user.uuid)),
      ),
      paper_size: input.paper_size ?? 'letter',
      requires_acceptance: input.requires_acceptance ?? true,
      release_confirmations: input.release_confirmations ?? 2,
      ...(input.reminder_days && { reminder_days: input.reminder_days }),
      kind: input.kind ?? 'packets',
      is_sample: options.isSample ?? false,
      created_at: now,
      created_by: user.uuid,
      ...stamp,
    })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('uuid')
    .executeTakeFirst();
  const deal = await lockDeal(tx, uuid);
  // Its creator may have been removed since.
  if (!deal || deal.created_by !== user.uuid || (!inserted && !(await seesDeal(tx, deal, user)))) {
    throw new Refusal('uuid_taken', 'This id is already in use. Try again to get a new one.', {
      fields: ['uuid'],
    });
  }
  if (inserted) {
    const scope = new DealWrite({ services, tx, deal, user, command: 'transactions.create' });
    scope.put('transactions', uuid, { name: input.name });
    await insertParticipant(scope, { user: user.uuid, creator: true });
    await scope.close();
  }
  return readTransaction({ services, tx, deal, user });
}

/** The numbering of a person's new deals. */
async function numberingOfUser(tx: Tx, uuid: string): Promise<object> {
  const { binder_format_structure } = await tx
    .selectFrom('users')
    .select('binder_format_structure')
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  return binder_format_structure;
}
