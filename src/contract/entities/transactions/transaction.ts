import { RESTORABLE_KINDS } from '../../collections/deal-collections.ts';
import * as z from 'zod';
import { REMINDER_DAYS_MAX, REMINDERS_MAX } from '../../rules/signing/packets/reminder-schedule.ts';
import { ESIGNING_SERVICES } from '../../rules/transactions/esigning-services.ts';
import { binderFormatStructureSchema } from './binder-format.ts';
import { accessSchema, invitationSchema, participantSchema } from './participant.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const TRANSACTION_NAME_MAX = 350;

const kindSchema = z.enum(['packets', 'wires', 'legacy']);
const esigningServiceSchema = z.enum(ESIGNING_SERVICES);
const paperSizeSchema = z.enum(['letter', 'a4']);
const reminderDaysSchema = z.array(z.int().min(1).max(REMINDER_DAYS_MAX)).max(REMINDERS_MAX);
const releaseConfirmationsSchema = z.union([z.literal(1), z.literal(2)], {
  error: 'A release needs confirmation from one or two people.',
});

/**
 * A deal (docs/product/transactions.md, "Fields"). `archived` is the reader's own choice; `action_required` says that
 * something waits for the reader. `participants` are those who work on it now, `deleted_participants` those who did.
 * `version` is the deal's counter, which every change in the deal increases; `modified_at` and `modified_by` are
 * about its own fields.
 */
export const transactionSchema = z.object({
  uuid: uuidSchema,
  name: z.string(),
  description: z.string(),
  client_name: z.string(),
  client_number: z.string(),
  matter_number: z.string(),
  closing_date: z.iso.date().nullable(),
  created_at: instantSchema,
  created_by: z.object({ uuid: uuidSchema, name: z.string() }),
  is_sample: z.boolean(),
  is_deed_transaction: z.boolean(),
  archived: z.boolean(),
  /**
   * Strict data access restricts the reader: the row has only name, client, matter and dates, and everything else in
   * the deal is refused (docs/product/people-and-access.md, "Strict data access").
   */
  restricted: z.boolean(),
  /** Whether the reader can edit the deal or only view it. Older servers omit it: full. */
  access: accessSchema.optional(),
  /** Participants from other organizations can invite and add people. Older servers omit it: they can't. */
  guests_may_invite: z.boolean().optional(),
  /** The numbering of its checklist and closing binders, for everyone. Older servers omit it. */
  binder_format_structure: binderFormatStructureSchema.optional(),
  /** The paper size of its generated signature pages. Older servers omit it: letter. */
  paper_size: paperSizeSchema.optional(),
  /** The block design of its new signature pages, among its own; null = as on its newest page. Older servers omit it: null. */
  signature_block: uuidSchema.nullable().optional(),
  /** The location of its files after the retention policy has removed them. */
  archived_files_url: z.string().nullable(),
  action_required: z.boolean(),
  /** Failed documents that the reader can do something about. Older servers omit it. */
  num_failed_documents: z.int().nonnegative().optional(),
  /** The reader's pending invitations to this deal. Older servers omit it. */
  num_own_invitations: z.int().nonnegative().optional(),
  /** Signatures that were given, and that the reader can accept. Older servers omit it. */
  num_signatures_to_accept: z.int().nonnegative().optional(),
  /** When the retention policy closes it. */
  expired_at: instantSchema.nullable(),
  esigning_service: esigningServiceSchema,
  signing_instructions: z.string(),
  kind: kindSchema,
  organization: uuidSchema,
  url: z.string(),
  num_documents: z.int().nonnegative(),
  /** Signatures in packets that were sent. */
  num_signatures: z.int().nonnegative(),
  /** All assigned signatures. */
  total_signatures: z.int().nonnegative(),
  num_esignings_waiting_to_be_accepted: z.int().nonnegative(),
  num_executed_signatures: z.int().nonnegative(),
  closing_binder: uuidSchema.nullable(),
  total_closing_binders: z.int().nonnegative(),
  distributed_at: instantSchema.nullable(),
  /** Whether somebody has to accept a signature before it counts. Older servers omit it: yes. */
  requires_acceptance: z.boolean().optional(),
  /** How many different people have to confirm a release. Older servers omit it: 2. */
  release_confirmations: releaseConfirmationsSchema.optional(),
  /** How many lines its ledger has, and the hash of the last; null without lines. Older servers omit it. */
  ledger_head: z.object({ lines: z.int().positive(), hash: z.string() }).nullable().optional(),
  /** How many days before closing signatories are reminded automatically. Older servers omit it: they send no such reminders. */
  reminder_days: reminderDaysSchema.optional(),
  /**
   * Which of `FLAGS` are on in it (docs/product/transactions.md, "Feature flags"); if a server omits it, none are.
   */
  flags: z.array(z.string()).optional(),
  transaction_invitations: z.array(invitationSchema),
  participants: z.array(participantSchema),
  deleted_participants: z.array(participantSchema),
  ...rowFields,
});
export type Transaction = z.infer<typeof transactionSchema>;

const nameSchema = z
  .string()
  .trim()
  .min(1, 'The transaction needs a name.')
  .max(TRANSACTION_NAME_MAX, `The name can have at most ${TRANSACTION_NAME_MAX} characters.`);

/** What users can set on a deal. */
export const transactionEditsSchema = z.object({
  name: nameSchema.optional(),
  description: z.string().max(10_000).optional(),
  client_name: z.string().max(350).optional(),
  client_number: z.string().max(100).optional(),
  matter_number: z.string().max(100).optional(),
  closing_date: z.iso.date().nullable().optional(),
  is_deed_transaction: z.boolean().optional(),
  esigning_service: esigningServiceSchema.optional(),
  signing_instructions: z.string().max(10_000).optional(),
  guests_may_invite: z.boolean().optional(),
  /** Always the whole structure. Without it, a new deal takes its creator's. */
  binder_format_structure: binderFormatStructureSchema.optional(),
  paper_size: paperSizeSchema.optional(),
  signature_block: uuidSchema.nullable().optional(),
  requires_acceptance: z.boolean().optional(),
  release_confirmations: releaseConfirmationsSchema.optional(),
  reminder_days: reminderDaysSchema.optional(),
});
export type TransactionEdits = z.infer<typeof transactionEditsSchema>;

/** The row to restore, deleted within the last 30 days (docs/product/checklist.md, "Deleting and restoring"). */
export const restoreRequestSchema = z.strictObject({
  kind: z.enum(RESTORABLE_KINDS),
  uuid: uuidSchema,
});
export type RestoreRequest = z.infer<typeof restoreRequestSchema>;

/** `legacy` is for imported deals. */
export const newTransactionSchema = transactionEditsSchema
  .extend({
    uuid: uuidSchema.optional(),
    name: nameSchema,
    kind: kindSchema.exclude(['legacy']).optional(),
  })
  .strict();
