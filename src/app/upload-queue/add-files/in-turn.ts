/**
 * Returns a function that hands over what was read in the order of the calls for a deal, even if an earlier read takes longer,
 * as with a large folder. The next `handOver` starts once the previous one has been called, without waiting for its promise to
 * settle. Deals do not wait for each other.
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
    // A failed read must not block the next one.
    last.set(
      transaction,
      turn.catch(() => undefined),
    );
    await (
      await turn
    ).ended;
  };
}
