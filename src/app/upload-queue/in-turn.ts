/**
 * Has what came first for a deal be handed over first, though it may take longer to be read: a large folder does. The next
 * one's turn comes when `handOver` has been called, not when what it began has ended. Other deals do not wait for it.
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
    // Of what could not be read nobody else has to know.
    last.set(
      transaction,
      turn.catch(() => undefined),
    );
    await (
      await turn
    ).ended;
  };
}
