import { liveQuery } from 'dexie';
import type { CollectionName } from '../../contract/collections/deal-collections.ts';
import { changeSeq, subscribeChanges, type AnnouncedSet } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import type { NewEdit } from '../outbox/command.ts';
import {
  NO_ROWS,
  readDealRows,
  sharing,
  withChanges,
  withEdits,
  type AllRows,
  type CommittedRows,
} from './deal-rows.ts';
import {
  ANNOUNCED_WITHIN_MS,
  attempt,
  registerView,
  type EndShowing,
  type ShownFirst,
} from './uncommitted-edits.ts';

/** A view of some tables. */
interface TableView {
  readonly tables: readonly CollectionName[];
  readonly show: (rows: AllRows) => void;
}

const open = new WeakMap<MirrorDatabase, Map<string, DealTables>>();

/** The tables of a deal that this tab's views share. */
export function dealTables(db: MirrorDatabase, transaction: string): DealTables {
  const ofDatabase = open.get(db) ?? new Map<string, DealTables>();
  open.set(db, ofDatabase);
  const known = ofDatabase.get(transaction);
  if (known) return known;
  const made = new DealTables(db, transaction, () => ofDatabase.delete(transaction));
  ofDatabase.set(transaction, made);
  return made;
}

/**
 * The rows of a deal's tables that views use, kept in memory while any view of the deal is shown. Each table is read once,
 * and then patched from committed change sets. After a gap in their numbers, all of them are read again. Reading 15,000 rows
 * at each commit would cost several frames. This tab's edits are shown at once: folded over the committed rows (SPEC: SHOW).
 */
class DealTables {
  readonly #db: MirrorDatabase;
  readonly #transaction: string;
  readonly #whenUnused: () => void;
  readonly #views = new Set<TableView>();
  /** The tables that have been read. */
  #loaded: ReadonlySet<CollectionName> = new Set();
  #committed: CommittedRows = { seq: 0, rows: NO_ROWS };
  /** The committed rows with the uncommitted edits. */
  #shown: AllRows = NO_ROWS;
  #first: ShownFirst[] = [];
  #waiting: AnnouncedSet[] = [];
  #isReading = false;
  #isFlushing = false;
  #later: ReturnType<typeof setTimeout> | undefined;
  #stops: (() => void)[] = [];

  constructor(db: MirrorDatabase, transaction: string, whenUnused: () => void) {
    this.#db = db;
    this.#transaction = transaction;
    this.#whenUnused = whenUnused;
  }

