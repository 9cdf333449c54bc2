import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction, TransactionBuilder } from 'kysely';

const held = new AsyncLocalStorage<true>();

/** Whether this code runs inside a database transaction, which holds a connection and locks until the code is through. */
export function isTransactionHeld(): boolean {
  return held.getStore() === true;
}

/** The builder, whose transaction is known to the code that runs in it. */
export function knownWhileLeased<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const execute = builder.execute.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  builder.execute = <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) =>
    execute((tx) => held.run(true, () => work(tx)));
  builder.setAccessMode = (mode) => knownWhileLeased(setAccessMode(mode));
  builder.setIsolationLevel = (level) => knownWhileLeased(setIsolationLevel(level));
  return builder;
}
