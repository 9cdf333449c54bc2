/** The part of a row that the checksum needs. The version changes whenever the content does. */
export interface Versioned {
  uuid: string;
  version: number;
}

/** The content of a deal: rows by collection, and the children of each parent in order (the top level under `TOP`). */
export interface DealContent {
  rows: { readonly [collection: string]: Iterable<Versioned> };
  lists: Iterable<readonly [parent: string, children: readonly string[]]>;
}

/**
 * A checksum of a deal's whole content, 16 hex digits, the same on client and server. It detects drift, not tampering. It is
 * a sum of line hashes, so that neither side has to sort; lists without children do not count.
 */
export function dealChecksum({ rows, lists }: DealContent): string {
  const sum = { high: 0, low: 0 };
  for (const [collection, versions] of Object.entries(rows)) {
    for (const { uuid, version } of versions) addLine(sum, `${collection} ${uuid} ${version}`);
  }
  for (const [parent, children] of lists) {
    if (children.length > 0) addLine(sum, `list ${parent} ${children.join(' ')}`);
  }
  return hex(sum.high) + hex(sum.low);
}

/** FNV-1a with two offsets; a line is ASCII. */
function addLine(sum: { high: number; low: number }, line: string): void {
  let high = 0x811c9dc5;
  let low = 0xc9dc5811;
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ (code + 17), 0x01000193);
  }
  sum.high = (sum.high + high) | 0;
  sum.low = (sum.low + low) | 0;
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
