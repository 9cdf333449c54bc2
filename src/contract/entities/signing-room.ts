import * as z from 'zod';
import { instantSchema, uuidSchema } from './row.ts';

/** The styles of a typed signature. */
const SIGNATURE_STYLES = ['caveat', 'dancing_script'] as const;
const styleSchema = z.enum(SIGNATURE_STYLES);
export type SignatureStyle = z.infer<typeof styleSchema>;

const NAME_MAX = 120;

/**
 * An adopted signature, as the server draws it: the outline of its letters in a box of this size, where 1 is the
 * height of the text.
 */
const adoptedSchema = z.object({
  name: z.string(),
  style: styleSchema,
  outline: z.string(),
  width: z.number().positive(),
  height: z.number().positive(),
});
export type AdoptedSignature = z.infer<typeof adoptedSchema>;

const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A page of the packet. Lengths are in points. `fields` are where signatures go. */
const roomPageSchema = z.object({
  uuid: uuidSchema,
  number: z.int().positive(),
  document: z.string().nullable(),
  sha256: z.string(),
  width: z.number().positive(),
  height: z.number().positive(),
  /** The picture of the page, and its text for screen readers. Responses to acts have no pictures. */
  svg: z.string(),
  text: z.string(),
  fields: z.array(boxSchema.extend({ assignments: z.array(uuidSchema) })),
  assignments: z.array(
    z.object({ uuid: uuidSchema, capacity: z.string(), signed_at: instantSchema.nullable() }),
  ),
});
export type RoomPage = z.infer<typeof roomPageSchema>;

const senderSchema = z.object({ organization: z.string() });

/**
 * What the holder of a link sees. A link that no longer opens a packet gives the reason, but nothing about the deal.
 */
export const signingRoomSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    packet: uuidSchema,
    sender: senderSchema,
    deal: z.string(),
    signer: z.string(),
    message: z.string(),
    expires_at: instantSchema,
    consent: z.object({ version: z.string(), paragraphs: z.array(z.string()) }),
    consented_at: instantSchema.nullable(),
    adopted: adoptedSchema.nullable(),
    /** The documents with pages to sign. Those with a file can be read. */
    documents: z.array(z.object({ uuid: uuidSchema, name: z.string(), has_file: z.boolean() })),
    pages: z.array(roomPageSchema),
  }),
  z.object({
    state: z.literal('completed'),
    packet: uuidSchema,
    sender: senderSchema,
    completed_at: instantSchema,
    /** Whether the signed PDF can be downloaded. */
    has_file: z.boolean(),
  }),
  z.object({
    state: z.enum(['declined', 'cancelled', 'expired', 'replaced']),
    sender: senderSchema,
  }),
]);
export type SigningRoom = z.infer<typeof signingRoomSchema>;
export type OpenRoom = Extract<SigningRoom, { state: 'open' }>;

/** The secret of a link: 32 bytes in base64url. */
const tokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is incomplete.');
export const byToken = { token: tokenSchema };

/** When the signatory did it, by their device's clock. */
const atDevice = { device_at: instantSchema.optional() };

export const viewedSchema = z.strictObject({ ...byToken, ...atDevice });
export const consentedSchema = z.strictObject({ ...byToken, ...atDevice, version: z.string().max(50) });
export const newSignatureSchema = z.strictObject({
  ...byToken,
  ...atDevice,
  name: z
    .string()
    .trim()
    .min(1, 'Enter your name.')
    .max(NAME_MAX, `A signature can have at most ${NAME_MAX} characters.`),
  style: styleSchema,
});

/** Signed pages, each with the hash of what was shown. */
export const signedPagesSchema = z.strictObject({
  ...byToken,
  ...atDevice,
  pages: z
    .array(z.strictObject({ uuid: uuidSchema, sha256: z.string().max(64) }))
    .min(1, 'Choose at least one page.')
    .max(2000),
});
export const finishedSchema = z.strictObject({ ...byToken, ...atDevice });
export const declinedSchema = z.strictObject({
  ...byToken,
  ...atDevice,
  reason: z
    .string()
    .trim()
    .min(1, 'Enter a reason.')
    .max(2000, 'A reason can have at most 2,000 characters.'),
});
