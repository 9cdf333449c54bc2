import type { MirrorDatabase } from './database.ts';
import type { RowChange } from './outbox/draft.ts';
import { BIRTHMARK_KEY, type MetaRow } from './rows.ts';

/**
 * The changes of one commit to the mirror of a deal. `seq` counts without gaps per lane. After a gap, the reader must load
 * again.
 */
export interface ChangeSet {
  lane: string;
  seq: number;
  changes: RowChange[];
}

/** A change set as it is announced; null = it has so many changes that readers of the deal load it again. */
export type AnnouncedSet = Omit<ChangeSet, 'changes'> & { changes: readonly RowChange[] | null };

/** The key in `meta` of the lanes' last change set numbers. */
export const SEQ_PREFIX = 'changes/';

/** Above this number of rows, receiving them costs every context more than reading them. */
const ANNOUNCED_ROWS = 1000;

/** Work that one worker of a browser profile does for all of a user's tabs. */
export type Duty = 'sync' | 'uploads';

/** Messages between contexts about the device's lock (src/db/lock/held-key.ts). */
export type LockMessage =
  /** Asks who has the key. `page`: the asking context is a page that has just started. */
  | { kind: 'ask'; page: boolean }
  | { kind: 'key'; lock: string; key: CryptoKey }
  /** All contexts forget it. */
  | { kind: 'lock' };

type Message =
  | { kind: 'changes'; set: AnnouncedSet }
  | { kind: 'wake' }
  | { kind: 'deals-moved' }
  | { kind: 'alive'; duty: Duty }
  | { kind: 'device-lock'; message: LockMessage };
type Listener = (message: Message) => void;

interface Exchange {
  /** Null while the page is in the browser's back/forward cache, because a message would evict it from there. */
  channel: BroadcastChannel | null;
  listeners: Set<Listener>;
}

const exchanges = new Map<string, Exchange>();
let resting = false;

/** One channel per user and context. A channel's own context receives messages directly, other contexts through the browser. */
function exchange(userId: string): Exchange {
  const existing = exchanges.get(userId);
  if (existing) return existing;
  const listeners = new Set<Listener>();
  const made: Exchange = { channel: resting ? null : openChannel(userId, listeners), listeners };
  exchanges.set(userId, made);
  return made;
}

function openChannel(userId: string, listeners: ReadonlySet<Listener>): BroadcastChannel {
  const channel = new BroadcastChannel(`counterpart-${userId}`);
  channel.addEventListener('message', (event: MessageEvent<Message>) => {
    for (const listener of listeners) listener(event.data);
  });
  return channel;
}

/** Stops sending messages to other contexts and receiving theirs, until `reopenChannels`. */
export function closeChannels(): void {
  resting = true;
  for (const made of exchanges.values()) {
    made.channel?.close();
    made.channel = null;
  }
}

export function reopenChannels(): void {
  resting = false;
  for (const [userId, made] of exchanges) made.channel ??= openChannel(userId, made.listeners);
}

function say(userId: string, message: Message): void {
  const { channel, listeners } = exchange(userId);
  for (const listener of listeners) listener(message);
  channel?.postMessage(message);
}

/** Subscribes to every commit to the user's mirror, in any context. Returns an unsubscribe function. */
export function subscribeChanges(userId: string, listener: (set: AnnouncedSet) => void): () => void {
  return hear(userId, (message) => {
    if (message.kind === 'changes') listener(message.set);
  });
}

/** Subscribes to new work in the outbox or the upload queue. Returns an unsubscribe function. */
export function subscribeWake(userId: string, listener: () => void): () => void {
  return hear(userId, (message) => {
    if (message.kind === 'wake') listener();
  });
}

/** Subscribes to changes of deals on the server. Returns an unsubscribe function. */
export function subscribeDealsMoved(userId: string, listener: () => void): () => void {
  return hear(userId, (message) => {
    if (message.kind === 'deals-moved') listener();
  });
}

/** Subscribes to signs of life from the worker on duty. Returns an unsubscribe function. */
export function subscribeHeartbeat(userId: string, duty: Duty, listener: () => void): () => void {
  return hear(userId, (message) => {
    if (message.kind === 'alive' && message.duty === duty) listener();
  });
}

/** Subscribes to messages about the device's lock, including those from this context. Returns an unsubscribe function. */
export function subscribeLock(userId: string, listener: (message: LockMessage) => void): () => void {
  return hear(userId, (message) => {
    if (message.kind === 'device-lock') listener(message.message);
  });
}

export function notifyLock(userId: string, message: LockMessage): void {
  say(userId, { kind: 'device-lock', message });
}

function hear(userId: string, listener: Listener): () => void {
  const { listeners } = exchange(userId);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Announces a commit to every context. Called after the commit, never inside the transaction. */
export function announceChanges(userId: string, sets: readonly ChangeSet[]): void {
  const rows = sets.reduce((sum, { changes }) => sum + changes.length, 0);
  for (const { lane, seq, changes } of sets) {
    if (changes.length === 0) continue;
    say(userId, { kind: 'changes', set: { lane, seq, changes: rows > ANNOUNCED_ROWS ? null : changes } });
  }
}

/** Notifies the leading sync worker that there is something to send. */
export function announceWork(userId: string): void {
  say(userId, { kind: 'wake' });
}

/** Notifies the leading sync worker that deals have changed on the server without an edit in any outbox. */
export function announceDealsMoved(userId: string): void {
  say(userId, { kind: 'deals-moved' });
}

/** Notifies workers that wait for the lead that the leader is alive. */
export function announceHeartbeat(userId: string, duty: Duty): void {
  say(userId, { kind: 'alive', duty });
}

/** Numbers a lane's change set after `last`, inside the transaction that writes the changes. */
export async function numberChanges(
  db: MirrorDatabase,
  lane: string,
  changes: RowChange[],
  last?: number,
): Promise<ChangeSet> {
  const seq = (last ?? (await changeSeq(db, lane))) + (changes.length > 0 ? 1 : 0);
  if (changes.length > 0) await db.meta.put({ key: changeSeqKey(lane), value: seq });
  return { lane, seq, changes };
}

/**
 * Numbers a commit that changes everything, so that readers that hold any lane in memory load it again. Call it inside its
 * transaction.
 */
export async function numberAllLanes(db: MirrorDatabase): Promise<void> {
  await db.meta
    .where('key')
    .startsWith(SEQ_PREFIX)
    .modify((row) => {
      row.value = asSeq(row) + 1;
    });
}

/** The number of the lane's last change set. */
export async function changeSeq(db: MirrorDatabase, lane: string): Promise<number> {
  return asSeq(await db.meta.get(changeSeqKey(lane)));
}

/**
 * Identifies a commit: its number in the lane, and the birthmark of the mirror with this numbering (null = the mirror has
 * none).
 */
export interface CommitMark {
  seq: number;
  born: string | null;
}

/** The lane's last commit. */
export async function lastCommit(db: MirrorDatabase, lane: string): Promise<CommitMark> {
  const [seq, born] = await db.meta.bulkGet([changeSeqKey(lane), BIRTHMARK_KEY]);
  return { seq: asSeq(seq), born: typeof born?.value === 'string' ? born.value : null };
}

function asSeq(row: MetaRow | undefined): number {
  return typeof row?.value === 'number' ? row.value : 0;
}

function changeSeqKey(lane: string): string {
  return `${SEQ_PREFIX}${lane}`;
}
