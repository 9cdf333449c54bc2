/**
 * Decodes a text file of unknown encoding: by its byte order mark, as UTF-8 if it is valid, as UTF-16 if every other
 * byte is mostly zero, and otherwise as Windows-1252, in which Excel saves CSV files.
 */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return decodeAs('utf-16le', bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return decodeAs('utf-16be', bytes);
  const zeros = zeroShares(bytes);
  if (zeros.odd > 0.3) return decodeAs('utf-16le', bytes);
  if (zeros.even > 0.3) return decodeAs('utf-16be', bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs('windows-1252', bytes);
  }
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

/** TextDecoder removes the byte order mark itself. */
function decodeAs(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** The share of zero bytes at even and odd positions at the beginning of the file. */
function zeroShares(bytes: Uint8Array): { even: number; odd: number } {
  const sample = bytes.subarray(0, 4096);
  const pairs = Math.max(1, Math.floor(sample.length / 2));
  let [even, odd] = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  return { even: even / pairs, odd: odd / pairs };
}
