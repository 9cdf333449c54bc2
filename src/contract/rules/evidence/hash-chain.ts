/** The previous hash of the first link of a chain. */
export const GENESIS = '0'.repeat(64);

/** A link of a chain of evidence. Its hash covers everything else in it, including the previous link's hash. */
export interface Link {
  seq: number;
  previous_hash: string;
  hash: string;
}

/**
 * Returns the number of the first link that was altered, dropped or swapped; null if the chain is intact. It can't detect
 * links that are missing at the end.
 * @param sha256 in hex
 */
export async function firstBrokenLink(
  links: readonly Link[],
  sha256: (text: string) => Promise<string>,
): Promise<number | null> {
  let previous = GENESIS;
  for (const [index, link] of links.entries()) {
    const { hash, ...content } = link;
    const isWhole =
      link.seq === index + 1 &&
      link.previous_hash === previous &&
      hash === (await sha256(hashedText(content)));
    if (!isWhole) return index + 1;
    previous = hash;
  }
  return null;
}

/**
 * Returns the text that is hashed for evidence: JSON with sorted keys (RFC 8785), because a database may change their
 * order.
 */
export function hashedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(hashedText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, each]) => `${JSON.stringify(key)}:${hashedText(each)}`).join(',')}}`;
}
