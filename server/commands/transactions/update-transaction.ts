import { isDeepStrictEqual } from 'node:util';
import { binderFormatStructureSchema } from '../../../src/contract/entities/transactions/binder-format.ts';
import type {
  Transaction,
  TransactionEdits,
} from '../../../src/contract/entities/transactions/transaction.ts';
import { assertOwnsDeal } from '../../policies/deal-access.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { appendToLedger } from '../../store/deals/ledger.ts';
import type { SigningActor } from '../../store/deals/packets/signing-events.ts';
import { assertUnchangedSince, changedFields } from '../base-version.ts';
import { editDetail } from '../edit-detail.ts';
import { assertBlockOfDeal } from '../signing/signature-blocks.ts';
import { clearConfirmations } from '../closing/clear-confirmations.ts';
import { assertOfferedService } from './assert-offered-service.ts';
import { readTransaction } from './read-transaction.ts';

const EDITABLE = [
  'name',
  'description',
  'client_name',
  'client_number',
  'matter_number',
  'closing_date',
  'is_deed_transaction',
  'esigning_service',
  'signing_instructions',
  'guests_may_invite',
  'binder_format_structure',
  'paper_size',
  'signature_block',
  'requires_acceptance',
  'release_confirmations',
  'reminder_days',
] as const;

/** The settings that only owners can change. The audit log records each change. */
const OF_OWNERS = ['guests_may_invite', 'requires_acceptance', 'release_confirmations'] as const;

export async function updateTransaction(
  scope: DealWrite,
  { id: _, ...asked }: TransactionEdits & { id: string },
  by: SigningActor,
): Promise<Transaction> {
  const { deal } = scope;
  const edits = withoutSame(deal, asked);
  const numbering = edits.binder_format_structure;
  const fields = changedFields(deal, edits, EDITABLE);
  const owned = OF_OWNERS.filter((field) => fields.includes(field));
  if (owned.length > 0) assertOwnsDeal(deal, scope.asRead.user);
  await assertUnchangedSince(scope, deal.uuid, fields, () => readTransaction(scope.asRead));
  assertOfferedService(scope.services.settings, edits.esigning_service, deal.esigning_service);
  const block = edits.signature_block;
  if (fields.includes('signature_block') && block != null) await assertBlockOfDeal(scope, block);
  if (fields.length === 0) return readTransaction(scope.asRead);
  const { modified_at, modified_by } = scope.stamp;
  await scope.tx
    .updateTable('transactions')
    .set({
      name: edits.name ?? deal.name,
      description: edits.description ?? deal.description,
      client_name: edits.client_name ?? deal.client_name,
      client_number: edits.client_number ?? deal.client_number,
      matter_number: edits.matter_number ?? deal.matter_number,
      closing_date: edits.closing_date === undefined ? deal.closing_date : edits.closing_date,
      is_deed_transaction: edits.is_deed_transaction ?? deal.is_deed_transaction,
      esigning_service: edits.esigning_service ?? deal.esigning_service,
      signing_instructions: edits.signing_instructions ?? deal.signing_instructions,
      guests_may_invite: edits.guests_may_invite ?? deal.guests_may_invite,
      paper_size: edits.paper_size ?? deal.paper_size,
      signature_block: block === undefined ? deal.signature_block : block,
      requires_acceptance: edits.requires_acceptance ?? deal.requires_acceptance,
      release_confirmations: edits.release_confirmations ?? deal.release_confirmations,
      reminder_days: edits.reminder_days ?? deal.reminder_days,
      ...(numbering && { binder_format_structure: JSON.stringify(numbering) }),
      modified_at,
      modified_by,
    })
    .where('uuid', '=', deal.uuid)
    .execute();
  scope.put('transactions', deal.uuid, editDetail(deal, edits, fields));
  for (const setting of owned) {
    const was = deal[setting];
    scope.record('transaction.setting_changed', { detail: { setting, value: edits[setting] ?? was, was } });
  }
  if (fields.includes('release_confirmations')) {
    const needed = edits.release_confirmations ?? deal.release_confirmations;
    const before = deal.release_confirmations;
    // The people who confirmed relied on a second confirmation.
    const cleared = needed < before ? await clearConfirmations(scope) : [];
    const details = { needed, before, ...(cleared.length > 0 && { cleared }) };
    await appendToLedger(scope, { event: 'confirmations_needed', by, subject: null, details });
  }
  if (fields.includes('requires_acceptance')) {
    const details = { required: edits.requires_acceptance ?? deal.requires_acceptance };
    await appendToLedger(scope, { event: 'acceptance_required', by, subject: null, details });
  }
  // The counter is in the deal's own row, so it must be increased before the row is read.
  await scope.close();
  return readTransaction(scope.asRead);
}

/** Returns the edits without unchanged objects, which would otherwise never be equal to the stored ones. */
function withoutSame(deal: DealWrite['deal'], edits: TransactionEdits): TransactionEdits {
  const { binder_format_structure: numbering, reminder_days: days, ...others } = edits;
  const present = binderFormatStructureSchema.parse(deal.binder_format_structure);
  return {
    ...others,
    ...(!isDeepStrictEqual(numbering, present) && { binder_format_structure: numbering }),
    ...(!isDeepStrictEqual(days, deal.reminder_days) && { reminder_days: days }),
  };
}
