import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { BinderFormatStructure } from '../../../src/contract/entities/transactions/binder-format.ts';
import type { OrganizationBlock } from '../../../src/contract/entities/signing/signature-block.ts';
import type { NewUserEvent } from '../../../src/contract/entities/account/user-event.ts';
import type { Instant, MaybeInstant, RowColumns } from '../columns.ts';

// Organizations and people, how they sign in, and their notifications.

/** The kinds of notification (docs/product/notifications.md, "Notifications"). */
export type NotificationType =
  | 'document_converted'
  | 'document_failed'
  | 'invitation'
  | 'participant_added'
  | 'download_ready'
  | 'rows_deleted'
  | 'session_ended'
  | 'strict_access_request'
  | 'purge_notice'
  | 'packet_completed'
  | 'packet_declined'
  | 'packet_delegated'
  | 'packet_expired'
  | 'packet_held'
  | 'packet_signed'
  | 'packet_undelivered'
  | 'packet_viewed';

/** The deletions in one notification. `rows` has the first of them, `count` the total. */
export type DeletionNotices = { actor: string; rows: { uuid: string; name: string }[]; count: number };

/** The kinds of email; each has its file in server/mail/kinds/. */
export type MailKind =
  | 'password_reset'
  | 'invitation_to_deal'
  | 'invitation_to_organization'
  | 'contact'
  | 'password_changed'
  | 'confirm_address'
  | 'session_ended'
  | 'signing_code'
  | 'signing_reminder'
  | 'signing_request';

/** The parameters of a report. Times are ISO strings, because they are stored with the job. */
export type Asked =
  | { kind: 'transactions'; from: string | null; before: string | null }
  | { kind: 'access_log' };

export interface OrganizationTable {
  uuid: string;
  name: string;
  website: Generated<string>;
  auto_signature_pages: Generated<boolean>;
  signature_blocks: JSONColumnType<OrganizationBlock[], string | undefined>;
  /** The block design of new pages, among these. */
  signature_block: Generated<string | null>;
  custom_help_email: string | null;
  custom_help_url: string | null;
  disable_signature_application: Generated<boolean>;
  disable_user_survey: Generated<boolean>;
  has_active_drp: Generated<boolean>;
  has_closing_tool: Generated<boolean>;
  has_funding_tool: Generated<boolean>;
  mercury_signings: Generated<boolean>;
  signing_groups: Generated<boolean>;
  /** Admins see only the outline of deals they don't take part in, and views are recorded. */
  strict_data_access: Generated<boolean>;
  /** The admin who requested turning off strict data access, until another one approves. */
  strict_access_off_requested_by: Generated<string | null>;
  /** Support can see its deals until this time; null = it can't. */
  support_access_until: MaybeInstant;
  created_at: Instant;
  version: Generated<number>;
  modified_at: ColumnType<Date, Date | undefined, Date>;
  modified_by: string | null;
}

export interface UserTable extends RowColumns {
  uuid: string;
  email: string;
  first_name: string;
  last_name: string;
  organization: string;
  role: 'admin' | 'member' | 'support';
  experience: 'new' | 'some' | 'expert' | null;
  /** Differences from the defaults in docs/product/transactions.md, "Numbering". */
  binder_format_structure: JSONColumnType<Partial<BinderFormatStructure>, string | undefined>;
  hide_support: Generated<boolean>;
  /** A delivered email has shown that the address is theirs. */
  email_proved: Generated<boolean>;
  /** From this time on, nobody can sign in to it; null = it is enabled. */
  disabled_at: MaybeInstant;
  password_hash: string;
  is_demo: boolean;
  created_at: Instant;
}

export interface SignInTable {
  uuid: string;
  user_uuid: string;
  /** From the browser, at most 500 characters. */
  user_agent: string;
  /** The IP address of the last use. */
  address: string;
  created_at: Instant;
  last_used_at: Instant;
}

