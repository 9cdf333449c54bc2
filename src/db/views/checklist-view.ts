import { liveQuery } from 'dexie';
import { changeSeq, subscribeChanges, type AnnouncedSet } from '../change-sets.ts';
import type { NewEdit } from '../outbox/command.ts';
import type { MirrorDatabase } from '../database.ts';
import { cacheChildLists } from '../outbox/child-list-cache.ts';
import { subscribeRebirth } from '../open-database.ts';
import { nextSnapshot, type Known } from './checklist-entries.ts';
import { isMissing, type ChecklistSnapshot } from './checklist-snapshot.ts';
import { readBeginning, readDeal, type Loaded, type Rows } from './read-checklist.ts';
import { changesBy, shownIds, withChanges } from './shown-rows.ts';
import { ANNOUNCED_WITHIN_MS, registerView, type EndShowing, type ShownFirst } from './uncommitted-edits.ts';

/** The checklist of one deal, kept in memory while a screen shows it. For `useSyncExternalStore`. */
export interface ChecklistView {
  subscribe(listener: () => void): () => void;
  getSnapshot(): ChecklistSnapshot;
  /** The snapshot with every edit that resolved in this context. After a gap, that requires a load. */
  current(): Promise<ChecklistSnapshot>;
  close(): void;
}

const LOADING: ChecklistSnapshot = { state: 'loading', lists: new Map(), entries: new Map(), queued: [] };

/** The delay before a failed load is retried, milliseconds. */
const LOAD_AGAIN_MS = 1000;

/**
 * Loads the deal from the mirror once, then patches it row by row from committed change sets. A gap in their numbers, or a commit
 * that was never announced, loads it again. Reading 5,000 rows again at each edit would cost more than a frame. Edits of this tab
 * are shown at once: folded over the committed rows until these include them (SPEC: SHOW).
 */
export function openChecklistView(db: MirrorDatabase, transaction: string): ChecklistView {
  return new LoadedChecklist(db, transaction);
}

class LoadedChecklist implements ChecklistView {
  readonly #db: MirrorDatabase;
  readonly #transaction: string;
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[];
  /** The committed state. */
  #loaded: Loaded | null = null;
  /** In the order in which they were made. */
  #first: ShownFirst[] = [];
  /** The ids of everything that they change or mark in the snapshot. */
  #changedFirst: readonly string[] = [];
  #known: Known = { unsaved: new Set(), reached: -1 };
  #snapshot = LOADING;
  #loading: Promise<void> | null = null;
  #closed = false;
  /** The number of the mirror's last commit, as seen by the live query. */
  #seen = 0;
  /** Change sets that arrived during a load. */
  #early: AnnouncedSet[] = [];

