import { bundle, compile } from './compile.ts';
import type { IndexedDb } from './indexed-db.ts';
import type { Scheduler, Strand } from './scheduler.ts';

/** What fake-indexeddb keeps inside: the part that a crash, a full disk and the invariants need. */
interface RawTransaction {
  db: Connection;
  mode: IDBTransactionMode;
  _state: 'active' | 'inactive' | 'committing' | 'finished';
  _started: boolean;
  _scope: ReadonlySet<string>;
  error: unknown;
  _requests: unknown[];
  _rollbackLog: (() => void)[];
  _abort(errorName: string): void;
}
interface RawStore {
  records: { values(): Iterable<{ value: unknown }> };
}
interface RawDatabase {
  name: string;
  transactions: RawTransaction[];
  connections: Connection[];
  rawObjectStores: Map<string, RawStore>;
  processTransactions(): void;
}
interface Connection extends IDBDatabase {
  _rawDatabase: RawDatabase;
  _closePending: boolean;
  _closed: boolean;
}

let scheduler: Scheduler | null = null;
const owners = new WeakMap<object, { strand: Strand; disk: Disk }>();

function running(): Scheduler {
  if (!scheduler) throw new Error('no world runs');
  return scheduler;
}

/** Makes the scheduler the one that databases run by. One world runs at a time. */
export function driveDisksBy(next: Scheduler): void {
  scheduler = next;
}

/** Rows are plain values: copying them so is several times faster than `structuredClone`. */
function copy<Value>(value: Value): Value;
function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // By our own Array: a page's would hold on to the page, and the rows outlive it.
  if (Array.isArray(value)) return Array.from(value, copy);
  // Each page has an Object of its own.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return structuredClone(value);
  const made: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) made[key] = copy(entry);
  return made;
}

const INDEXED_DB = 'tests/simulation/world/indexed-db.ts';

/** IndexedDB in memory, as the scheduler needs it. */
export async function bundleIndexedDb(): Promise<string> {
  return bundle(INDEXED_DB, [
    // What waits for other tabs to close looks again at each turn: for ever, where they do not.
    {
      file: 'fake-indexeddb/build/esm/FDBFactory.js',
      from: 'queueTask(waitForOthersClosed)',
      to: 'queuePoll(waitForOthersClosed)',
    },
    {
      file: 'fake-indexeddb/build/esm/FDBFactory.js',
      from: 'queueTask(() => waitForOthersClosedDelete(databases, name, openDatabases, cb))',
      to: 'queuePoll(() => waitForOthersClosedDelete(databases, name, openDatabases, cb))',
    },
    {
      file: 'fake-indexeddb/build/esm/lib/closeConnection.js',
      from: 'queueTask(() => {\n      closeConnection(connection, forced);\n    });',
      to: 'queuePoll(() => {\n      closeConnection(connection, forced);\n    });',
    },
    // Databases of one name are opened one after another: each by whoever asked for it, and not by whoever came before.
    {
      file: 'fake-indexeddb/build/esm/FDBFactory.js',
      from: 'connectionQueues.set(name, queue.then(task))',
      to: 'connectionQueues.set(name, queue.then(inOwnStrand(task)))',
    },
    // A page's own array would keep the whole page for as long as the store stands.
    ...['ObjectStore', 'Index'].map((file) => ({
      file: `fake-indexeddb/build/esm/lib/${file}.js`,
      from: 'this.keyPath = keyPath;',
      to: 'this.keyPath = structuredClone(keyPath);',
    })),
  ]);
}

/** Loads IndexedDB once for the process; every disk is a factory of it. */
async function load(): Promise<IndexedDb> {
  const names = ['enter', 'globalThis', 'navigator', 'structuredClone', 'queuePoll', 'inOwnStrand'];
  const run = compile(await bundleIndexedDb(), INDEXED_DB, names);
  const entered: IndexedDb[] = [];
  run({
    enter: (program: IndexedDb) => entered.push(program),
    globalThis: { setImmediate: (task: () => void) => running().queue(running().current, task) },
    structuredClone: copy,
    queuePoll: (task: () => void) => running().poll(running().current, task),
    inOwnStrand,
  });
  const [indexedDb] = entered;
  if (!indexedDb) throw new Error('IndexedDB did not start');
  takeOver(indexedDb);
  return indexedDb;
}

