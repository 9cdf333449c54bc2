import * as z from 'zod';
import { PACKET_STATUSES } from '../../rules/signing/packets/packet-status.ts';
import { ESIGNING_SERVICES } from '../../rules/transactions/esigning-services.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const packetOptionsSchema = z.object({
  /** A cover page with an index of the documents. */
  cover_and_index: z.boolean(),
  /** A page with the title before each document's pages. */
  slip_pages: z.boolean(),
});
export type PacketOptions = z.infer<typeof packetOptionsSchema>;

/** The signatory said that the packet isn't for them, and may have said who it is for. Omitted texts are empty. */
const wrongPersonSchema = z.object({
  name: z.string(),
  email: z.string(),
  note: z.string(),
  at: instantSchema,
});
export type WrongPerson = z.infer<typeof wrongPersonSchema>;

/**
 * All pages that one person signs (docs/product/packets.md). `signatory` is that person. `assignments` are in the order of the pages.
 * `latest_document` is null until the PDF is made; `is_signed` says that it has the signatures.
 */
export const packetSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  signatory: uuidSchema,
  status: z.enum(PACKET_STATUSES),
  assignments: z.array(uuidSchema),
  options: packetOptionsSchema,
  num_pages: z.int().positive().nullable(),
  /** What to check before the packet is sent, in sentences. */
  warnings: z.array(z.string()),
  error_message: z.string().nullable(),
  latest_document: z
    .object({ sha256: z.string(), num_pages: z.int().positive(), is_signed: z.boolean() })
    .nullable(),
  /** The certificate of completion: these pages of the signed PDF or, if DocuSign made it, of a file of its own. Null until then. */
  certificate_document: z
    .object({ sha256: z.string(), first_page: z.int().positive(), num_pages: z.int().positive() })
    .nullable(),
  /** The whole documents that deeds were submitted with, and the PDF with their signed pages; null until that is sealed. */
  deed_package: z
    .object({
      documents: z.array(z.object({ item: uuidSchema, sha256: z.string() })),
      pages: z.object({ sha256: z.string() }),
    })
    .nullable(),
  esigning_service: z.enum(ESIGNING_SERVICES),
  sent_at: instantSchema.nullable(),
  /** The organization that sent it, which collects its signatures. */
  sent_for: z.object({ uuid: uuidSchema, name: z.string() }).nullable(),
  /** The address that it was sent to. Older servers omit it. */
  sent_to: z.string().nullable().optional(),
  /** The last reminder. */
  reminded_at: instantSchema.nullable(),
  viewed_at: instantSchema.nullable(),
  completed_timestamp: instantSchema.nullable(),
  /** When the last of its deeds was submitted together with the whole document. */
  deed_submission_timestamp: instantSchema.nullable(),
  expires_at: instantSchema.nullable(),
  /**
   * Set if it is sent automatically: once it is created, and the packets in `waits_for` are signed. `after` is the first of
   * those. A packet that `asks_again` for rejected pages also waits until its signatory's other pages are reviewed. Older
   * servers send only `after`.
   */
  queued: z
    .object({
      after: uuidSchema.nullable(),
      waits_for: z.array(uuidSchema).optional(),
      asks_again: z.boolean().optional(),
    })
    .nullable(),
  /** Why it wasn't sent automatically, until it is sent. Older servers omit it. */
  held_reason: z.string().nullable().optional(),
  /** Why the last email with its link couldn't be delivered. Older servers omit it. */
  mail_problem: z.string().nullable().optional(),
  /** When incorrect codes for a new device were last entered too often. Older servers omit it. */
  guessed_at: instantSchema.nullable().optional(),
  /** Whether its pages can only be signed on paper. Older servers omit it. */
  needs_paper: z.boolean().optional(),
  /** Why the signing service doesn’t take it yet or, once it has ended, why its envelope couldn’t be voided. Older servers omit it. */
  service_problem: z.string().nullable().optional(),
  declined_reason: z.string().nullable(),
  cancelled_reason: z.string().nullable(),
  wrong_person: wrongPersonSchema.nullable(),
  /** Whether its link opens only with a code, which the sender tells the signatory. */
  has_access_code: z.boolean(),
  /** When a new version of a document replaced the one in it. */
  superseded_at: instantSchema.nullable(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type Packet = z.infer<typeof packetSchema>;

const someUuids = z.array(uuidSchema).min(1, 'Choose at least one packet.').max(20_000);

/** Packets for these people and entities, or for these assignments. Absent options follow the deal's features. */
export const newPacketsSchema = z
  .strictObject({
    uuid: uuidSchema,
    transaction: uuidSchema,
    signatories: someUuids.optional(),
    assignments: someUuids.optional(),
    options: packetOptionsSchema.partial().strict().optional(),
    /**
     * The ids of new packets, by recipient and by whether they have to be signed on paper. The server assigns ids to the
     * others.
     */
    packets: z
      .array(z.strictObject({ uuid: uuidSchema, signatory: uuidSchema, needs_paper: z.boolean() }))
      .max(20_000)
      .optional(),
  })
  .refine(({ signatories, assignments }) => (signatories === undefined) !== (assignments === undefined), {
    message: 'Choose either signatories or assignments.',
    path: ['signatories'],
  });
export type NewPackets = z.output<typeof newPacketsSchema>;

/** The progress of creating packets. `progress` is a fraction. */
export const packetCreationSchema = z.object({
  uuid: uuidSchema,
  status: z.enum(['generating', 'ready', 'failed']),
  progress: z.number().min(0).max(1),
  packets: z.array(
    packetSchema.pick({ uuid: true, signatory: true, status: true, num_pages: true, warnings: true }),
  ),
  error_message: z.string().nullable(),
});
export type PacketCreation = z.infer<typeof packetCreationSchema>;

const reasonSchema = z
  .string()
  .trim()
  .min(1, 'Enter a reason.')
  .max(2000, 'A reason can have at most 2,000 characters.');

export const canceledPacketSchema = z.strictObject({ reason: reasonSchema });

const messageSchema = z.string().trim().max(2000, 'A message can have at most 2,000 characters.');

/**
 * `message` is for the signatory, in the email and in the signing room. With `access_code`, the links open only with that
 * code, which the sender tells them. Omitted settings of a queued packet stay as they are.
 */
const accessCodeSchema = z.string().max(100, 'An access code can have at most 100 characters.');
const sendingFields = {
  message: messageSchema.optional(),
  access_code: accessCodeSchema.optional(),
  /** The last day on which the links work, anywhere on earth. Null = 60 days from now. */
  expires_on: z.iso.date().nullable().optional(),
};
export const sentPacketSchema = z.strictObject(sendingFields);

/**
 * With `signing_order`, the packets go out in rounds: each once those of the previous round are signed. The first goes out
 * now. Each packet is in one round.
 */
export const sentPacketsSchema = z
  .strictObject({
    packets: someUuids,
    ...sendingFields,
    signing_order: z
      .array(someUuids)
      .min(1)
      .max(100, 'Packets can be signed in at most 100 rounds.')
      .optional(),
  })
  .refine(({ packets, signing_order: rounds }) => rounds === undefined || isInOneRound(packets, rounds), {
    message: 'Put each packet in exactly one round of the signing order.',
    path: ['signing_order'],
  });

/**
 * Queues a packet, which is sent once it is made and the packets in `after` are signed; null takes it out of the queue. It is held if it
 * has anything that the sender couldn't see: their device had the deal's `version`, and showed these `assignments` and warnings.
 */
export const queuedPacketSchema = z.strictObject({
  sending: z
    .strictObject({
      message: messageSchema,
      expires_on: z.iso.date().nullable(),
      after: z.array(uuidSchema).max(20_000),
      seen: z.strictObject({
        version: z.int().nonnegative(),
        assignments: z.array(uuidSchema).max(20_000),
        warnings: z.array(z.string()).max(20_000),
      }),
    })
    .nullable(),
});
export type QueuedPacket = z.infer<typeof queuedPacketSchema>;

function isInOneRound(packets: readonly string[], rounds: readonly string[][]): boolean {
  const placed = rounds.flat();
  const asked = new Set(packets);
  return (
    placed.length === asked.size &&
    new Set(placed).size === asked.size &&
    placed.every((each) => asked.has(each))
  );
}

/** The PDF is at this address (docs/product/api.md, "Responses"). */
export const packetFileSchema = z.object({
  status: z.literal(302),
  body: z.object({ redirect_url: z.url() }),
});
export type PacketFile = z.infer<typeof packetFileSchema>;
