/** How many bytes are sealed at once. */
export const RECORD_BYTES = 1024 * 1024;

/** The length of the object's nonce, at its beginning. */
export const NONCE_BYTES = 12;

/** The IV at the beginning of each record, and the tag at its end. */
export const IV_BYTES = 12;
const TAG_BYTES = 16;

export const SEALED_RECORD_BYTES = IV_BYTES + RECORD_BYTES + TAG_BYTES;

/** Returns how many records this many sealed bytes have. There is always at least one, which may be empty. */
export function recordsOf(sealedBytes: number): number {
  return Math.max(1, Math.ceil((sealedBytes - NONCE_BYTES) / SEALED_RECORD_BYTES));
}

/** Returns the number of bytes before they were sealed. */
export function plainSize(sealedBytes: number): number {
  return Math.max(0, sealedBytes - NONCE_BYTES - recordsOf(sealedBytes) * (IV_BYTES + TAG_BYTES));
}
