import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { BinderFormatStructure } from '../../../src/contract/entities/binder-format.ts';
import type { NewUserEvent } from '../../../src/contract/entities/user-event.ts';
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
  | 'packet_declined';

/** The deletions in one notification; `rows` has the first of them, `count` all. */
export type DeletionNotices = { actor: string; rows: { uuid: string; name: string }[]; count: number };

/** What mails are about; each has its file in server/mail/kinds/. */
export type MailKind =
  | 'password_reset'
  | 'invitation_to_deal'
  | 'invitation_to_organization'
  | 'contact'
  | 'password_changed'
  | 'confirm_address'
  | 'session_ended'
  | 'signing_reminder'
  | 'signing_request';

/** What a report was asked for; instants as ISO, since it is kept with the job. */
export type Asked =
  | { kind: 'transactions'; from: string | null; before: string | null }
  | { kind: 'access_log' };

export interface OrganizationTable {
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
  signing_groups: Generated<boolean>;
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

export interface UserTable extends RowColumns {
  uuid: string;
  email: string;
  first_name: string;
  last_name: string;
  organization: string;
  role: 'admin' | 'member' | 'support';
  experience: 'new' | 'some' | 'expert' | null;
  /** What differs from the defaults of docs/product/transactions.md, "Numbering". */
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

export interface SignInTable {
  uuid: string;
  user_uuid: string;
  /** As the browser tells it, at most 500 characters. */
  user_agent: string;
  /** From where it was used last. */
  address: string;
  created_at: Instant;
  last_used_at: Instant;
}

export interface SessionTable {
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

export interface LoginAddressTable {
  user_uuid: string;
  address: string;
  last_at: Instant;
}

export interface MailTable {
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

export interface PasswordResetTable {
  user_uuid: string;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
}

/** Invitations that this organization sends to the account's address are shown to it, although nothing proves the address. */
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

/** Tokens of sessions that an administrator ended with the account or the membership. */
export interface EndedSessionTable {
  token_hash: string;
  user_uuid: string;
  /** Whose administrator it was. */
  organization: string;
  reason: 'disabled' | 'removed';
  ended_at: Instant;
}

export interface InvitationTable {
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

export interface UserEventTable {
  uuid: string;
  user_uuid: string;
  kind: NewUserEvent['kind'];
  event: string;
  fields: JSONColumnType<NewUserEvent['fields']>;
  created_at: Instant;
}

/** Attempts under one key (server/auth/shared-delay.ts), with the rule that they are slowed by. */
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
  /** The person who gets it. */
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
  /** When it is handed out no more; null = it is not made yet. */
  expires_at: MaybeInstant;
}
