import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction, TransactionBuilder } from 'kysely';

const open = new AsyncLocalStorage<true>();

/** Returns whether the calling code runs inside a database transaction, which holds a connection and locks until it ends. */
export function isInTransaction(): boolean {
  return open.getStore() === true;
}

/** Returns the builder, wrapped so that `isInTransaction` detects its transactions. */
export function trackTransactions<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const execute = builder.execute.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  builder.execute = <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) =>
    execute((tx) => open.run(true, () => work(tx)));
  builder.setAccessMode = (mode) => trackTransactions(setAccessMode(mode));
  builder.setIsolationLevel = (level) => trackTransactions(setIsolationLevel(level));
  return builder;
}
