import { bundle, compile } from './compile.ts';
import type { IndexedDb } from './indexed-db.ts';
import type { Scheduler, Strand } from './scheduler.ts';

/** The internals of fake-indexeddb that a crash, a full disk and the invariants need. */
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

/** Sets the scheduler of all databases. Only one world runs at a time. */
export function driveDisksBy(next: Scheduler): void {
  scheduler = next;
}

/** Copies plain values, several times faster than `structuredClone`. */
function copy<Value>(value: Value): Value;
function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Uses our own Array: the rows outlive the page, and the page's Array would keep the page in memory.
  if (Array.isArray(value)) return Array.from(value, copy);
  // Each page has its own Object.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return structuredClone(value);
  const made: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) made[key] = copy(entry);
  return made;
}

const INDEXED_DB = 'tests/simulation/world/indexed-db.ts';

/** Bundles an in-memory IndexedDB, changed to run on the scheduler. */
export async function bundleIndexedDb(): Promise<string> {
  return bundle(INDEXED_DB, [
    // A database that waits for other tabs to close it checks at each turn, possibly forever.
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
    // Databases with the same name are opened one after another, each in the strand that requested it and not
    // in that of the previous one.
    {
      file: 'fake-indexeddb/build/esm/FDBFactory.js',
      from: 'connectionQueues.set(name, queue.then(task))',
      to: 'connectionQueues.set(name, queue.then(inOwnStrand(task)))',
    },
    // A page's own array would keep the whole page in memory as long as the store exists.
    ...['ObjectStore', 'Index'].map((file) => ({
      file: `fake-indexeddb/build/esm/lib/${file}.js`,
      from: 'this.keyPath = keyPath;',
      to: 'this.keyPath = structuredClone(keyPath);',
    })),
  ]);
}

/** Loads IndexedDB once per process; every disk has its own factory. */
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

/** Functions that let the next request continue if a strand dies while it opens or deletes a database. */
const letGo = new WeakMap<Strand, Set<() => void>>();

/** Runs a task in the strand that requested it, when its turn comes. Others do not wait for a dead strand. */
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
    // Another tab's transaction has ended, so it is this one's turn. It runs in its own tab.
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
  /** Set once a disk has been created. */
  static keyRange: typeof IDBKeyRange | undefined;
  /** How many of the next writes are refused. */
  full = 0;
  /** Called whenever something is committed that a screen may show. */
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

  /** Returns `indexedDB` as one strand sees it. */
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

  /** Returns whether the strand is opening a database, or is in a transaction. */
  isBusy(strand: Strand): boolean {
    return this.isOpening(strand) || this.#transactions().some((each) => isOf(each, strand));
  }

  isOpening(strand: Strand): boolean {
    return (this.#opening.get(strand) ?? 0) > 0;
  }

  /** Returns whether something is being written, so that the tables are between two states. */
  isWriting(): boolean {
    return this.#transactions().some((each) => each.mode !== 'readonly' && each._started);
  }

  /**
   * Continues other processes' transactions after one was frozen: the browser runs databases, and it isn't
   * frozen.
   */
  goOn(): void {
    for (const database of this.#factory._databases.values()) database.processTransactions();
  }

  /** Undoes what a dead process had not committed, and closes its databases. */
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

  /**
   * Deletes a database that is open, as a browser can: transactions in progress fail, and its users are
   * notified.
   */
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
      // The type requires the class, but the function accepts a handle.
      const close = (): void => void Reflect.apply(this.#forceClose, null, [connection]);
      if (owner) running().queue(owner.strand, close);
    }
  }

  clear(): void {
    for (const { rawObjectStores } of this.#factory._databases.values()) rawObjectStores.clear();
    this.#factory._databases.clear();
    this.onShown = () => undefined;
  }

  /** Returns the rows of a table as they are on the disk, by key. Do not change them. */
  rows<Row>(database: string, table: string): Row[] {
    const store = this.#factory._databases.get(database)?.rawObjectStores.get(table);
    return store ? [...store.records.values()].map(({ value }) => value as Row) : [];
  }

  /** Returns the names of a database's tables; none if there is no such database. */
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
