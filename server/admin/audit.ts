import { sql, type Kysely } from 'kysely';
import { recordAct } from '../store/audit/audit-log.ts';
import { asJsonLine, auditLines } from '../store/audit/read-audit.ts';
import { verifyAudit } from '../store/audit/verify-audit.ts';
import type { Tables } from '../store/tables.ts';
import { AdminError } from './admin-error.ts';

const DAY_MS = 86_400_000;
/** Rows younger than this can't be removed, so that a typo can't empty the log. */
const LEAST_KEPT_DAYS = 365;

type Admin = {
  db: Kysely<Tables>;
  now: () => Date;
  /** Prints the lines of long output one by one. */
  writeLine?: (line: string) => Promise<void>;
};

type Options = {
  since?: string | undefined;
  verify?: boolean | undefined;
  'remove-before'?: string | undefined;
};

/**
 * `npm run admin -- audit`: exports the audit log as JSON lines, checks its chain, or removes old rows.
 * @throws {AdminError} also if the chain is broken
 */
export async function audit(admin: Admin, options: Options): Promise<string> {
  const { since, verify, 'remove-before': before } = options;
  if ([since, verify, before].filter((option) => option !== undefined).length > 1)
    throw new AdminError('Use one of --since, --verify and --remove-before.');
  if (verify === true) return verified(admin);
  if (before !== undefined) return removeBefore(admin, instant(before, '--remove-before'));
  const from = since === undefined ? null : instant(since, '--since');
  for await (const line of auditLines(admin.db)) {
    if (from === null || line.at >= from.getTime()) await admin.writeLine?.(asJsonLine(line));
  }
  return '';
}

async function verified({ db }: Admin): Promise<string> {
  const { rows, head, faults } = await verifyAudit(db);
  if (faults.length > 0) throw new AdminError(`The audit log has been altered.\n${faults.join('\n')}`);
  const count = rows === 1 ? '1 row' : `${rows} rows`;
  return `The audit log is intact: ${count}. It ends with row ${head.seq}, hash ${head.hash || '(none)'}.`;
}

/** Removes the oldest rows. The chain then starts with the hash of the last removed row, and this is recorded. */
async function removeBefore({ db, now }: Admin, before: Date): Promise<string> {
  if (now().getTime() - before.getTime() < LEAST_KEPT_DAYS * DAY_MS)
    throw new AdminError(`The last ${LEAST_KEPT_DAYS} days of the audit log cannot be removed.`);
  const { faults } = await verifyAudit(db);
  if (faults.length > 0)
    throw new AdminError('The audit log has been altered. Run audit --verify and export it first.');
  const removed = await db.transaction().execute(async (tx) => {
    const head = await tx.selectFrom('audit_head').selectAll().forUpdate().executeTakeFirstOrThrow();
    // Removes rows up to the first one that stays. A clock that was set back must not leave a gap in the chain.
    const stays = await tx
      .selectFrom('audit_log')
      .select((is) => is.fn.min<number | null>('seq').as('seq'))
      .where('at', '>=', before)
      .executeTakeFirst();
    const last = await tx
      .selectFrom('audit_log')
      .select(['seq', 'hash'])
      .where('seq', '<', stays?.seq ?? head.seq + 1)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!last) return 0;
    await sql`set local counterpart.audit_retention = 'on'`.execute(tx);
    await tx.deleteFrom('audit_log').where('seq', '<=', last.seq).execute();
    await tx.updateTable('audit_head').set({ removed_through: last.seq, removed_hash: last.hash }).execute();
    const detail = { through: last.seq, hash: last.hash, before: before.toISOString() };
    await recordAct(tx, now(), { act: 'audit.removed', actor: null, detail });
    return last.seq - head.removed_through;
  });
  return removed === 0 ? 'No rows are that old.' : `${removed} rows were removed from the audit log.`;
}

/** @throws {AdminError} */
function instant(text: string, option: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(at.getTime()))
    throw new AdminError(`${option} needs a date such as 2026-01-31 or 2026-01-31T09:30:00Z.`);
  return at;
}
