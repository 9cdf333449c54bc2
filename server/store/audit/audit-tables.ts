import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Instant } from '../columns.ts';

/** The subject of an act, and what happened to it. */
export const AUDIT_ACTS = [
  'sign_in.succeeded',
  'sign_in.failed',
  'session.ended',
  'session.token_reused',
  'password.reset_requested',
  'password.reset',
  'password.changed',
  'account.created',
  'account.role_changed',
  'account.disabled',
  'account.enabled',
  'organization.created',
  'organization.joined',
  'organization.member_removed',
  'strict_access.on',
  'strict_access.off',
  'strict_access.off_requested',
  'strict_access.off_withdrawn',
  'support_access.on',
  'support_access.off',
  'feature.switched',
  'capability.switched',
  'transaction.setting_changed',
  'participant.added',
  'participant.removed',
  'participant.access_changed',
  'invitation.sent',
  'invitation.accepted',
  'invitation.revoked',
  'file.downloaded',
  'archive.downloaded',
  'report.exported',
  'report.downloaded',
  'rows.deleted',
  'rows.restored',
  'transaction.deleted',
  'purge.approved',
  'purge.withdrawn',
  'purge.archived',
  'purge.finished',
  'admin.command',
  'backup.made',
  'backup.restored',
  'audit.removed',
] as const;

export type AuditAct = (typeof AUDIT_ACTS)[number];

export type AuditDetail = Record<string, string | number | boolean | null | readonly string[]>;

export interface AuditLogTable {
  uuid: string;
  /** Its position in the chain, from 1; assigned at commit, with the two hashes. */
  seq: ColumnType<number, never, never>;
  at: Instant;
  act: AuditAct;
  /** Null = the server, an administrator at the terminal, or somebody who is not signed in. */
  actor: string | null;
  organization: string | null;
  transaction: string | null;
  /** The person, document, invitation or report that the act is about. */
  subject: string | null;
  /** IP address of the caller. */
  address: string | null;
  detail: JSONColumnType<AuditDetail>;
  previous: ColumnType<string, never, never>;
  hash: ColumnType<string, never, never>;
}

/** The only row: the end of the chain, its start since old rows were removed, and how far it was written to stdout. */
export interface AuditHeadTable {
  only_one: Generated<boolean>;
  seq: number;
  hash: string;
  removed_through: Generated<number>;
  removed_hash: Generated<string>;
  printed_through: Generated<number | null>;
}
