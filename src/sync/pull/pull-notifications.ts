import { announceChanges, numberChanges, type ChangeSet } from '../../db/change-sets.ts';
import { camelize } from '../../db/codec.ts';
import type { RowChange } from '../../db/outbox/draft.ts';
import { foldedTables, refold } from '../../db/outbox/fold.ts';
import { ACCOUNT_LANE, type NotificationRow } from '../../db/rows.ts';
import type { Pulled } from '../push/answer.ts';
import { decodeLane, laneRows, releaseAcknowledged } from '../push/lane.ts';
import { assertLeads, type Leadership } from '../engine/leader.ts';
import { beginPull } from './begin-pull.ts';
import type { Transport } from '../transport/transport.ts';

const CURSOR_KEY = `${ACCOUNT_LANE}/notifications`;

/** The user's notifications. Those that are not listed are deleted. */
interface NotificationStep {
  /** When it was requested, on the database's clock. */
  tick: number;
  /** Null = unchanged since the last response (304). */
  told: NotificationRow[] | null;
  etag: string | null;
}

/** Pulls the user's notifications and updates the mirror (SPEC: PULL1, PULL12). */
export async function pullNotifications(leadership: Leadership, transport: Transport): Promise<Pulled> {
  const { cursor, tick } = await beginPull(leadership, CURSOR_KEY);
  const etag = cursor?.etags?.[0] ?? null;
  const answer = await transport.ask((api, with_) => api.notifications.list(undefined, with_), { etag });
  switch (answer.kind) {
    case 'ok':
      await applyNotifications(leadership, {
        tick,
        told: answer.body.map((each) => camelize(each)),
        etag: answer.etag,
      });
      return { outcome: 'applied' };
    case 'not_modified':
      await applyNotifications(leadership, { tick, told: null, etag });
      return { outcome: 'applied' };
    default:
      return { outcome: 'held', setback: answer };
  }
}

async function applyNotifications(leadership: Leadership, step: NotificationStep): Promise<void> {
  const { db } = leadership;
  const set = await db.transaction('rw', [...foldedTables(db), db.cursors], async () => {
    await assertLeads(leadership);
    return applyIn(leadership, step);
  });
  if (set) announceChanges(db.userId, [set]);
}

async function applyIn(leadership: Leadership, step: NotificationStep): Promise<ChangeSet | null> {
  const { db } = leadership;
  const { tick, told, etag } = step;
  const cursor = await db.cursors.get(CURSOR_KEY);
  if (cursor && cursor.askedTick >= tick) return null;
  await db.cursors.put({
    key: CURSOR_KEY,
    lane: ACCOUNT_LANE,
    collection: 'notifications',
    etags: [etag],
    askedTick: tick,
    pulledAt: new Date().toISOString(),
  });
  const waiting = await laneRows(leadership, ACCOUNT_LANE);
  const { edits, settled } = await releaseAcknowledged(leadership, waiting, ['notifications'], tick);
  if (!told && !settled) return null;
  const changes = told ? await changesBy(leadership, told) : [];
  const { mutations } = decodeLane(leadership, edits);
  return numberChanges(db, ACCOUNT_LANE, await refold(db, ACCOUNT_LANE, mutations, changes));
}

/** Writes the listed rows, and deletes local ones that are not listed. */
async function changesBy({ db }: Leadership, told: readonly NotificationRow[]): Promise<RowChange[]> {
  const named = new Set(told.map(({ uuid }) => uuid));
  const gone = (await db.notifications.toCollection().primaryKeys()).filter((key) => !named.has(key));
  return [
    ...told.map((row): RowChange => ({ table: 'notifications', key: row.uuid, row })),
    ...gone.map((key): RowChange => ({ table: 'notifications', key, row: null })),
  ];
}
