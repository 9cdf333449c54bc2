/**
 * Returns a function that calls `handOver` in the order in which it was called for a deal, even if an earlier reading takes longer,
 * as a large folder does. The next one starts when `handOver` has been called, not when its promise has settled. Deals do
 * not wait for each other.
 */
export function turns(): <Read>(
  transaction: string | null,
  reading: Promise<Read>,
  handOver: (read: Read) => Promise<void>,
) => Promise<void> {
  const last = new Map<string | null, Promise<unknown>>();
  return async (transaction, reading, handOver) => {
    const before = last.get(transaction);
    const turn = (async () => {
      await before;
      return { ended: handOver(await reading) };
    })();
    // The next one doesn't depend on whether this one could be read.
    last.set(
      transaction,
      turn.catch(() => undefined),
    );
    await (
      await turn
    ).ended;
  };
}
