import type { Activity } from '../../contract/entities/transactions/activity.ts';
import { moveElementsDefinition } from '../../db/commands/checklist/move-elements.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import type { ActRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import type { Pulled } from '../push/answer.ts';
import { retry } from '../push/classify.ts';
import { assertLeads, type Leadership } from '../engine/leader.ts';
import { hasMovesOfOthers, overtakenInWords, overtakenMoves, TOLD_WITHIN_MS } from './overtaken-moves.ts';
import { beginPull } from './begin-pull.ts';
import type { Transport } from '../transport/transport.ts';

/** Pulls who did what in a deal since the last time, page by page (SPEC: PULL16). */
export async function pullActivity(
  leadership: Leadership,
  transport: Transport,
  lane: string,
): Promise<Pulled> {
  const { cursor, tick } = await beginPull(leadership, `${lane}/activity`);
  let from: { since?: string; epoch?: string } = placeOf(cursor ?? {});
  for (;;) {
    const input = { id: lane, ...from };
    const answer = await transport.ask((api, with_) => api.transactions.activity(input, with_));
    if (answer.kind === 'not_modified')
      return { outcome: 'held', setback: retry('The server’s response was unexpected.') };
    if (answer.kind !== 'ok') return { outcome: 'held', setback: answer };
    const isTaken = await take(leadership, { lane, tick, since: from.since, told: answer.body });
    if (!isTaken || !answer.body.more) return { outcome: 'applied' };
    from = placeOf(answer.body);
  }
}

/**
 * Reports which of the user's moves somebody else has overridden (SPEC: PULL19). Acts from the version `after` on are new.
 * Inside a transaction.
 */
async function tellOvertaken(
  db: MirrorDatabase,
  { lane, name }: { lane: string; name: string },
  { after, tick, at }: { after: number; tick: number; at: string },
): Promise<void> {
  const acts = db.activity.where('[transaction+version]');
  const fresh = await acts.between([lane, after], [lane, Infinity], false).toArray();
  const [first] = fresh;
  if (!first || !hasMovesOfOthers(fresh, db.userId)) return;
  // An older move is not reported, because nothing before it is read.
  const known = await acts
    .between([lane, -Infinity], [lane, after], true, true)
    // oxlint-disable-next-line unicorn/no-array-reverse -- a collection of the database, which is read from its end
    .reverse()
    .until(({ at: when }) => Date.parse(first.at) - Date.parse(when) >= TOLD_WITHIN_MS)
    .toArray();
  const moves = overtakenMoves(known, fresh, db.userId, await movedHere(db, lane, tick));
  const message = overtakenInWords(moves, name);
  if (message !== null) await db.notices.put({ id: newUuid(), at, level: 'info', message });
}

/** The user's own moves that the server had not accepted when the activity was requested, by the uuid in acts. */
async function movedHere(db: MirrorDatabase, lane: string, tick: number): Promise<ReadonlySet<string>> {
  const edits = await db.outbox.where({ lane }).toArray();
  const moves = edits.filter(
    (edit) =>
      edit.name === moveElementsDefinition.name && (edit.state !== 'acked' || (edit.tick ?? 0) > tick),
  );
  const rows = await db.elements.bulkGet([...new Set(moves.flatMap(({ touches }) => touches))]);
  return new Set(rows.flatMap((row) => (row ? [row.item ?? row.task ?? row.uuid] : [])));
}

/** Returns where to continue; everything is read if there is no position. */
function placeOf({ version, epoch = '' }: { version?: number; epoch?: string }) {
  return version === undefined ? {} : { since: String(version), epoch };
}

/** Writes a page of acts. Returns false if the deal has been purged in the meantime, or a later response applied. */
async function take(
  leadership: Leadership,
  { lane, tick, since, told }: { lane: string; tick: number; since: string | undefined; told: Activity },
): Promise<boolean> {
  const { db } = leadership;
  const tables = [db.activity, db.cursors, db.transactions, db.base, db.meta, db.notices];
  const read = [db.outbox, db.elements];
  return db.transaction('rw', [...tables, ...read], async () => {
    await assertLeads(leadership);
    const key = `${lane}/activity`;
    const cursor = await db.cursors.get(key);
    // The pages of one pull have the same tick.
    if (cursor && cursor.askedTick > tick) return false;
    const deal = await db.transactions.get(lane);
    if (!deal && !(await db.base.get(['transactions', lane]))?.row) return false;
    // The deal was purged and listed again in the meantime, so entries from before this part are gone, and are requested
    // again.
    if (!told.complete && String(cursor?.version) !== since) return false;
    const fresh = told.acts.map(({ num_subjects, ...act }): ActRow => ({
      ...act,
      transaction: lane,
      numSubjects: num_subjects,
    }));
    const { version, epoch } = told;
    const pulledAt = new Date().toISOString();
    // History that is read again, page by page, is not new, even after an interruption.
    const newsAfter = told.complete
      ? null
      : cursor?.newsAfter === undefined
        ? cursor?.version
        : cursor.newsAfter;
    if (told.complete) await db.activity.where({ transaction: lane }).delete();
    await db.activity.bulkPut(fresh);
    // Only at the last page, because an act on one page may be undone on the next.
    if (deal && !told.more && typeof newsAfter === 'number')
      await tellOvertaken(db, { lane, name: deal.name }, { after: newsAfter, tick, at: pulledAt });
    const place = { version, epoch, ...(told.more && { newsAfter }) };
    await db.cursors.put({ key, lane, collection: 'activity', ...place, askedTick: tick, pulledAt });
    return true;
  });
}
