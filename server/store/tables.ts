import type { ColumnType, Generated, JSONColumnType, Selectable, Transaction } from 'kysely';
import type { BinderFormatStructure } from '../../src/contract/entities/transactions/binder-format.ts';
import type { DownloadKind } from '../../src/contract/rules/closing/download-plan.ts';
import type { Paper } from '../../src/contract/rules/signature-page/layout/sheet.ts';
import type { DealRows } from '../../src/contract/entities/transactions/changes.ts';
import type {
  AddressConfirmationTable,
  AttemptTable,
  EndedSessionTable,
  InvitationTable,
  LoginAddressTable,
  MailTable,
  NotificationTable,
  OrganizationTable,
  PasswordResetTable,
  ReportTable,
  SessionTable,
  SignInTable,
  UserTable,
  UserEventTable,
  VouchedAddressTable,
} from './account/account-tables.ts';
import type { AuditHeadTable, AuditLogTable } from './audit/audit-tables.ts';
import type { Instant, MaybeInstant, RowColumns, SoftDeleteColumns } from './columns.ts';
import type { DealTables } from './deals/content-tables.ts';
import type { PacketDetailTables } from './deals/packets/packet-tables.ts';
import type { ReleaseDetailTables } from './deals/packets/release-tables.ts';
import type { SignatoryReminderTable } from './deals/packets/signing-tables.ts';

interface TransactionTable extends RowColumns, SoftDeleteColumns {
  uuid: string;
  organization: string;
  name: string;
  description: string;
  client_name: string;
  client_number: string;
  matter_number: string;
  /** `YYYY-MM-DD`, as text: a date has no time zone. */
  closing_date: string | null;
  kind: 'packets' | 'wires' | 'legacy';
  is_deed_transaction: Generated<boolean>;
  esigning_service: Generated<'docusign' | 'counterpart'>;
  signing_instructions: Generated<string>;
  is_sample: boolean;
  /** Whether participants from other organizations may invite and add people. */
  guests_may_invite: Generated<boolean>;
  /**
   * Copied from its creator when it was created, and its own since then; missing values are as in
   * docs/product/transactions.md, "Numbering".
   */
  binder_format_structure: JSONColumnType<Partial<BinderFormatStructure>, string | undefined>;
  paper_size: Generated<Paper>;
  /** The block design of new pages, among those of the deal. It may have been deleted. */
  signature_block: Generated<string | null>;
  /** From this time on, it accepts no files. They are archived and removed. */
  purge_approved_at: Generated<Date | null>;
  purge_approved_by: Generated<string | null>;
  /** When it was last approved, including repeated approvals; null for approvals from before this was recorded. */
  purge_asked_at: Generated<Date | null>;
  /** From this time on, only the archive of its files is left. */
  archived_at: Generated<Date | null>;
  /** Its files are only in the archive now. */
  purged_at: Generated<Date | null>;
  /** Why its purge has stopped until it is approved again, and the document that caused it. */
  purge_problem: Generated<string | null>;
  purge_problem_document: Generated<string | null>;
  /** The key of its archive. */
  archive_key: Generated<string | null>;
  /** The first version from which the change log has no gap. */
  changes_from: Generated<number>;
  /** Counts of its content (deal-counts.ts). */
  num_documents: Generated<number>;
  num_failed_documents: Generated<number>;
  num_signatures: Generated<number>;
  total_signatures: Generated<number>;
  num_executed_signatures: Generated<number>;
  num_esignings_waiting_to_be_accepted: Generated<number>;
  /** Whether somebody has to accept a signature before it counts as executed. */
  requires_acceptance: Generated<boolean>;
  /** How many different people have to confirm a release: 1 or 2. */
  release_confirmations: Generated<number>;
  /** How many lines its ledger has, and the hash of the last; null without lines. */
  ledger_lines: Generated<number>;
  ledger_hash: Generated<string | null>;
  /** On which days before closing signatories are reminded automatically. */
  reminder_days: Generated<number[]>;
  /** When the first packet was sent. */
  distributed_at: Generated<Date | null>;
  created_at: Instant;
  created_by: string;
}

interface ParticipantTable extends RowColumns {
  uuid: string;
  transaction: string;
  user_uuid: string;
  creator: boolean;
  deleted: boolean;
  archived: boolean;
  send_esigning_notifications: Generated<boolean>;
  access: Generated<'full' | 'view'>;
  created_at: Instant;
}

/** Details in the format that the feed and the activity need: the fields, and the names for the text. */
export type ChangeDetail = {
  fields?: string[];
  /** Its new name. */
  name?: string;
  /** Its previous name. */
  was?: string;
  /** The new values of short fields (server/commands/edit-detail.ts). */
  values?: Record<string, string | boolean | null>;
};

