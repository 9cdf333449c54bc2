import { liveQuery } from 'dexie';
import { documentStatus } from '../../contract/rules/documents/document-status.ts';
import { changeSeq, subscribeChanges, type AnnouncedSet } from '../change-sets.ts';
import { conversionFacts } from '../files/conversion-facts.ts';
import type { MirrorDatabase } from '../database.ts';
import { parentIn, type RowChange } from '../outbox/draft.ts';
import { equal } from '../equal.ts';
import { cacheChildLists } from '../outbox/child-list-cache.ts';
import { subscribeRebirth } from '../open-database.ts';
import type { ElementRow, MirrorTable } from '../rows.ts';
import { isMissing, type ChecklistEntry, type ChecklistSnapshot } from './checklist-snapshot.ts';
import { readBeginning, readDeal, type Loaded, type Rows } from './read-checklist.ts';

/** The checklist of one deal, kept in memory while a screen shows it. For `useSyncExternalStore`. */
export interface ChecklistView {
  subscribe(listener: () => void): () => void;
  getSnapshot(): ChecklistSnapshot;
  /** The snapshot as soon as it has every edit that resolved in this context: after a gap that takes a load. */
  current(): Promise<ChecklistSnapshot>;
  close(): void;
}

const LOADING: ChecklistSnapshot = { state: 'loading', lists: new Map(), entries: new Map(), queued: [] };

/** What a place is called of which nothing stands on the device: while that may still come, and where it should have. */
const NOT_HERE: Record<ChecklistEntry['kind'], { coming: string; missing: string }> = {
  item: { coming: 'Document being fetched', missing: 'Missing document' },
  task: { coming: 'Task being fetched', missing: 'Missing task' },
  header: { coming: '', missing: '' },
};

/** How long the announcement of a commit may be under way before it counts as lost, milliseconds. */
const ANNOUNCED_WITHIN_MS = 500;

/** How long to wait before a load that failed is tried again, milliseconds. */
const LOAD_AGAIN_MS = 1000;

/**
 * Loads the deal from the mirror once, then patches it row by row from committed change sets. A gap in their numbers,
 * or a commit whose announcement never came, loads it anew. Reading 5,000 rows again at each edit would cost more than
 * a frame.
 */
export function openChecklistView(db: MirrorDatabase, transaction: string): ChecklistView {
  return new LoadedChecklist(db, transaction);
}

class LoadedChecklist implements ChecklistView {
  readonly #db: MirrorDatabase;
  readonly #transaction: string;
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[];
  #loaded: Loaded | null = null;
  #known: Known = { unsaved: new Set(), reached: { item: -1, task: -1 } };
  #snapshot = LOADING;
  #loading: Promise<void> | null = null;
  #closed = false;
  /** The number of the mirror's last commit, as the live query saw it. */
  #seen = 0;
  /** Change sets that came while a load was under way. */
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

