/**
 * Has what came first be handed over first, though it may take longer to be read: a large folder does. The next one's turn
 * comes when `handOver` has been called, not when what it began has ended.
 */
export function turns(): <Read>(
  reading: Promise<Read>,
  handOver: (read: Read) => Promise<void>,
) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async (reading, handOver) => {
    const before = last;
    const turn = (async () => {
      await before;
      return { ended: handOver(await reading) };
    })();
    // Of what could not be read nobody else has to know.
    last = turn.catch(() => undefined);
    await (
      await turn
    ).ended;
  };
}
