/**
 * A document that the signatory of a packet can read: its version and the SHA-256 of its PDF. Both are null if it has no
 * file.
 */
export interface EvidenceDocument {
  readonly item: string;
  readonly name: string;
  /** From 1. */
  readonly version: number | null;
  readonly sha256: string | null;
}
