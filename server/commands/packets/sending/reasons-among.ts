/**
 * Returns what is wrong with each thing that a question about several finds something wrong with. It asks about halves, so that one bad
 * thing among 200 takes some 15 questions.
 * @param whyNot returns a reason if one of the things has one
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
