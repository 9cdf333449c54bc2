import * as z from 'zod';
import {
  newParticipantSchema,
  participantEditsSchema,
  participantSchema,
} from '../../entities/transactions/participant.ts';
import { byTransaction, endpoint, idParam, noContent } from '../endpoint.ts';

const path = '/transactions/participant';

export const participants = {
  list: endpoint
    .route({ method: 'GET', path, summary: 'The current and former participants of a deal' })
    .meta({ policy: 'deal' })
    .input(byTransaction)
    .output(z.array(participantSchema)),
  create: endpoint
    .route({ method: 'POST', path, successStatus: 201, summary: 'Add a participant to a deal' })
    .meta({ policy: 'deal', idempotent: true })
    .input(newParticipantSchema)
    .output(participantSchema),
  update: endpoint
    .route({
      method: 'PATCH',
      path: `${path}/{id}`,
      summary:
        'Set a participant’s access (only the deal’s creator and its organization’s admins), or your own notifications about signing',
    })
    // Access is for owners, which the command checks; view-only participants can also change their own notifications.
    .meta({ policy: 'deal', own: true, idempotent: true })
    .input(participantEditsSchema.safeExtend(idParam))
    .output(participantSchema),
  delete: endpoint
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      successStatus: 204,
      summary:
        'Remove a participant from a deal (yourself; others only as the deal’s creator or an admin of its organization)',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.object(idParam))
    .output(noContent),
};
