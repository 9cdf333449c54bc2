import { liveQuery } from 'dexie';
import { documentStatus } from '../../contract/rules/document-status.ts';
import { changeSeq, hearChanges, type ChangeSet } from '../change-sets.ts';
import { conversionFacts } from '../conversion-facts.ts';
import type { MirrorDatabase } from '../database.ts';
import type { DocumentRow, ElementRow, ItemRow } from '../rows.ts';
import type { ChecklistEntry, ChecklistSnapshot } from './checklist-snapshot.ts';

/** The checklist of one deal, kept in memory while a screen shows it. For `useSyncExternalStore`. */
export interface ChecklistView {
  subscribe(listener: () => void): () => void;
  getSnapshot(): ChecklistSnapshot;
  close(): void;
}

interface Loaded {
  seq: number;
  elements: Map<string, ElementRow>;
  items: Map<string, ItemRow>;
  documents: Map<string, DocumentRow>;
  lists: Map<string, readonly string[]>;
}

const LOADING: ChecklistSnapshot = { state: 'loading', lists: new Map(), entries: new Map() };

/**
 * Loads the deal from the mirror once, then patches it row by row from committed change sets; a gap in their numbers
 * loads it anew. Reading 5,000 rows again at each edit would cost more than a frame.
 */
export function openChecklistView(db: MirrorDatabase, transaction: string): ChecklistView {
  const listeners = new Set<() => void>();
  let loaded: Loaded | null = null;
  let unsaved: ReadonlySet<string> = new Set();
  let snapshot = LOADING;
  let loading = false;
  let closed = false;
  let early: ChangeSet[] = [];

  const publish = () => {
    if (closed || !loaded) return;
    snapshot = take(loaded, unsaved, snapshot);
    for (const listener of listeners) listener();
  };
  const patch = (set: ChangeSet): boolean => {
    if (!loaded || set.seq <= loaded.seq) return true;
    if (set.seq !== loaded.seq + 1) return false;
    applyChanges(loaded, set);
    return true;
  };
  const load = async () => {
    if (loading || closed) return;
    loading = true;
    try {
      loaded = await readDeal(db, transaction);
      const held = early.toSorted((a, b) => a.seq - b.seq);
      early = [];
      const complete = held.every(patch);
      loading = false;
      publish();
      if (!complete) await load();
    } finally {
      loading = false;
    }
  };
  const stopHearing = hearChanges(db.userId, (set) => {
    if (set.lane !== transaction) return;
    if (loading || !loaded) {
      early.push(set);
      return;
    }
    if (patch(set)) publish();
    else void load();
  });
  const unsavedSubscription = liveQuery(() => unsavedIds(db, transaction)).subscribe((ids) => {
    if (ids.size === unsaved.size && [...ids].every((id) => unsaved.has(id))) return;
    unsaved = ids;
    publish();
  });
  void load();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    close() {
      closed = true;
      stopHearing();
      unsavedSubscription.unsubscribe();
      listeners.clear();
    },
  };
}

async function readDeal(db: MirrorDatabase, transaction: string): Promise<Loaded> {
  return db.transaction('r', [db.elements, db.items, db.documents, db.childLists, db.meta], async () => {
    const [seq, elements, items, documents, lists] = await Promise.all([
      changeSeq(db, transaction),
      db.elements.where({ transaction }).toArray(),
      db.items.where({ transaction }).toArray(),
      db.documents.where({ transaction }).toArray(),
      db.childLists.where({ transaction }).toArray(),
    ]);
    return {
      seq,
      elements: new Map(elements.map((row) => [row.uuid, row])),
      items: new Map(items.map((row) => [row.uuid, row])),
      documents: new Map(documents.map((row) => [row.uuid, row])),
      lists: new Map(lists.map((row) => [row.parent, row.children])),
    };
  });
}

async function unsavedIds(db: MirrorDatabase, transaction: string): Promise<Set<string>> {
  const edits = await db.outbox.where({ lane: transaction }).toArray();
  return new Set(edits.filter((edit) => edit.state !== 'acked').flatMap((edit) => edit.refersTo));
}

function applyChanges(loaded: Loaded, set: ChangeSet): void {
  loaded.seq = set.seq;
  let lists: Map<string, readonly string[]> | null = null;
  for (const change of set.changes) {
    if (change.table === 'childLists') {
      lists ??= new Map(loaded.lists);
      if (change.row) lists.set(change.row.parent, change.row.children);
      else lists.delete(change.key.slice(change.key.indexOf('/') + 1));
    } else if (change.table !== 'transactions') {
      const rows: Map<string, unknown> = loaded[change.table];
      if (change.row) rows.set(change.key, change.row);
      else rows.delete(change.key);
    }
  }
  if (lists) loaded.lists = lists;
}

/** The next snapshot; entries of which nothing changed keep their identity, so that their rows need no repaint. */
function take(loaded: Loaded, unsaved: ReadonlySet<string>, last: ChecklistSnapshot): ChecklistSnapshot {
  const entries = new Map<string, ChecklistEntry>();
  for (const element of loaded.elements.values()) {
    const entry = asEntry(loaded, element, unsaved.has(element.uuid));
    const before = last.entries.get(element.uuid);
    entries.set(element.uuid, before && same(before, entry) ? before : entry);
  }
  return { state: 'ready', lists: loaded.lists, entries };
}

function asEntry(loaded: Loaded, element: ElementRow, unsaved: boolean): ChecklistEntry {
  const item = (element.item && loaded.items.get(element.item)) || null;
  const document = (item?.document && loaded.documents.get(item.document)) || null;
  return {
    uuid: element.uuid,
    kind: element.item ? 'item' : element.task ? 'task' : 'header',
    name: item?.name ?? element.label ?? '',
    item,
    document,
    documentStatus: document && documentStatus(conversionFacts(document)),
    unsaved,
  };
}

function same(a: ChecklistEntry, b: ChecklistEntry): boolean {
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    a.item === b.item &&
    a.document === b.document &&
    a.unsaved === b.unsaved
  );
}
