import * as z from 'zod';
import { FORMALITIES } from '../../rules/signing/packets/formalities.ts';
import { PACKET_STATUSES } from '../../rules/signing/packets/packet-status.ts';
import { SHEET_TAB_TYPES } from '../../rules/signing/fields/fill-tabs.ts';
import { LEAST_UTC_OFFSET, MOST_UTC_OFFSET } from '../../rules/signing/packets/signing-time.ts';
import { PICTURE_LENGTH_MAX, PICTURE_TOO_LARGE } from '../../rules/signing/fields/signature-picture.ts';
import { PAD, POINTS_MAX, STROKES_MAX, TOO_MUCH } from '../../rules/signing/fields/strokes.ts';
import { TAB_GROUP_RULES } from '../../rules/signing/fields/tab-groups.ts';
import { EXECUTED_DOCUMENT_STATUSES } from '../../rules/signing/pages/scanned-page.ts';
import { VALUE_MAX } from '../../rules/signing/fields/value-limits.ts';
import { WITNESS_MAX } from '../../rules/signing/signatories/witness.ts';
import { cutName } from '../../rules/documents/upload-checks.ts';
import { instantSchema, uuidSchema } from '../row.ts';

/** The typefaces of a typed signature. */
const TYPED_STYLES = ['caveat', 'dancing_script', 'tinos_italic'] as const;
export const typedStyleSchema = z.enum(TYPED_STYLES);
export type TypedStyle = z.infer<typeof typedStyleSchema>;
const styleSchema = z.enum([...TYPED_STYLES, 'drawn', 'picture']);

/** What was drawn on the pad: strokes of points, each with its time since the stroke began, in milliseconds. */
const strokesSchema = z
  .array(
    z
      .array(
        z.tuple([
          z.int().min(0).max(PAD.width),
          z.int().min(0).max(PAD.height),
          z.int().min(0).max(3_600_000),
        ]),
      )
      .min(1)
      .max(POINTS_MAX, TOO_MUCH),
  )
  .max(STROKES_MAX, TOO_MUCH);
export const drawnSignatureSchema = z.strictObject({
  signature: strokesSchema,
  initials: strokesSchema.nullable(),
});
export type DrawnSignature = z.infer<typeof drawnSignatureSchema>;

/** A picture of a signature or of initials: a PNG or JPEG in base64. */
const pictureSchema = z
  .string()
  .max(PICTURE_LENGTH_MAX, PICTURE_TOO_LARGE)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);
const picturedSignatureSchema = z.strictObject({
  signature: pictureSchema,
  initials: pictureSchema.nullable(),
});
export type PicturedSignature = z.infer<typeof picturedSignatureSchema>;

const NAME_MAX = 120;
const INITIALS_MAX = 10;

/** An adopted signature, as the server draws it: the outline of its letters or strokes, in a box of this size. */
const drawingSchema = z.object({
  /** Empty if it is a picture. */
  outline: z.string(),
  /** A PNG in base64, if it is a picture. */
  picture: z.string().optional(),
  width: z.number().positive(),
  height: z.number().positive(),
});
const adoptedSchema = drawingSchema.extend({
  /** Identifies the adopted signature. */
  sha256: z.string(),
  name: z.string(),
  style: styleSchema,
  initials: drawingSchema.extend({ text: z.string() }).nullable(),
});
export type Drawing = z.infer<typeof drawingSchema>;
export type AdoptedSignature = z.infer<typeof adoptedSchema>;

const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A signing field that isn't filled in by signing, and what the team has filled in beforehand. */
const roomTabSchema = boxSchema.extend({
  uuid: uuidSchema,
  assignment: uuidSchema,
  type: z.enum(SHEET_TAB_TYPES),
  label: z.string(),
  required: z.boolean(),
  group: uuidSchema.nullable(),
  value: z.string().nullable(),
});

const tabValuesSchema = z.record(uuidSchema, z.string().max(VALUE_MAX));

