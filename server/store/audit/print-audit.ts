import { sql, type Kysely } from 'kysely';
import { log } from '../../log.ts';
import type { Tables } from '../tables.ts';
import { asJsonLine, auditLines } from './read-audit.ts';

const EVERY_MS = 1000;
const AT_ONCE = 1000;

/**
 * Writes new rows of the audit log as JSON lines (`AUDIT_LOG=stdout`), each in one process only, and returns a
 * function that stops it. It starts with rows recorded after it was first turned on. After a crash, the last lines
 * may appear again, with the same `seq`.
 */
export function printAudit(db: Kysely<Tables>, write: (line: string) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const next = () => {
    running = printNew(db, write)
      .catch((error: unknown) => log.error({ err: error }, 'the audit log could not be printed'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(next, EVERY_MS).unref();
      });
  };
  next();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
    await printNew(db, write);
  };
}

async function printNew(db: Kysely<Tables>, write: (line: string) => void): Promise<void> {
  for (;;) {
    const more = await db.transaction().execute(async (tx) => {
      // It doesn't lock the head, so that others continue recording while lines are written.
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('audit log to stdout', 0)) as mine
      `.execute(tx);
      // Otherwise, another process is printing these rows.
      if (rows[0]?.mine !== true) return false;
      const head = await tx
        .selectFrom('audit_head')
        .select(['seq', 'printed_through'])
        .executeTakeFirstOrThrow();
      const { seq: end, printed_through: printed } = head;
      const after = printed ?? end;
      const through = Math.min(end, after + AT_ONCE);
      for await (const line of auditLines(tx, { after, through })) write(asJsonLine(line));
      if (through !== printed) await tx.updateTable('audit_head').set({ printed_through: through }).execute();
      return through < end;
    });
    if (!more) return;
  }
}