interface ChangeLogTable {
  transaction: string;
  version: number;
  seq: number;
  collection: ChangeCollection;
  row: string;
  op: 'put' | 'delete';
  command: string;
  actor: string | null;
  /** The outbox of the change; null = not given, or older than this column. */
  origin: ColumnType<string | null, string | null | undefined, never>;
  at: Instant;
  detail: JSONColumnType<ChangeDetail>;
}

/** `child_lists` rows have parents' ids; the top level has the deal's own. */
export type ChangeCollection = keyof DealRows | 'transactions' | 'participants' | 'child_lists';

/** The acts that the access log records: about a deal, or about what admins allow (strict data access, support). */
export type AccessAct =
  | 'listed'
  | 'opened'
  | 'viewed'
  | 'downloaded'
  | 'fetched'
  | 'exported'
  | 'copied'
  | 'participant_added'
  | 'participant_removed'
  | 'strict_on'
  | 'strict_off'
  | 'support_on'
  | 'support_off';

interface AccessLogTable {
  uuid: string;
  /** The organization that the deal belongs to. */
  organization: string;
  transaction: string | null;
  user_uuid: string;
  acting_as: 'participant' | 'admin' | 'support';
  act: AccessAct;
  /** The day (UTC), `YYYY-MM-DD`, for what is recorded once a day. */
  day: string | null;
  at: Instant;
}

interface IdempotencyKeyTable {
  user_uuid: string;
  key: string;
  request_hash: string;
  status: number;
  /** JSON text of the ids of the rows in a successful response; null for a response without a body. */
  ids: string | null;
  /** JSON text of the body of a refusal. */
  refusal: string | null;
  /** The deal that the response is about; null for responses older than this column. */
  transaction: string | null;
  created_at: Instant;
}

interface UploadSecretTable {
  secret: Buffer;
  made_at: Generated<Date>;
}

/** A certificate that was used. Only the current one has a `private_key` (server/signing/seal/seal-certificates.ts). */
interface SealCertificateTable {
  fingerprint: string;
  purpose: 'seal' | 'timestamp';
  certificate: Buffer;
  made_at: Instant;
  private_key: Buffer | null;
}

/** Processes that are about to use a stored file, or are deleting it (file-leases.ts). */
interface FileLeaseTable {
  uuid: Generated<string>;
  key: string;
  purpose: 'keep' | 'remove';
  expires_at: Instant;
}

/** A single row (installation.ts). */
interface InstallationTable {
  id: string;
  /** Empty until the first restore of a backup. */
  feed_epoch: string;
  /** When the last complete erasure began; before the first one, when the installation was created or restored. */
  erased_at: Instant;
}

interface FeatureTable {
  name: string;
  /** Null = for everyone. */
  transaction: string | null;
  is_active: boolean;
  set_at: Instant;
}

/** A download that a job makes, or has made. */
interface DownloadTable {
  uuid: string;
  transaction: string;
  user_uuid: string;
  asked: JSONColumnType<{ item: string; kind: DownloadKind }[]>;
  status: 'processing' | 'ready' | 'failed';
  file_name: string;
  created_at: Instant;
  /** When it expires; null = it doesn't exist yet. */
  expires_at: MaybeInstant;
}

/** Who is looking at a deal's closing board. */
interface DealWatcherTable {
  transaction: string;
  user_uuid: string;
  seen_at: Instant;
}

export interface Tables extends DealTables, PacketDetailTables, ReleaseDetailTables {
  organizations: OrganizationTable;
  users: UserTable;
  sign_ins: SignInTable;
  sessions: SessionTable;
  login_addresses: LoginAddressTable;
  attempts: AttemptTable;
  deal_watchers: DealWatcherTable;
  transactions: TransactionTable;
  participants: ParticipantTable;
  change_log: ChangeLogTable;
  notifications: NotificationTable;
  mails: MailTable;
  password_resets: PasswordResetTable;
  invitations: InvitationTable;
  vouched_addresses: VouchedAddressTable;
  address_confirmations: AddressConfirmationTable;
  ended_sessions: EndedSessionTable;
  access_log: AccessLogTable;
  signatory_reminders: SignatoryReminderTable;
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
  reports: ReportTable;
  downloads: DownloadTable;
  idempotency_keys: IdempotencyKeyTable;
  upload_secret: UploadSecretTable;
  seal_certificates: SealCertificateTable;
  features: FeatureTable;
  file_leases: FileLeaseTable;
  user_events: UserEventTable;
  installation: InstallationTable;
}

export type Tx = Transaction<Tables>;
export type OrganizationRow = Selectable<OrganizationTable>;
export type UserRow = Selectable<UserTable>;
export type SignInRow = Selectable<SignInTable>;
export type TransactionRow = Selectable<TransactionTable>;
export type ParticipantRow = Selectable<ParticipantTable>;
export type NotificationRow = Selectable<NotificationTable>;
export type DownloadRow = Selectable<DownloadTable>;
export type ReportRow = Selectable<ReportTable>;
export type MailRow = Selectable<MailTable>;
export type InvitationRow = Selectable<InvitationTable>;