  constructor(db: MirrorDatabase, transaction: string) {
    this.#db = db;
    this.#transaction = transaction;
    const watch = liveQuery(() => watchDeal(db, transaction)).subscribe((seen) => this.#onSeen(seen));
    this.#stops = [
      subscribeChanges(db.userId, (set) => this.#onChanges(set)),
      subscribeRebirth(db.userId, () => this.#onRebirth()),
      () => watch.unsubscribe(),
      cacheChildLists(db, transaction, () => this.#loaded),
      registerView(db, (edits) => this.#showFirst(edits)),
    ];
    this.#load();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  getSnapshot(): ChecklistSnapshot {
    return this.#snapshot;
  }

  async current(): Promise<ChecklistSnapshot> {
    await this.#loading;
    return this.#snapshot;
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
  }

  #showFirst(made: readonly NewEdit[]): EndShowing {
    const isOurs = ({ lane }: { lane: string }): boolean => lane === this.#transaction;
    const shown: ShownFirst = { edits: made.filter(({ mutation }) => isOurs(mutation.row)), seq: Infinity };
    if (shown.edits.length === 0) return () => undefined;
    this.#first.push(shown);
    this.#publish([]);
    return (sets) => {
      // After a failed commit, the edits are reverted immediately. Otherwise, they stay until their rows arrive.
      shown.seq = sets?.findLast(isOurs)?.seq ?? -1;
      this.#publish([]);
    };
  }

  #onChanges(set: AnnouncedSet): void {
    if (set.lane !== this.#transaction) return;
    if (this.#loading || !this.#loaded) this.#early.push(set);
    else if (this.#patch(set)) this.#publish(shownIds(set.changes ?? []));
    else this.#load();
  }

  /** Loads the new mirror. Its numbers start over, so those of the deleted mirror mean nothing (SPEC: DISK6). */
  #onRebirth(): void {
    this.#early = [];
    this.#first = this.#first.filter(({ seq }) => seq === Infinity);
    this.#load();
  }

  /** Returns false at a gap. */
  #patch({ seq, changes }: AnnouncedSet): boolean {
    if (!this.#loaded || seq <= this.#loaded.seq) return true;
    if (seq !== this.#loaded.seq + 1 || !changes) return false;
    this.#loaded = { ...withChanges(this.#loaded, changes), seq };
    return true;
  }

  #onSeen({ seq, ...known }: Seen): void {
    const before = this.#known;
    this.#known = known;
    this.#seen = seq;
    const saved = sameIds(known.unsaved, before.unsaved) ? [] : [...before.unsaved, ...known.unsaved];
    const looked = known.reached === before.reached ? [] : this.#notHere();
    this.#publish([...saved, ...looked]);
    // If a worker dies between its commit and the announcement, the announcement never comes. A smaller number is from a
    // different mirror.
    if (this.#isElsewhere()) setTimeout(() => this.#isElsewhere() && this.#load(), ANNOUNCED_WITHIN_MS);
  }

  /** The places whose content is not on the device. */
  #notHere(): string[] {
    return [...this.#snapshot.entries.values()].flatMap((entry) => (isMissing(entry) ? entry.uuid : []));
  }

  #isElsewhere(): boolean {
    return !this.#closed && this.#loaded !== null && this.#loaded.seq !== this.#seen;
  }

  #load(): void {
    this.#loading ??= this.#loadUntilComplete();
  }

  async #loadUntilComplete(): Promise<void> {
    while (!this.#closed) {
      const loaded = await this.#tryToRead();
      if (!loaded) continue;
      this.#loaded = loaded;
      const held = this.#early.toSorted((a, b) => a.seq - b.seq);
      this.#early = [];
      const complete = held.every((set) => this.#patch(set));
      this.#publish(null);
      if (complete) break;
    }
    this.#loading = null;
  }

  /** Returns null, after a delay, if the mirror could not be read. */
  async #tryToRead(): Promise<Loaded | null> {
    try {
      if (this.#snapshot.state === 'loading') this.#begin(await readBeginning(this.#db, this.#transaction));
      return await readDeal(this.#db, this.#transaction);
    } catch (error) {
      if (this.#closed) return null;
      console.error('Failed to read the checklist; retrying.', error);
      await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN_MS));
      return null;
    }
  }

  /** Shows the first screenful, which is read long before the rest of a large deal. Nothing is patched into it. */
  #begin(rows: Rows): void {
    if (this.#closed) return;
    this.#show(nextSnapshot('begun', rows, this.#known, null, this.#snapshot));
  }

  /** `touched` are the ids of the committed rows that may differ; null = all may. */
  #publish(touched: readonly string[] | null): void {
    if (this.#closed || !this.#loaded) return;
    const { seq } = this.#loaded;
    const marked = this.#first.filter((shown) => shown.seq > this.#seen).flatMap(idsTouched);
    const edits = this.#first.flatMap((shown) => (shown.seq > seq ? shown.edits : []));
    const changes = edits.length > 0 ? changesBy(edits, this.#loaded, this.#transaction) : [];
    const changed = [...marked, ...shownIds(changes)];
    const all = touched && new Set([...touched, ...this.#changedFirst, ...changed]);
    this.#changedFirst = changed;
    this.#first = this.#first.filter((shown) => shown.seq > Math.min(seq, this.#seen));
    const rows = changes.length > 0 ? withChanges(this.#loaded, changes) : this.#loaded;
    const unsaved = marked.length > 0 ? new Set([...this.#known.unsaved, ...marked]) : this.#known.unsaved;
    this.#show(nextSnapshot('ready', rows, { ...this.#known, unsaved }, all, this.#snapshot));
  }

  #show(next: ChecklistSnapshot): void {
    if (next === this.#snapshot) return;
    this.#snapshot = next;
    for (const listener of this.#listeners) listener();
  }
}

function idsTouched({ edits }: ShownFirst): string[] {
  return edits.flatMap(({ mutation }) => mutation.row.touches);
}

/** What the live query watches: the number of the last commit, and the ids of rows that are not on the server yet. */
interface Seen extends Known {
  seq: number;
}

async function watchDeal(db: MirrorDatabase, transaction: string): Promise<Seen> {
  const [seq, edits, cursor] = await db.transaction('r', db.meta, db.outbox, db.cursors, async () =>
    Promise.all([
      changeSeq(db, transaction),
      db.outbox.where({ lane: transaction }).toArray(),
      db.cursors.get(`${transaction}/changes`),
    ]),
  );
  const unsent = edits.filter((edit) => edit.state !== 'acked');
  return {
    seq,
    unsaved: new Set(unsent.flatMap((edit) => edit.touches)),
    reached: cursor?.version ?? -1,
  };
}

function sameIds(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
