import * as z from 'zod';
import { ASSIGNMENT_STATUSES } from '../../rules/signing/assignments/assignment-status.ts';
import { SIGNING_EVENTS } from '../../rules/signing/packets/signing-events.ts';
import { instantSchema, uuidSchema } from '../row.ts';

/** One signature on a page of a packet. */
const packetSignatureSchema = z.object({
  uuid: uuidSchema,
  capacity: z.string(),
  status: z.enum(ASSIGNMENT_STATUSES),
  /** Its page came back on paper, so it is reviewed and accepted with the returned file. */
  on_paper: z.boolean(),
  signed_at: instantSchema.nullable(),
  rejected_reason: z.string().nullable(),
});

const packetPageSchema = z.object({
  uuid: uuidSchema,
  number: z.int().positive(),
  kind: z.enum(['cover', 'slip', 'signature']),
  /** The item, and its document's name; null for a cover. */
  item: uuidSchema.nullable(),
  document: z.string().nullable(),
  signatures: z.array(packetSignatureSchema),
});

const packetEventSchema = z.object({
  seq: z.int().positive(),
  kind: z.enum(SIGNING_EVENTS),
  at: instantSchema,
  /** By the clock of the signatory's device. */
  device_at: instantSchema.nullable(),
  /** The member of the team; null = the signatory or the server. */
  actor: z.object({ uuid: uuidSchema, name: z.string() }).nullable(),
  address: z.string(),
  /** The recipient, why the packet ended, or how it was sealed. */
  note: z.string().nullable(),
  /** How many signatures were added or fields filled in. */
  num_pages: z.int().nonnegative().nullable(),
  /** The signatures that the event is about, if it is about only some of them; otherwise empty. */
  assignments: z.array(uuidSchema),
});

/** What a packet's own page shows beyond its row. `problems` keep it from being sent, in sentences. */
export const packetDetailSchema = z.object({
  uuid: uuidSchema,
  message: z.string(),
  /** The last day to sign that was chosen for a queued packet. Older servers omit it. */
  expires_on: z.iso.date().nullable().optional(),
  problems: z.array(z.string()),
  /** Its PDF is sealed, but has no timestamp yet. */
  timestamp_due: z.boolean(),
  pages: z.array(packetPageSchema),
  events: z.array(packetEventSchema),
});
export type PacketDetail = z.infer<typeof packetDetailSchema>;

/**
 * The picture of a page, and its text for screen readers. Lengths are in points. The signatures are drawn in it only for the organization
 * that collected them, until they are released.
 */
export const packetPictureSchema = z.object({
  uuid: uuidSchema,
  width: z.number().positive(),
  height: z.number().positive(),
  svg: z.string(),
  text: z.string(),
});
export type PacketPicture = z.infer<typeof packetPictureSchema>;
