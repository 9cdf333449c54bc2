import type { Participant, Transaction } from '../../src/contract/entities/transaction.ts';
import type { DealListRow, ParticipantWithUser } from '../store/transactions.ts';
import { instant, presentRow } from './present-row.ts';

/** A deal as one reader sees it; `version` is the deal's counter, which every change in the deal moves. */
export function presentTransaction(
  row: DealListRow,
  participants: readonly ParticipantWithUser[],
  publicUrl: string,
): Transaction {
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
    archived: row.archived,
    kind: row.kind,
    organization: row.organization,
    url: `${publicUrl}/transaction/${row.uuid}/checklist`,
    num_documents: row.num_documents,
    participants: participants.map(presentParticipant),
    ...presentRow(row),
  };
}

function presentParticipant(row: ParticipantWithUser): Participant {
  return {
    uuid: row.uuid,
    user_uuid: row.user_uuid,
    full_name: row.full_name,
    email: row.email,
    creator: row.creator,
    deleted: row.deleted,
    created_at: instant(row.created_at),
    ...presentRow(row),
  };
}