  /** Calls `show` once these tables have been read, and after every change to the deal. Returns an unsubscribe function. */
  use(tables: readonly CollectionName[], show: (rows: AllRows) => void): () => void {
    const view = { tables, show };
    this.#views.add(view);
    if (this.#stops.length === 0) this.#start();
    if (this.#hasRead(view)) show(this.#shown);
    else void this.#readMissing();
    return () => {
      this.#views.delete(view);
      if (this.#views.size > 0) return;
      for (const stop of this.#stops) stop();
      this.#whenUnused();
    };
  }

  /** Keeps the tables while no view is shown, between two screens of the deal. Returns a function that releases them. */
  hold(): () => void {
    return this.use([], () => undefined);
  }

  #start(): void {
    const watch = liveQuery(async () => changeSeq(this.#db, this.#transaction)).subscribe(() =>
      this.#catchUpLater(),
    );
    this.#stops = [
      registerView(this.#db, (edits) => this.#showFirst(edits)),
      subscribeChanges(this.#db.userId, (set) => {
        if (!this.#isOurs(set)) return;
        this.#waiting.push(set);
        if (this.#isFlushing) return;
        this.#isFlushing = true;
        queueMicrotask(() => this.#flush());
      }),
      () => watch.unsubscribe(),
      () => clearTimeout(this.#later),
    ];
  }

  #catchUpLater(): void {
    clearTimeout(this.#later);
    if (this.#views.size > 0) this.#later = setTimeout(() => void this.#catchUp(), ANNOUNCED_WITHIN_MS);
  }

  /**
   * Reads the tables again after a commit that was never announced because its worker died, if the mirror was rebuilt, or if
   * they couldn't be read.
   */
  async #catchUp(): Promise<void> {
    // After the user has signed out, the database is closed.
    const seq = await changeSeq(this.#db, this.#transaction).catch(() => null);
    if (seq === null) return;
    if (seq === this.#committed.seq) await this.#readMissing();
    else await this.#read(this.#usedTables());
  }

  #isOurs({ lane }: { lane: string }): boolean {
    return lane === this.#transaction;
  }

  #hasRead({ tables }: TableView): boolean {
    return tables.every((table) => this.#loaded.has(table));
  }

  #usedTables(): CollectionName[] {
    const used = [...this.#views].flatMap(({ tables }) => tables);
    return [...new Set([...this.#loaded, ...used])];
  }

  async #readMissing(): Promise<void> {
    const missing = this.#usedTables().filter((table) => !this.#loaded.has(table));
    if (missing.length > 0) await this.#read(missing);
  }

  /** Reads tables. Change sets that arrive in the meantime wait. */
  async #read(tables: readonly CollectionName[]): Promise<void> {
    if (this.#isReading || this.#views.size === 0) return;
    this.#isReading = true;
    const { seq, rows } = this.#committed;
    const found = await readDealRows(this.#db, this.#transaction, tables, rows).catch((error: unknown) => {
      console.error('Failed to read the rows of a view.', error);
      return null;
    });
    this.#isReading = false;
    if (!found) return this.#catchUpLater();
    const read = new Set([...this.#loaded, ...tables]);
    // All tables must be as of the same commit.
    if (found.seq !== seq && read.size > tables.length) return this.#read([...read]);
    this.#loaded = read;
    this.#committed = found;
    this.#flush();
    // A view that was opened in the meantime may need other tables.
    return this.#readMissing();
  }

  /** Applies all pending change sets at once, because a paste creates one for each value. */
  #flush(): void {
    this.#isFlushing = false;
    if (this.#isReading || this.#loaded.size === 0) return;
    const { seq, rows } = this.#committed;
    const sets = this.#waiting.filter((set) => set.seq > seq).toSorted((one, other) => one.seq - other.seq);
    this.#waiting = [];
    if (sets.some((set, at) => set.seq !== seq + at + 1 || set.changes === null)) {
      void this.#read([...this.#loaded]);
      return;
    }
    const changes = sets.flatMap((set) => set.changes ?? []);
    this.#committed = { rows: withChanges(rows, this.#loaded, changes), seq: seq + sets.length };
    this.#publish();
  }

  #publish(): void {
    const { seq, rows } = this.#committed;
    this.#first = this.#first.filter((each) => each.seq > seq);
    const edits = this.#first.flatMap((each) => each.edits);
    const edited = edits.length > 0 ? withEdits(rows, this.#loaded, edits, this.#transaction) : rows;
    this.#shown = sharing(this.#shown, edited);
    // Keeps these objects from now on. Otherwise, all rows that were read again would be compared at every change.
    if (edits.length === 0) this.#committed = { seq, rows: this.#shown };
    for (const view of this.#views) if (this.#hasRead(view)) attempt(() => view.show(this.#shown));
  }

  #showFirst(made: readonly NewEdit[]): EndShowing {
    const each: ShownFirst = {
      edits: made.filter(({ mutation }) => this.#isOurs(mutation.row)),
      seq: Infinity,
    };
    if (each.edits.length === 0) return () => undefined;
    this.#first.push(each);
    try {
      this.#publish();
    } catch (error) {
      this.#first = this.#first.filter((other) => other !== each);
      throw error;
    }
    return (sets) => {
      // After a failed commit, the edits are reverted immediately. Otherwise, they stay until their rows arrive.
      each.seq = sets?.findLast((set) => this.#isOurs(set))?.seq ?? -1;
      if (each.seq <= this.#committed.seq) this.#publish();
    };
  }
}
