import type { ColumnType, Generated, JSONColumnType, Selectable, Transaction } from 'kysely';
import type { DealRows } from '../../src/contract/entities/changes.ts';
import type { BinderFormatStructure } from '../../src/contract/entities/binder-format.ts';
import type { NewUserEvent } from '../../src/contract/entities/user-event.ts';
import type { MailKind } from '../mail/mail.ts';
import type { Asked } from '../reports/build-report.ts';
import type { AuditHeadTable, AuditLogTable } from './audit/audit-tables.ts';
import type { Instant, MaybeInstant, RowColumns, SoftDeleteColumns } from './columns.ts';
import type {
  CustomKeyTable,
  DocumentPageTable,
  DocumentTable,
  ElementTable,
  ItemTable,
  NoteTable,
  TaskTable,
} from './deals/content-tables.ts';

interface OrganizationTable {
  uuid: string;
  name: string;
  website: Generated<string>;
  auto_signature_pages: Generated<boolean>;
  custom_help_email: string | null;
  custom_help_url: string | null;
  disable_signature_application: Generated<boolean>;
  disable_user_survey: Generated<boolean>;
  has_active_drp: Generated<boolean>;
  has_closing_tool: Generated<boolean>;
  has_funding_tool: Generated<boolean>;
  mercury_signings: Generated<boolean>;
  /** Its admins see of a deal that they are not on its outline alone, and who looks is noted. */
  strict_data_access: Generated<boolean>;
  /** The admin who asked to switch that off, while another one has not approved it. */
  strict_access_off_requested_by: Generated<string | null>;
  /** Until then people of support see its deals; null = they do not. */
  support_access_until: MaybeInstant;
  created_at: Instant;
  version: Generated<number>;
  modified_at: ColumnType<Date, Date | undefined, Date>;
  modified_by: string | null;
}

interface UserTable extends RowColumns {
  uuid: string;
  email: string;
  first_name: string;
  last_name: string;
  organization: string;
  role: 'admin' | 'member' | 'support';
  experience: 'new' | 'some' | 'expert' | null;
  /** What differs from the defaults of core spec 3. */
  binder_format_structure: JSONColumnType<Partial<BinderFormatStructure>, string | undefined>;
  hide_support: Generated<boolean>;
  /** A mail that was sent has shown that the address is theirs. */
  email_proved: Generated<boolean>;
  /** Since then nobody signs in to it; null = it is in use. */
  disabled_at: MaybeInstant;
  password_hash: string;
  is_demo: boolean;
  created_at: Instant;
}

interface SignInTable {
  uuid: string;
  user_uuid: string;
  /** As the browser tells it, at most 500 characters. */
  user_agent: string;
  /** From where it was used last. */
  address: string;
  created_at: Instant;
  last_used_at: Instant;
}

interface SessionTable {
  token_hash: string;
  /** The sign-in that this token descends from: refresh adds tokens, sign-out removes them all. */
  family: string;
  user_uuid: string;
  created_at: Instant;
  expires_at: Instant;
  /** Replaced by another one: valid for its last seconds only, never prolonged. */
  rotated: Generated<boolean>;
  /** False = it is let go by for requests under way, and brings no new token. */
  renewable: Generated<boolean>;
  /** What the person was when it was made. */
  role: UserTable['role'];
}

interface LoginAddressTable {
  user_uuid: string;
  address: string;
  last_at: Instant;
}

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
  /** Its creator's when it was created, and its own since then; what is missing is as in core spec 3. */
  binder_format_structure: JSONColumnType<Partial<BinderFormatStructure>, string | undefined>;
  /** Since then it takes no files; they are archived and removed. */
  purge_approved_at: Generated<Date | null>;
  purge_approved_by: Generated<string | null>;
  /** When it was approved last, also again; null where that was before it was noted. */
  purge_asked_at: Generated<Date | null>;
  /** Since then the archive is what there is of its files. */
  archived_at: Generated<Date | null>;
  /** Its files lie nowhere but in the archive any more. */
  purged_at: Generated<Date | null>;
  /** Why its purge goes on no more until it is approved again, and because of which document. */
  purge_problem: Generated<string | null>;
  purge_problem_document: Generated<string | null>;
  /** Where its archive lies. */
  archive_key: Generated<string | null>;
  /** The first version that the change log tells of without a gap. */
  changes_from: Generated<number>;
  /** Counts of its content (deal-counts.ts). */
  num_documents: Generated<number>;
  num_failed_documents: Generated<number>;
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

