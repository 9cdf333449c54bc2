import { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBObjectStore, IDBTransaction } from 'fake-indexeddb';

/** IndexedDB in memory, as a program of its own: its tasks go to the scheduler of the world that runs. */
const indexedDb = { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBObjectStore, IDBTransaction };
export type IndexedDb = typeof indexedDb;

/** Given by whoever runs the program. */
declare const enter: (entered: IndexedDb) => void;
enter(indexedDb);
