import type { Activity } from '../contract/entities/activity.ts';
import type { MirrorDatabase } from '../db/database.ts';
import type { ActRow } from '../db/rows.ts';
import { newUuid } from '../db/uuid.ts';
import type { Pulled } from './answer.ts';
import { retry } from './classify.ts';
import { assertLeads, type Leadership } from './leader.ts';
import { overtakenInWords, overtakenMoves } from './overtaken-moves.ts';
import { beginPull } from './pull-lists.ts';
import type { Transport } from './transport.ts';

/** Pulls who did what in a deal since it was last told, page by page (SPEC: PULL16). */
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
      return { outcome: 'held', setback: retry('Acts were answered as not modified.') };
    if (answer.kind !== 'ok') return { outcome: 'held', setback: answer };
    const isTaken = await take(leadership, { lane, tick, since: from.since, told: answer.body });
    if (!isTaken || !answer.body.more) return { outcome: 'applied' };
    from = placeOf(answer.body);
  }
}

/** Says which moves of the person's somebody else's have come after (SPEC: PULL19). Inside a transaction. */
async function tellOvertaken(
  db: MirrorDatabase,
  lane: string,
  fresh: readonly ActRow[],
  at: string,
): Promise<void> {
  if (fresh.every(({ actor }) => actor.uuid === db.userId)) return;
  const known = await db.activity.where({ transaction: lane }).toArray();
  const message = overtakenInWords(overtakenMoves(known, fresh, db.userId));
  if (message !== null) await db.notices.put({ id: newUuid(), at, level: 'info', message });
}

/** From where on to ask; everything where there is no place. */
function placeOf({ version, epoch = '' }: { version?: number; epoch?: string }) {
  return version === undefined ? {} : { since: String(version), epoch };
}

/** Writes a page of acts; false where the deal has been purged meanwhile, or a later answer taken. */
async function take(
  leadership: Leadership,
  { lane, tick, since, told }: { lane: string; tick: number; since: string | undefined; told: Activity },
): Promise<boolean> {
  const { db } = leadership;
  const tables = [db.activity, db.cursors, db.transactions, db.base, db.meta, db.notices];
  return db.transaction('rw', tables, async () => {
    await assertLeads(leadership);
    const key = `${lane}/activity`;
    const cursor = await db.cursors.get(key);
    // The pages of one pull bear the same tick.
    if (cursor && cursor.askedTick > tick) return false;
    const deal = (await db.transactions.get(lane)) ?? (await db.base.get(['transactions', lane]))?.row;
    if (!deal) return false;
    // Purged meanwhile, and listed again: what came before this part is gone, and is asked for anew.
    if (!told.complete && String(cursor?.version) !== since) return false;
    const fresh = told.acts.map(({ num_subjects, ...act }): ActRow => ({
      ...act,
      transaction: lane,
      numSubjects: num_subjects,
    }));
    const { version, epoch } = told;
    const pulledAt = new Date().toISOString();
    if (told.complete) await db.activity.where({ transaction: lane }).delete();
    else await tellOvertaken(db, lane, fresh, pulledAt);
    await db.activity.bulkPut(fresh);
    await db.cursors.put({ key, lane, collection: 'activity', version, epoch, askedTick: tick, pulledAt });
    return true;
  });
}