  #onChanges(set: AnnouncedSet): void {
    if (set.lane !== this.#transaction) return;
    if (this.#loading || !this.#loaded) this.#early.push(set);
    else if (this.#patch(set)) this.#publish(entityIds(set.changes ?? []));
    else this.#load();
  }

  /** The numbers of the mirror that was deleted say nothing of the new one's, which begin anew (SPEC: DISK6). */
  #onRebirth(): void {
    this.#early = [];
    this.#load();
  }

  /** Answers false at a gap. */
  #patch({ seq, changes }: AnnouncedSet): boolean {
    if (!this.#loaded || seq <= this.#loaded.seq) return true;
    if (seq !== this.#loaded.seq + 1 || !changes) return false;
    applyChanges(this.#loaded, changes);
    this.#loaded.seq = seq;
    return true;
  }

  #onSeen({ seq, ...known }: Seen): void {
    const before = this.#known;
    this.#known = known;
    const saved = sameIds(known.unsaved, before.unsaved) ? [] : [...before.unsaved, ...known.unsaved];
    const looked = equal(known.reached, before.reached) ? [] : this.#notHere();
    if (saved.length + looked.length > 0) this.#publish(new Set([...saved, ...looked]));
    this.#seen = seq;
    // A worker that dies between its commit and the announcement leaves nobody to tell of it. A number that went back is
    // that of another mirror.
    if (this.#isElsewhere()) setTimeout(() => this.#isElsewhere() && this.#load(), ANNOUNCED_WITHIN_MS);
  }

  /** The places of which nothing stands on the device. */
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

  /** Answers null, and not at once, when the mirror could not be read. */
  async #tryToRead(): Promise<Loaded | null> {
    try {
      if (this.#snapshot.state === 'loading') this.#begin(await readBeginning(this.#db, this.#transaction));
      return await readDeal(this.#db, this.#transaction);
    } catch (error) {
      if (this.#closed) return null;
      console.error('The checklist could not be read and is read again.', error);
      await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN_MS));
      return null;
    }
  }

  /** What a screen shows first is there long before all of a large deal is. Nothing is patched into it. */
  #begin(rows: Rows): void {
    if (this.#closed) return;
    this.#snapshot = take('begun', rows, this.#known, null, this.#snapshot);
    for (const listener of this.#listeners) listener();
  }

  /** `touched`: the ids of what may be other than it was; null = all may. */
  #publish(touched: ReadonlySet<string> | null): void {
    if (this.#closed || !this.#loaded) return;
    this.#snapshot = take('ready', this.#loaded, this.#known, touched, this.#snapshot);
    for (const listener of this.#listeners) listener();
  }
}

/** What the live query watches: the number of the last commit, and the ids of what is not on the server yet. */
interface Seen extends Known {
  seq: number;
}

/** What is known of the deal beside its rows. */
interface Known {
  unsaved: ReadonlySet<string>;
  /** How far, by the deal's counter, the lists reach of what stands in places; -1 = they have not come. */
  reached: { item: number; task: number };
}

async function watchDeal(db: MirrorDatabase, transaction: string): Promise<Seen> {
  const [seq, edits, cursors] = await db.transaction('r', db.meta, db.outbox, db.cursors, async () =>
    Promise.all([
      changeSeq(db, transaction),
      db.outbox.where({ lane: transaction }).toArray(),
      db.cursors.bulkGet(PULLED.map((each) => `${transaction}/${each}`)),
    ]),
  );
  const [changes = -1, items = -1, tasks = -1] = cursors.map((cursor) => cursor?.version ?? -1);
  const unsent = edits.filter((edit) => edit.state !== 'acked');
  return {
    seq,
    unsaved: new Set(unsent.flatMap((edit) => edit.touches)),
    // The feed brings all.
    reached: { item: Math.max(changes, items), task: Math.max(changes, tasks) },
  };
}

/** The cursors that say which rows of a deal have come. */
const PULLED = ['changes', 'items', 'tasks'] as const;

function sameIds(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}

function applyChanges(loaded: Loaded, changes: readonly RowChange[]): void {
  let lists: Map<string, readonly string[]> | null = null;
  for (const change of changes) {
    if (change.table === 'childLists') {
      lists ??= new Map(loaded.lists);
      if (change.row) lists.set(change.row.parent, change.row.children);
      else lists.delete(parentIn(change.key));
    } else if (isShown(change.table)) {
      const rows: Map<string, unknown> = loaded[change.table];
      if (change.row) rows.set(change.key, change.row);
      else rows.delete(change.key);
    }
  }
  if (lists) loaded.lists = lists;
}

/** The tables whose rows the checklist shows. */
const SHOWN = ['elements', 'items', 'documents', 'tasks'] as const;

function isShown(table: MirrorTable): table is (typeof SHOWN)[number] {
  return SHOWN.some((shown) => shown === table);
}

function entityIds(changes: readonly RowChange[]): ReadonlySet<string> {
  return new Set(changes.filter(({ table }) => isShown(table)).map(({ key }) => key));
}

/**
 * The next snapshot; entries of which nothing changed keep their identity, so that their rows need no repaint, and the map
 * of them keeps its own where that is so of all: a move changes lists alone.
 */
function take(
  state: ChecklistSnapshot['state'],
  rows: Rows,
  known: Known,
  touched: ReadonlySet<string> | null,
  last: ChecklistSnapshot,
): ChecklistSnapshot {
  const { lists } = rows;
  if (touched?.size === 0) return { ...last, state, lists };
  // To copy a map is quicker than to fill one: of thousands of entries few are touched.
  const entries = new Map(touched && last.entries);
  let isOther = touched === null;
  for (const id of touched ?? []) if (!rows.elements.has(id)) isOther = entries.delete(id) || isOther;
  for (const element of rows.elements.values()) {
    if (touched && !isTouched(touched, rows, element)) continue;
    const before = last.entries.get(element.uuid);
    const entry = asEntry(rows, element, known);
    const isAsBefore = before !== undefined && same(before, entry);
    entries.set(element.uuid, isAsBefore ? before : entry);
    isOther ||= !isAsBefore;
  }
  return {
    state,
    lists,
    entries: isOther ? entries : last.entries,
    queued: state === 'ready' ? queuedOf(rows, last.queued) : [],
  };
}

function queuedOf({ documents }: Rows, last: readonly string[]): readonly string[] {
  const queued: string[] = [];
  for (const { inQueue, uuid } of documents.values()) if (inQueue) queued.push(uuid);
  return equal(queued, last) ? last : queued;
}

function isTouched(touched: ReadonlySet<string>, { items }: Rows, { uuid, item, task }: ElementRow): boolean {
  if (touched.has(uuid) || (task !== null && touched.has(task))) return true;
  if (item === null) return false;
  const document = items.get(item)?.document ?? null;
  return touched.has(item) || (document !== null && touched.has(document));
}

function asEntry(loaded: Rows, element: ElementRow, { unsaved, reached }: Known): ChecklistEntry {
  const item = (element.item && loaded.items.get(element.item)) || null;
  const task = (element.task && loaded.tasks.get(element.task)) || null;
  const document = (item?.document && loaded.documents.get(item.document)) || null;
  const kind = element.item ? 'item' : element.task ? 'task' : 'header';
  // Of two lists the one may have come and the other not, or not since.
  const coming = kind !== 'header' && isMissing({ kind, item, task }) && element.version > reached[kind];
  return {
    uuid: element.uuid,
    kind,
    name: item?.name ?? task?.name ?? element.label ?? NOT_HERE[kind][coming ? 'coming' : 'missing'],
    item,
    task,
    coming,
    document,
    documentStatus: document && documentStatus(conversionFacts(document)),
    unsaved: [element.uuid, item?.uuid, task?.uuid, document?.uuid].some(
      (id) => id !== undefined && unsaved.has(id),
    ),
  };
}

function same(a: ChecklistEntry, b: ChecklistEntry): boolean {
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    a.coming === b.coming &&
    a.item === b.item &&
    a.task === b.task &&
    a.document === b.document &&
    a.unsaved === b.unsaved
  );
}