/** How to let the next go on where the strand dies in the middle of opening or deleting a database. */
const letGo = new WeakMap<Strand, Set<() => void>>();

/** What the strand that asks for it does when its turn comes; others do not wait for one that is dead. */
function inOwnStrand(task: () => Promise<void>): () => Promise<void> {
  const strand = running().current;
  return async () =>
    new Promise((resolve) => {
      const held = letGo.get(strand) ?? new Set();
      letGo.set(strand, held.add(resolve));
      if (strand.dead) resolve();
      running().queue(strand, () => void task().then(resolve));
    });
}

function takeOver({ IDBTransaction, IDBObjectStore }: IndexedDb): void {
  const transactions = IDBTransaction.prototype as unknown as { _start(this: RawTransaction): void };
  const start = transactions._start;
  const run = (transaction: RawTransaction, disk: Disk | undefined): void => {
    start.call(transaction);
    const wrote = transaction.mode === 'readwrite' && transaction._state === 'finished';
    if (wrote && transaction.error === null && transaction._scope.has('elements')) disk?.onShown();
  };
  transactions._start = function (this: RawTransaction) {
    const owner = owners.get(this.db);
    if (!owner || owner.strand === running().current) return run(this, owner?.disk);
    // Another tab's transaction has ended and this one's turn has come: in its own tab.
    this._started = true;
    running().queue(owner.strand, () => run(this, owner.disk));
  };
  const stores = IDBObjectStore.prototype as unknown as Record<
    'put' | 'add',
    typeof IDBObjectStore.prototype.put
  >;
  for (const method of ['put', 'add'] as const) {
    const write = stores[method];
    stores[method] = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      const disk = owners.get(this.transaction.db)?.disk;
      return disk?.takesNoMore() ? refuse(this) : write.call(this, value, key);
    };
  }
}

function refuse(store: IDBObjectStore): IDBRequest<IDBValidKey> {
  const { transaction } = store as unknown as {
    transaction: { _execRequestAsync(request: object): IDBRequest<IDBValidKey> };
  };
  return transaction._execRequestAsync({
    source: store,
    operation: () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    },
  });
}

let loading: Promise<IndexedDb> | null = null;

/** The disk of one device's browser profile: its databases, which outlive every tab. */
export class Disk {
  /** There once a disk has been made. */
  static keyRange: typeof IDBKeyRange | undefined;
  /** How many writes are refused from now on. */
  full = 0;
  /** Told whenever something is committed that a screen may show. */
  onShown: () => void = () => undefined;
  readonly #factory: IDBFactory & { _databases: Map<string, RawDatabase> };
  readonly #forceClose: IndexedDb['forceCloseDatabase'];
  readonly #opening = new Map<Strand, number>();

  private constructor(indexedDb: IndexedDb) {
    this.#factory = new indexedDb.IDBFactory() as IDBFactory & { _databases: Map<string, RawDatabase> };
    this.#forceClose = indexedDb.forceCloseDatabase;
  }

  static async make(): Promise<Disk> {
    loading ??= load();
    const indexedDb = await loading;
    Disk.keyRange = indexedDb.IDBKeyRange;
    return new Disk(indexedDb);
  }

  takesNoMore(): boolean {
    if (this.full <= 0) return false;
    this.full -= 1;
    return true;
  }

