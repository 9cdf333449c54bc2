import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { auditLines, unsealedLines, type AuditLine } from './read-audit.ts';

/** Further faults are counted, but not listed. */
const FAULTS_TOLD = 50;

/** The faults of the chain, each in a sentence that names the row; empty = the chain is intact. */
export type Verification = {
  rows: number;
  /**
   * The end of the chain, which should be stored elsewhere, because someone who can rewrite the whole database can rewrite
   * the whole chain.
   */
  head: { seq: number; hash: string };
  faults: string[];
};

/**
 * Recomputes the chain from its beginning, or from where old rows were removed, in one snapshot. Each fault is reported once,
 * because the row after a broken one has nothing to be compared with.
 */
export async function verifyAudit(db: Kysely<Tables>): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const head = await tx.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
      const faults = new Faults();
      let rows = 0;
      let before: { seq: number; hash: string | null } = {
        seq: head.removed_through,
        hash: head.removed_hash,
      };
      for (const line of await unsealedLines(tx)) faults.add(`Row ${line.uuid} was inserted without a hash.`);
      for await (const line of auditLines(tx)) {
        const { seq, hash } = line;
        if (seq === null || hash === null) continue;
        rows += 1;
        if (seq > before.seq + 1) faults.add(missing(before.seq + 1, seq - 1));
        const isAltered = hashOf(line) !== hash;
        if (isAltered) faults.add(`${named(line)} was altered or moved.`);
        else if (seq === before.seq + 1 && before.hash !== null && line.previous !== before.hash)
          faults.add(`${named(line)} does not follow the row before it: one of the two was replaced.`);
        before = { seq, hash: isAltered ? null : hash };
      }
      if (before.seq < head.seq) faults.add(missing(before.seq + 1, head.seq));
      else if (before.seq > head.seq) faults.add(`Rows after ${head.seq} were added manually.`);
      else if (before.hash !== null && before.hash !== head.hash)
        faults.add(`Row ${before.seq}, the last one, was replaced after it was written.`);
      return { rows, head: { seq: head.seq, hash: head.hash }, faults: faults.told() };
    });
}

class Faults {
  readonly #sentences: string[] = [];
  #count = 0;

  add(sentence: string): void {
    this.#count += 1;
    if (this.#count <= FAULTS_TOLD) this.#sentences.push(sentence);
  }

  told(): string[] {
    const more = this.#count - FAULTS_TOLD;
    return more > 0 ? [...this.#sentences, `There are ${more} more faults.`] : this.#sentences;
  }
}

function missing(first: number, last: number): string {
  return first === last ? `Row ${first} is missing.` : `Rows ${first} to ${last} are missing.`;
}

function named({ seq, act, at }: AuditLine): string {
  return `Row ${seq} (${act}, ${new Date(at).toISOString()})`;
}

/** Computes the hash like the database (migration 0063): SHA-256 of a JSON array, formatted as by PostgreSQL. */
function hashOf(line: AuditLine): string {
  const { seq, previous, uuid, at, act, actor, organization, transaction, subject, address, detail } = line;
  const fields = [seq, previous, uuid, at, act, actor, organization, transaction, subject, address, detail];
  const text = `[${fields.map((field) => JSON.stringify(field)).join(', ')}]`;
  return createHash('sha256').update(text).digest('hex');
}
