import type { Participant } from '../../src/contract/entities/transactions/participant.ts';
import type { ParticipantWithUser } from '../store/deals/participants.ts';
import { instant, presentRow } from './present-row.ts';

export function presentParticipant(row: ParticipantWithUser): Participant {
  return {
    uuid: row.uuid,
    user_uuid: row.user_uuid,
    full_name: row.full_name,
    email: row.email,
    creator: row.creator,
    deleted: row.deleted,
    send_esigning_notifications: row.send_esigning_notifications,
    access: row.access,
    organization: row.organization,
    created_at: instant(row.created_at),
    ...presentRow(row),
  };
}