  /** `indexedDB` as one strand sees it. */
  seenBy(strand: Strand): Pick<IDBFactory, 'open' | 'deleteDatabase' | 'cmp' | 'databases'> {
    const factory = this.#factory;
    return {
      cmp: (a, b) => factory.cmp(a, b),
      databases: async () => factory.databases(),
      deleteDatabase: (name) => factory.deleteDatabase(name),
      open: (name, version) => {
        const request = factory.open(name, version);
        this.#opening.set(strand, (this.#opening.get(strand) ?? 0) + 1);
        const opened = (): void => {
          owners.set(request.result, { strand, disk: this });
        };
        const done = (): void => {
          this.#opening.set(strand, (this.#opening.get(strand) ?? 1) - 1);
        };
        request.addEventListener('upgradeneeded', opened);
        request.addEventListener('success', opened);
        request.addEventListener('success', done);
        request.addEventListener('error', done);
        return request;
      },
    };
  }

  /** Whether the strand is in the middle of opening a database, or of a transaction. */
  isBusy(strand: Strand): boolean {
    return this.isOpening(strand) || this.#transactions().some((each) => isOf(each, strand));
  }

  isOpening(strand: Strand): boolean {
    return (this.#opening.get(strand) ?? 0) > 0;
  }

  /** Whether something is written now: the tables are between two states. */
  isWriting(): boolean {
    return this.#transactions().some((each) => each.mode !== 'readonly' && each._started);
  }

  /** A process has been frozen: the browser, whose work the databases are, goes on with what others wait for. */
  goOn(): void {
    for (const database of this.#factory._databases.values()) database.processTransactions();
  }

  /** A process has died: what it had not committed is undone, what it held open is closed. */
  drop(strand: Strand): void {
    for (const resolve of letGo.get(strand) ?? []) resolve();
    for (const database of this.#factory._databases.values()) {
      for (const transaction of database.transactions.filter((each) => isOf(each, strand))) {
        if (transaction._state !== 'finished')
          for (const undo of transaction._rollbackLog.toReversed()) undo();
        transaction._state = 'finished';
        transaction._requests = [];
      }
      database.transactions = database.transactions.filter((each) => !isOf(each, strand));
      for (const connection of database.connections) {
        if (owners.get(connection)?.strand !== strand) continue;
        connection._closePending = true;
        connection._closed = true;
      }
      database.connections = database.connections.filter((each) => owners.get(each)?.strand !== strand);
      database.processTransactions();
    }
  }

  /** The browser deletes a database under those who have it open: what they are about fails, and they hear of it. */
  deleteDatabase(name: string): void {
    const database = this.#factory._databases.get(name);
    if (!database) return;
    this.#factory._databases.delete(name);
    for (const transaction of database.transactions.filter((each) => each._state !== 'finished')) {
      transaction._abort('AbortError');
    }
    for (const connection of database.connections.filter((each) => !each._closed)) {
      connection._closePending = true;
      const owner = owners.get(connection);
      // The function's type asks for the class where it takes a handle.
      const close = (): void => void Reflect.apply(this.#forceClose, null, [connection]);
      if (owner) running().queue(owner.strand, close);
    }
  }

  clear(): void {
    for (const { rawObjectStores } of this.#factory._databases.values()) rawObjectStores.clear();
    this.#factory._databases.clear();
    this.onShown = () => undefined;
  }

  /** The rows of a table as they are on the disk, in the order of their keys. Not to be changed. */
  rows<Row>(database: string, table: string): Row[] {
    const store = this.#factory._databases.get(database)?.rawObjectStores.get(table);
    return store ? [...store.records.values()].map(({ value }) => value as Row) : [];
  }

  /** The names of a database's tables; none where there is no such database. */
  tables(database: string): string[] {
    return [...(this.#factory._databases.get(database)?.rawObjectStores.keys() ?? [])];
  }

  #transactions(): RawTransaction[] {
    return [...this.#factory._databases.values()]
      .flatMap(({ transactions }) => transactions)
      .filter((each) => each._state !== 'finished');
  }
}

function isOf(transaction: RawTransaction, strand: Strand): boolean {
  return owners.get(transaction.db)?.strand === strand;
}
