import * as z from 'zod';
import {
  acceptanceSchema,
  invitationPreviewSchema,
  listedInvitationSchema,
  newInvitationSchema,
  registrationSchema,
} from '../../entities/transactions/invitation.ts';
import { uuidSchema } from '../../entities/row.ts';
import { signedInSchema } from '../account/auth.ts';
import { endpoint, idParam, noContent, queryBoolean } from '../endpoint.ts';

const path = '/invitations/invitation';

export const invitations = {
  list: endpoint
    .route({
      method: 'GET',
      path,
      summary:
        'Invitations to a deal, to your own organization (its admins), or otherwise your own pending ones',
    })
    .meta({ policy: 'signed_in' })
    .input(z.object({ transaction: uuidSchema.optional(), org_invitations: queryBoolean.optional() }))
    .output(z.array(listedInvitationSchema)),
  create: endpoint
    .route({
      method: 'POST',
      path,
      successStatus: 201,
      summary: 'Invite someone by email to a deal or, as its admin, to the organization',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(newInvitationSchema)
    .output(listedInvitationSchema),
  accept: endpoint
    .route({
      method: 'POST',
      path: `${path}/accept`,
      summary: 'Accept an invitation as the signed-in invited person',
    })
    .meta({ policy: 'signed_in', idempotent: true })
    .input(acceptanceSchema)
    .output(listedInvitationSchema),
  delete: endpoint
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      successStatus: 204,
      summary: 'Withdraw an invitation; the invited person declines it',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.object(idParam))
    .output(noContent),
  preview: endpoint
    .route({
      method: 'GET',
      path: `${path}/{id}/preview`,
      summary:
        'Read an invitation with its token, or as the inviter, an admin or the invited person; 404 for everyone else',
    })
    .meta({ policy: 'public' })
    .input(z.object({ ...idParam, token: z.string().max(200).optional() }))
    .output(invitationPreviewSchema),
  register: endpoint
    .route({
      method: 'POST',
      path: `${path}/register`,
      successStatus: 201,
      summary: 'Create an account with the token of an invitation, accept it and sign in',
    })
    .meta({ policy: 'public' })
    .input(registrationSchema)
    .output(signedInSchema),
};