/** A page of the packet. Lengths are in points. `fields` are where signatures and dates go. */
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
  fields: z.array(
    boxSchema.extend({ purpose: z.enum(['signature', 'date_signed']), assignments: z.array(uuidSchema) }),
  ),
  tabs: z.array(roomTabSchema),
  groups: z.array(
    z.object({
      uuid: uuidSchema,
      rule: z.enum(TAB_GROUP_RULES),
      minimum: z.int().nullable(),
      maximum: z.int().nullable(),
    }),
  ),
  /**
   * For a page that a witness also signs: the hash of what they see, once the signatory has signed, and their details, once
   * they have signed.
   */
  witness: z.object({ sha256: z.string().nullable(), name: z.string().nullable() }).nullable(),
  /** Once the page is signed: what was filled in, and the day that is printed on it. */
  signed: z.object({ values: tabValuesSchema, day: z.string() }).nullable(),
  assignments: z.array(
    z.object({ uuid: uuidSchema, capacity: z.string(), signed_at: instantSchema.nullable() }),
  ),
});
export type RoomPage = z.infer<typeof roomPageSchema>;

const senderSchema = z.object({ organization: z.string() });

const documentsSchema = z.array(
  z.object({
    uuid: uuidSchema,
    name: z.string(),
    has_file: z.boolean(),
    /** Its pages can only be signed together with the whole document, as in a deed. */
    is_whole: z.boolean(),
  }),
);

const openRoomSchema = z.object({
  state: z.literal('open'),
  packet: uuidSchema,
  sender: senderSchema,
  deal: z.string(),
  signer: z.string(),
  message: z.string(),
  /** The deal's instructions for all signatories. */
  instructions: z.string(),
  expires_at: instantSchema,
  /** If true, the device stores nothing of the room. */
  has_access_code: z.boolean(),
  consent: z.object({ version: z.string(), paragraphs: z.array(z.string()) }),
  consented_at: instantSchema.nullable(),
  adopted: adoptedSchema.nullable(),
  /** The documents with pages to sign. Those with a file can be read. */
  documents: documentsSchema,
  pages: z.array(roomPageSchema),
});

/** The files that were sent back through a packet's links, oldest first. */
const sentFilesSchema = z.array(
  z.object({
    uuid: uuidSchema,
    name: z.string(),
    status: z.enum(EXECUTED_DOCUMENT_STATUSES),
    /** Why it couldn't be read, in a sentence. */
    problem: z.string().nullable(),
    /** How many of its pages were matched, and how many the team has to look at. */
    num_matched: z.int().nonnegative(),
    num_unmatched: z.int().nonnegative(),
  }),
);
export type SentFiles = z.infer<typeof sentFilesSchema>;

/** Pages that are printed, signed by hand and sent back as photos or scans. */
const paperRoomSchema = openRoomSchema
  .pick({
    packet: true,
    sender: true,
    deal: true,
    signer: true,
    message: true,
    instructions: true,
    expires_at: true,
    has_access_code: true,
    documents: true,
  })
  .extend({
    state: z.literal('paper'),
    /** The number of pages of the PDF to print. */
    num_pages: z.int().positive(),
    /** The pages to sign, each with its number in the PDF and with what its signatures require. */
    pages: z.array(
      z.object({
        uuid: uuidSchema,
        number: z.int().positive(),
        document: uuidSchema.nullable(),
        capacities: z.array(z.string()),
        needs: z.array(z.enum(FORMALITIES)),
        /** The number of the notary acknowledgment page. Null without one, as in packets created before these pages existed. */
        acknowledgment: z.int().positive().nullable(),
        /** Whether it was received and matched to its signatures. */
        is_back: z.boolean(),
      }),
    ),
    files: sentFilesSchema,
  });
export type PaperRoom = z.infer<typeof paperRoomSchema>;

