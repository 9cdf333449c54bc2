import { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBObjectStore, IDBTransaction } from 'fake-indexeddb';

/** An in-memory IndexedDB, as a separate program whose tasks go to the scheduler of the running world. */
const indexedDb = { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBObjectStore, IDBTransaction };
export type IndexedDb = typeof indexedDb;

/** Provided by the code that runs the program. */
declare const enter: (entered: IndexedDb) => void;
enter(indexedDb);
