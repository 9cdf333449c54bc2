import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from './row.ts';

/** Someone who works on the deal or, with `deleted`, did (spec 3 "Participant" of the second document). */
export const participantSchema = z.object({
  uuid: uuidSchema,
  user_uuid: uuidSchema,
  full_name: z.string(),
  email: z.email(),
  creator: z.boolean(),
  deleted: z.boolean(),
  send_esigning_notifications: z.boolean(),
  created_at: instantSchema,
  ...rowFields,
});
export type Participant = z.infer<typeof participantSchema>;

/** Somebody who is to work on the deal. Who did before comes back under the id that they had. */
export const newParticipantSchema = z.strictObject({
  uuid: uuidSchema.optional(),
  transaction_uuid: uuidSchema,
  user_uuid: uuidSchema,
});

/** What a participant says of the deal for themselves alone. */
export const participantSettingsSchema = z.strictObject({ archived: z.boolean() });

/**
 * Someone who was asked to work on the deal or, without one, to join the organization (spec 3 "Invitation" of the second
 * document).
 */
export const invitationSchema = z.object({
  uuid: uuidSchema,
  email: z.email(),
  first_name: z.string(),
  last_name: z.string(),
  organization: uuidSchema,
  status: z.enum(['pending', 'accepted', 'expired', 'revoked']),
  transaction_name: z.string().nullable(),
  transaction: uuidSchema.nullable(),
});
export type Invitation = z.infer<typeof invitationSchema>;