/** Details in the shape that the feed and the activity log will need: which fields, and the words to tell it by. */
export type ChangeDetail = {
  fields?: string[];
  /** What it is called since. */
  name?: string;
  /** What it was called before. */
  was?: string;
  /** What short facts are since (server/commands/edit-detail.ts). */
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
  /** The outbox that it came from; null = not told, or older than this column. */
  origin: ColumnType<string | null, string | null | undefined, never>;
  at: Instant;
  detail: JSONColumnType<ChangeDetail>;
}

/** `child_lists` rows are parents' ids; the top level goes by the deal's own. */
export type ChangeCollection = keyof DealRows | 'transactions' | 'participants' | 'child_lists';

/** What a notification may tell of (domain "Notifications"). */
export type NotificationType =
  | 'document_converted'
  | 'document_failed'
  | 'invitation'
  | 'participant_added'
  | 'download_ready'
  | 'rows_deleted'
  | 'session_ended'
  | 'strict_access_request'
  | 'purge_notice';

/** The deletions that one notification tells of; `rows` holds the first of them, `count` all. */
export type DeletionNotices = { actor: string; rows: { uuid: string; name: string }[]; count: number };

interface NotificationTable extends RowColumns {
  uuid: string;
  /** Whom it is told to. */
  user_uuid: string;
  transaction: string | null;
  document: string | null;
  level: 'info' | 'success' | 'warning' | 'error';
  notification_type: NotificationType;
  title: string;
  read: boolean;
  cleared: boolean;
  created_at: Instant;
  download_urls: ColumnType<string[], string | undefined, string>;
  downloads_until: MaybeInstant;
  shared_from: ColumnType<string | null, string | null | undefined, string | null>;
  deletions: ColumnType<DeletionNotices | null, string | undefined, string | null>;
}

interface MailTable {
  uuid: string;
  /** Whose admins see it in the outbox. */
  organization: string | null;
  /** Whom it is to, where they have an account. */
  user_uuid: string | null;
  kind: MailKind;
  to_name: string;
  to_address: string;
  subject: string;
  /** Both null once it was sent, given up, or of no use any more. */
  html: string | null;
  text: string | null;
  /** Written without a mail server: nobody sends it, it is read here. */
  in_outbox: boolean;
  created_at: Instant;
  expires_at: MaybeInstant;
  /** Until then somebody is at sending it. */
  claimed_until: MaybeInstant;
  sent_at: MaybeInstant;
  failed_at: MaybeInstant;
  /** Why it was not sent, at the last attempt. */
  error: ColumnType<string | null, string | null | undefined, string | null>;
}

interface PasswordResetTable {
  user_uuid: string;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
}

/** Invitations that this organization sends to the account's address are shown to it, although nothing proves the address. */
interface VouchedAddressTable {
  user_uuid: string;
  organization: string;
  created_at: Instant;
}

interface AddressConfirmationTable {
  user_uuid: string;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
}

/** Tokens of sessions that an administrator ended with the account or the membership. */
interface EndedSessionTable {
  token_hash: string;
  user_uuid: string;
  /** Whose administrator it was. */
  organization: string;
  reason: 'disabled' | 'removed';
  ended_at: Instant;
}

interface InvitationTable {
  uuid: string;
  /** In small letters. */
  email: string;
  first_name: string;
  last_name: string;
  /** Which is joined or, of a deal, whose deal it is. */
  organization: string;
  /** Null = to join the organization. */
  transaction: string | null;
  invited_by: string;
  /** The inviter's organization at the time, whose administrators read its link where no mail server sends it. */
  sent_from: string;
  /** A mail server was to send it: its token shows that the address is the reader's. */
  mailed: boolean;
  access: Generated<'full' | 'view'>;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
  accepted_at: MaybeInstant;
  revoked_at: MaybeInstant;
}

