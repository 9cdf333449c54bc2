/**
 * Returns a reason for each item that is at fault, using a check that covers several items at once. It checks halves, so that
 * one bad item among 200 takes about 15 checks.
 * @param whyNot returns a reason if one of the items has one
 */
export async function reasonsAmong<Thing>(
  things: readonly Thing[],
  whyNot: (some: readonly Thing[]) => Promise<string | null>,
): Promise<Map<Thing, string>> {
  const [first] = things;
  if (first === undefined) return new Map();
  const reason = await whyNot(things);
  if (reason === null) return new Map();
  if (things.length === 1) return new Map([[first, reason]]);
  const middle = Math.floor(things.length / 2);
  return new Map([
    ...(await reasonsAmong(things.slice(0, middle), whyNot)),
    ...(await reasonsAmong(things.slice(middle), whyNot)),
  ]);
}
