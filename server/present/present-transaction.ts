import { NIL } from 'uuid';
import { binderFormatStructureSchema } from '../../src/contract/entities/transactions/binder-format.ts';
import type { Transaction } from '../../src/contract/entities/transactions/transaction.ts';
import { archivePath } from '../storage/object-keys.ts';
import type { InvitationWithNames } from '../store/account/invitations.ts';
import { ledgerHead } from '../store/deals/ledger.ts';
import type { DealListRow } from '../store/deals/deal-list.ts';
import type { ParticipantWithUser } from '../store/deals/participants.ts';
import { presentInvitation } from './present-invitation.ts';
import { presentParticipant } from './present-participant.ts';
import { instant, maybeInstant, presentRow } from './present-row.ts';

const NO_SIGNATURES = {
  num_signatures: 0,
  total_signatures: 0,
  num_esignings_waiting_to_be_accepted: 0,
  num_executed_signatures: 0,
} satisfies Partial<Transaction>;

/** The binder fields of a deal. Binders don't exist on the server yet. */
function notThereYet() {
  return {
    closing_binder: null,
    total_closing_binders: 0,
  } satisfies Partial<Transaction>;
}

/** The current and former participants of a deal, and the people invited to it. */
type DealPeople = {
  participants: readonly ParticipantWithUser[];
  invitations: readonly InvitationWithNames[];
};

/** A deal as one reader sees it. `version` is the deal's counter, which every change in the deal increases. */
export function presentTransaction(
  row: DealListRow,
  people: DealPeople,
  asOf: { publicUrl: string; now: Date },
): Transaction {
  const told = presentWhole(row, people, asOf);
  return row.restricted ? { ...told, ...outlineOf(row) } : told;
}

/** Replaces what strict data access hides from the reader. */
function outlineOf(row: DealListRow) {
  return {
    description: '',
    created_by: { uuid: NIL, name: '' },
    guests_may_invite: false,
    binder_format_structure: binderFormatStructureSchema.parse({}),
    paper_size: 'letter',
    signature_block: null,
    is_deed_transaction: false,
    action_required: row.num_own_invitations > 0,
    num_failed_documents: 0,
    num_signatures_to_accept: 0,
    esigning_service: 'counterpart',
    signing_instructions: '',
    num_documents: 0,
    ...NO_SIGNATURES,
    ...notThereYet(),
    distributed_at: null,
    requires_acceptance: true,
    release_confirmations: 2,
    ledger_head: null,
    reminder_days: [],
    archived_files_url: null,
    flags: [],
    transaction_invitations: [],
    participants: [],
    deleted_participants: [],
    modified_by: null,
    // Every change in the deal increases its counter.
    version: 1,
    // The creation time, not the time of the last change.
    modified_at: instant(row.created_at),
  } satisfies Partial<Transaction>;
}

function presentWhole(
  row: DealListRow,
  { participants, invitations }: DealPeople,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Transaction {
  // Nobody can resolve a failure once the files are archived, or with view-only access.
  const failures = row.access === 'full' && row.archived_at === null ? row.num_failed_documents : 0;
  const toAccept = row.access === 'full' ? row.num_signatures_to_decide : 0;
  return {
    uuid: row.uuid,
    name: row.name,
    description: row.description,
    client_name: row.client_name,
    client_number: row.client_number,
    matter_number: row.matter_number,
    closing_date: row.closing_date,
    created_at: instant(row.created_at),
    created_by: { uuid: row.created_by, name: row.creator_name },
    is_sample: row.is_sample,
    is_deed_transaction: row.is_deed_transaction,
    archived: row.archived,
    restricted: row.restricted,
    access: row.access,
    guests_may_invite: row.guests_may_invite,
    binder_format_structure: binderFormatStructureSchema.parse(row.binder_format_structure),
    paper_size: row.paper_size,
    signature_block: row.signature_block,
    action_required: row.num_own_invitations > 0 || failures > 0 || toAccept > 0,
    num_failed_documents: failures,
    num_own_invitations: row.num_own_invitations,
    num_signatures_to_accept: toAccept,
    esigning_service: row.esigning_service,
    signing_instructions: row.signing_instructions,
    kind: row.kind,
    organization: row.organization,
    url: `${publicUrl}/transaction/${row.uuid}/checklist`,
    num_documents: row.num_documents,
    num_signatures: row.num_signatures,
    total_signatures: row.total_signatures,
    num_esignings_waiting_to_be_accepted: row.num_esignings_waiting_to_be_accepted,
    num_executed_signatures: row.num_executed_signatures,
    ...notThereYet(),
    distributed_at: maybeInstant(row.distributed_at),
    requires_acceptance: row.requires_acceptance,
    release_confirmations: row.release_confirmations === 1 ? 1 : 2,
    ledger_head: ledgerHead(row),
    reminder_days: row.reminder_days,
    archived_files_url: row.archived_at === null ? null : archivePath(row.uuid),
    expired_at: maybeInstant(row.purge_approved_at),
    flags: row.flags,
    transaction_invitations: invitations.map((invitation) => presentInvitation(invitation, now)),
    participants: participants.filter(({ deleted }) => !deleted).map(presentParticipant),
    deleted_participants: participants.filter(({ deleted }) => deleted).map(presentParticipant),
    ...presentRow(row),
  };
}
