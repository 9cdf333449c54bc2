/**
 * The length of a ledger, and the hash of its last line. It is stored separately from the lines, and sealed into executed
 * documents.
 */
export interface LedgerHead {
  readonly lines: number;
  readonly hash: string;
}

/**
 * Returns whether a ledger lacks lines that it had. A longer ledger is fine, because a head is a snapshot.
 * @param links from the first line
 */
export function lacksLines(links: readonly { hash: string }[], head: LedgerHead | null): boolean {
  return head !== null && links[head.lines - 1]?.hash !== head.hash;
}

/** Returns the reason for an executed document's seal. The seal covers it, and it says how far the ledger went. */
export function headInWords({ lines, hash }: LedgerHead): string {
  return `Released. The ledger of the transaction had ${lines} ${lines === 1 ? 'line' : 'lines'}, the last with the SHA-256 ${hash}.`;
}

/** Returns the head in a seal's reason; null if the reason has none. */
export function headIn(text: string): LedgerHead | null {
  const found = /ledger of the transaction had (\d+) lines?, the last with the SHA-256 ([0-9a-f]{64})/.exec(
    text,
  );
  return found?.[2] === undefined ? null : { lines: Number(found[1]), hash: found[2] };
}