/** What is noted in the access log: of a deal, or of what admins allow (strict data access, support). */
export type AccessAct =
  | 'listed'
  | 'opened'
  | 'viewed'
  | 'downloaded'
  | 'fetched'
  | 'exported'
  | 'participant_added'
  | 'participant_removed'
  | 'strict_on'
  | 'strict_off'
  | 'support_on'
  | 'support_off';

interface AccessLogTable {
  uuid: string;
  /** Whose deal it is. */
  organization: string;
  transaction: string | null;
  user_uuid: string;
  acting_as: 'participant' | 'admin' | 'support';
  act: AccessAct;
  /** Of what is noted once a day: which (UTC), `YYYY-MM-DD`. */
  day: string | null;
  at: Instant;
}

interface ReportTable {
  uuid: string;
  organization: string;
  /** Who asked for it, and alone gets it. */
  user_uuid: string;
  asked: JSONColumnType<Asked>;
  status: 'processing' | 'ready' | 'failed';
  rows_done: Generated<number>;
  rows_total: number;
  file_name: string;
  created_at: Instant;
  /** When it is handed out no more; null = it is not made yet. */
  expires_at: MaybeInstant;
}

interface IdempotencyKeyTable {
  user_uuid: string;
  key: string;
  request_hash: string;
  status: number;
  /** JSON text of the ids of the rows in a successful answer; null for an answer without a body. */
  ids: string | null;
  /** JSON text of the body of a refusal. */
  refusal: string | null;
  /** The deal that it is about; null for answers older than this column. */
  transaction: string | null;
  created_at: Instant;
}

interface UploadSecretTable {
  secret: Buffer;
  made_at: Generated<Date>;
}

/** Who is about to need a stored file, or is removing it (file-leases.ts). */
interface FileLeaseTable {
  uuid: Generated<string>;
  key: string;
  purpose: 'keep' | 'remove';
  expires_at: Instant;
}

/** One row (installation.ts). */
interface InstallationTable {
  id: string;
  /** Empty until the first restore of a backup. */
  feed_epoch: string;
}

interface FeatureTable {
  name: string;
  /** Null = for all. */
  transaction: string | null;
  is_active: boolean;
  set_at: Instant;
}

interface UserEventTable {
  uuid: string;
  user_uuid: string;
  kind: NewUserEvent['kind'];
  event: string;
  fields: JSONColumnType<NewUserEvent['fields']>;
  created_at: Instant;
}

/** Attempts under one key (server/auth/shared-delay.ts), with the rule that they are slowed by. */
interface AttemptTable {
  key: string;
  count: number;
  waits_until: Instant;
  last_at: Instant;
  free: number;
  first_ms: number;
  most_ms: number;
  forget_ms: number;
}

export interface Tables {
  organizations: OrganizationTable;
  users: UserTable;
  sign_ins: SignInTable;
  sessions: SessionTable;
  login_addresses: LoginAddressTable;
  attempts: AttemptTable;
  transactions: TransactionTable;
  participants: ParticipantTable;
  elements: ElementTable;
  items: ItemTable;
  documents: DocumentTable;
  tasks: TaskTable;
  notes: NoteTable;
  custom_keys: CustomKeyTable;
  document_pages: DocumentPageTable;
  change_log: ChangeLogTable;
  notifications: NotificationTable;
  mails: MailTable;
  password_resets: PasswordResetTable;
  invitations: InvitationTable;
  vouched_addresses: VouchedAddressTable;
  address_confirmations: AddressConfirmationTable;
  ended_sessions: EndedSessionTable;
  access_log: AccessLogTable;
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
  reports: ReportTable;
  idempotency_keys: IdempotencyKeyTable;
  upload_secret: UploadSecretTable;
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
export type ElementRow = Selectable<ElementTable>;
export type ItemRow = Selectable<ItemTable>;
export type DocumentRow = Selectable<DocumentTable>;
export type TaskRow = Selectable<TaskTable>;
export type NoteRow = Selectable<NoteTable>;
export type CustomKeyRow = Selectable<CustomKeyTable>;
export type NotificationRow = Selectable<NotificationTable>;
export type ReportRow = Selectable<ReportTable>;
export type MailRow = Selectable<MailTable>;
export type InvitationRow = Selectable<InvitationTable>;
