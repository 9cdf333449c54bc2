import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { AuditAct, AuditDetail } from './audit-tables.ts';
import type { Tables } from '../tables.ts';

/** An act that the audit log records. It has only ids: no names, no contents, no secrets. */
export type Act = {
  act: AuditAct;
  /** The actor; null = the server, an administrator at the terminal, or a person who is not signed in. */
  actor: string | null;
  organization?: string | null;
  transaction?: string | null;
  /** The person, document, invitation or report that the act is about. */
  subject?: string | null;
  /** IP address of the caller. */
  address?: string | null;
  detail?: AuditDetail;
};

/**
 * Records acts in the audit log (docs/adr/0024-audit-log.md). Pass the act's own database transaction. The database then
 * gives the rows their place and hash in the chain on commit, and an act that is rolled back leaves no row.
 */
export async function recordAct(db: Kysely<Tables>, at: Date, ...acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return;
  const rows = acts.map(({ act, actor, organization, transaction, subject, address, detail }) => ({
    uuid: v7({ msecs: at.getTime() }),
    at,
    act,
    actor,
    organization: organization ?? null,
    transaction: transaction ?? null,
    subject: subject ?? null,
    address: address ?? null,
    detail: JSON.stringify(detail ?? {}),
  }));
  await db.insertInto('audit_log').values(rows).execute();
}