/**
 * What the holder of a link sees. A link that no longer opens a packet gives the reason, but nothing about the deal. `locked`: the access
 * code has to be entered first. `new_device`: an emailed code has to be entered first. `void`: it was signed, but none of its signatures
 * counts any more.
 */
export const signingRoomSchema = z.discriminatedUnion('state', [
  openRoomSchema,
  z.object({
    state: z.literal('completed'),
    packet: uuidSchema,
    sender: senderSchema,
    completed_at: instantSchema,
    /** Whether the signed PDF can be downloaded. */
    has_file: z.boolean(),
    /** Whether it could be downloaded before but no longer can. */
    file_expired: z.boolean().default(false),
    /** All of its pages came back on paper or were no longer needed, and nothing was submitted: there won't be a signed PDF. */
    on_paper: z.boolean().default(false),
    /** What was sent back, if more can be sent: a notary's acknowledgment may follow. */
    files: sentFilesSchema.nullable().default(null),
    /** If true, the device stores nothing of the room. */
    has_access_code: z.boolean().default(true),
    /** Whether its signatures have been released. */
    is_released: z.boolean().default(false),
  }),
  paperRoomSchema,
  /** It is signed at another service, which the holder goes to from here. */
  z.object({
    state: z.literal('elsewhere'),
    service: z.literal('docusign'),
    packet: uuidSchema,
    sender: senderSchema,
    deal: z.string(),
    signer: z.string(),
    message: z.string(),
    instructions: z.string(),
    documents: documentsSchema,
  }),
  z.object({ state: z.literal('locked'), sender: senderSchema }),
  /** On a device that isn't trusted: the signatory has to enter a code that is emailed to them. */
  z.object({
    state: z.literal('new_device'),
    sender: senderSchema,
    /** The address that the code is emailed to, masked: “j•••@alpha.test”. */
    address: z.string(),
    /** When the newest code expires; null if no code works. */
    code_expires_at: instantSchema.nullable(),
  }),
  /** On the device of a witness: the pages that wait for them, with the signature. */
  z.object({
    state: z.literal('witness'),
    sender: senderSchema,
    signer: z.string(),
    pages: z.array(
      roomPageSchema
        .pick({ uuid: true, number: true, sha256: true, width: true, height: true, svg: true, text: true })
        .extend({ document: z.string().nullable() }),
    ),
  }),
  z.object({ state: z.enum(['witnessed', 'witness_ended']), sender: senderSchema }),
  z.object({
    state: z.enum(['declined', 'cancelled', 'expired', 'replaced', 'superseded', 'void', 'wrong_person']),
    sender: senderSchema,
  }),
]);
export type SigningRoom = z.infer<typeof signingRoomSchema>;
export type ElsewhereRoom = Extract<SigningRoom, { state: 'elsewhere' }>;
export type OpenRoom = z.infer<typeof openRoomSchema>;

/**
 * What the team sees of a signatory's room: its contents, but no link. `adopted` and what was entered on the pages are
 * there only once the packet is finished, and only for people who may see its signatures.
 */
export const roomPreviewSchema = openRoomSchema.omit({ state: true, consented_at: true }).extend({
  status: z.enum(PACKET_STATUSES),
  /** Null until it is sent. */
  expires_at: instantSchema.nullable(),
});
export type RoomPreview = z.infer<typeof roomPreviewSchema>;
export type NewDeviceRoom = Extract<SigningRoom, { state: 'new_device' }>;
export type WitnessRoom = Extract<SigningRoom, { state: 'witness' }>;

/** The secret of a link: 32 bytes in base64url. */
const tokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is incomplete.');
export const byToken = { token: tokenSchema };

/** When the signatory did it, by their device's clock. */
const atDevice = { device_at: instantSchema.optional() };

/** The address at which the holder of a link signs at another service. It works once, for a few minutes. */
export const recipientViewSchema = z.object({ redirect_url: z.url() });