export interface SessionTable {
  token_hash: string;
  /** The sign-in that this token belongs to. Refreshing adds tokens, and signing out removes them all. */
  family: string;
  user_uuid: string;
  created_at: Instant;
  expires_at: Instant;
  /** Replaced by another token, so it is valid only for its last seconds, and never extended. */
  rotated: Generated<boolean>;
  /** False = it expires after pending requests, and gets no new token. */
  renewable: Generated<boolean>;
  /** The user's role when it was created. */
  role: UserTable['role'];
}

export interface LoginAddressTable {
  user_uuid: string;
  address: string;
  last_at: Instant;
}

export interface MailTable {
  uuid: string;
  /** The organization whose admins see it in the outbox. */
  organization: string | null;
  /** The recipient's account, if they have one. */
  user_uuid: string | null;
  /** The packets whose links are in it. */
  packets: Generated<string[]>;
  kind: MailKind;
  to_name: string;
  to_address: string;
  /** The firm in whose name it is sent, and the address of the person who gets the replies. */
  sent_for: string | null;
  reply_to: string | null;
  /** A random UUID that only its envelope contains. A bounce with it is about this email. */
  return_token: Generated<string>;
  subject: string;
  /** Both null once it was sent, abandoned, or no longer useful. */
  html: string | null;
  text: string | null;
  /** Written without a mail server, so it is not sent, but shown to the organization's admins. */
  in_outbox: boolean;
  created_at: Instant;
  expires_at: MaybeInstant;
  /** A process is sending it until this time. */
  claimed_until: MaybeInstant;
  sent_at: MaybeInstant;
  /** When sending was given up, or when the email came back. */
  failed_at: MaybeInstant;
  /** Why the last attempt failed, or why it came back. */
  error: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface PasswordResetTable {
  user_uuid: string;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
}

/**
 * Invitations that this organization sends to the account's address are shown to the account, although nothing proves that
 * the address is theirs.
 */
export interface VouchedAddressTable {
  user_uuid: string;
  organization: string;
  created_at: Instant;
}

export interface AddressConfirmationTable {
  user_uuid: string;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
}

/** Tokens of sessions that an administrator ended together with the account or the membership. */
export interface EndedSessionTable {
  token_hash: string;
  user_uuid: string;
  /** The administrator's organization. */
  organization: string;
  reason: 'disabled' | 'removed';
  ended_at: Instant;
}

export interface InvitationTable {
  uuid: string;
  /** In lower case. */
  email: string;
  first_name: string;
  last_name: string;
  /** The organization to join or, for a deal, the deal's organization. */
  organization: string;
  /** Null = to join the organization. */
  transaction: string | null;
  invited_by: string;
  /** The inviter's organization at the time, whose administrators read its link if no mail server sends it. */
  sent_from: string;
  /** It was meant for a mail server, so its token proves that the address is the reader's. */
  mailed: boolean;
  access: Generated<'full' | 'view'>;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
  accepted_at: MaybeInstant;
  revoked_at: MaybeInstant;
}

export interface UserEventTable {
  uuid: string;
  user_uuid: string;
  kind: NewUserEvent['kind'];
  event: string;
  fields: JSONColumnType<NewUserEvent['fields']>;
  created_at: Instant;
}

/** Attempts under one key (server/auth/shared-delay.ts), with the rule that delays them. */
export interface AttemptTable {
  key: string;
  count: number;
  waits_until: Instant;
  last_at: Instant;
  free: number;
  first_ms: number;
  most_ms: number;
  forget_ms: number;
}

export interface NotificationTable extends RowColumns {
  uuid: string;
  /** The recipient. */
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

export interface ReportTable {
  uuid: string;
  organization: string;
  /** The person who requested it, and the only one who gets it. */
  user_uuid: string;
  asked: JSONColumnType<Asked>;
  status: 'processing' | 'ready' | 'failed';
  rows_done: Generated<number>;
  rows_total: number;
  file_name: string;
  created_at: Instant;
  /** When it expires; null = it doesn't exist yet. */
  expires_at: MaybeInstant;
}