export const viewedSchema = z.strictObject({ ...byToken, ...atDevice });
export const unlockedSchema = z.strictObject({ ...byToken, ...atDevice, code: z.string().max(100) });
export const deviceCodeSchema = z.strictObject({ ...byToken, ...atDevice });
export const confirmedDeviceSchema = z.strictObject({ ...byToken, ...atDevice, code: z.string().max(40) });
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
  /** For the style `drawn`. */
  drawing: drawnSignatureSchema.optional(),
  /** For the style `picture`. */
  picture: picturedSignatureSchema.optional(),
  initials: z
    .string()
    .trim()
    .max(INITIALS_MAX, `Initials can have at most ${INITIALS_MAX} characters.`)
    .optional(),
});

/**
 * Signed pages, each with the hash of what was shown, the hash of the signature that was shown on it, what was filled in on it, and when that was by the
 * device's clock, with its distance from UTC in minutes. `sent_at` is when the device sends them, by the same clock.
 */
export const signedPagesSchema = z.strictObject({
  ...byToken,
  ...atDevice,
  pages: z
    .array(
      z.strictObject({
        uuid: uuidSchema,
        sha256: z.string().max(64),
        values: tabValuesSchema.optional(),
        at: instantSchema.optional(),
        utc_offset: z.int().min(LEAST_UTC_OFFSET).max(MOST_UTC_OFFSET).optional(),
        signature: z.string().max(64).optional(),
      }),
    )
    .min(1, 'Choose at least one page.')
    .max(2000),
  sent_at: instantSchema.optional(),
});
/** A deed: its signed pages together with the hash of the whole document. */
export const deedSubmissionSchema = signedPagesSchema.extend({
  item: uuidSchema,
  document_sha256: z.string().max(64),
});

/** A witness: who they are, their signature, and the pages that they saw, with their hashes. The typed signature is their name. */
export const witnessedSchema = z.strictObject({
  ...byToken,
  ...atDevice,
  pages: z
    .array(z.strictObject({ uuid: uuidSchema, sha256: z.string().max(64) }))
    .min(1, 'Choose at least one page.')
    .max(2000),
  name: z.string().trim().max(WITNESS_MAX.name, `A name can have at most ${WITNESS_MAX.name} characters.`),
  address: z
    .string()
    .trim()
    .max(WITNESS_MAX.address, `An address can have at most ${WITNESS_MAX.address} characters.`),
  occupation: z
    .string()
    .trim()
    .max(WITNESS_MAX.occupation, `An occupation can have at most ${WITNESS_MAX.occupation} characters.`),
  /** They attest to having been physically present. */
  is_present: z.boolean(),
  style: styleSchema.exclude(['picture']),
  /** For the style `drawn`. */
  drawing: drawnSignatureSchema.pick({ signature: true }).strict().optional(),
});
/** The code for a witness, when it expires, and a QR code of it as an SVG. Older servers omit the QR code. */
export const witnessCodeSchema = z.object({
  code: z.string(),
  expires_at: instantSchema,
  qr: z.string().optional(),
});
/** A code that a witness enters, and the secret of the link that it opens. */
export const enteredWitnessCodeSchema = z.strictObject({ code: z.string().max(40) });
export const witnessLinkSchema = z.object({ token: z.string() });

/** The person who should sign instead, according to the holder of the link. */
export const delegatedSchema = z.strictObject({
  ...byToken,
  ...atDevice,
  name: z.string().trim().max(200, 'A name can have at most 200 characters.').optional(),
  email: z.string().trim().max(320, 'An email address can have at most 320 characters.').optional(),
  note: z.string().trim().max(2000, 'A note can have at most 2,000 characters.').optional(),
});
/** A file of signed pages that is to be uploaded, or was uploaded, to the presigned address. */
export const roomUploadSchema = z.strictObject({ ...byToken, uuid: uuidSchema });
export const returnedFileSchema = z.strictObject({
  ...byToken,
  ...atDevice,
  uuid: uuidSchema,
  name: z.string().trim().min(1, 'Enter a name.').max(2000).transform(cutName),
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
