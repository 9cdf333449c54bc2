/** A document that a packet shows for reading: the version and the SHA-256 of its PDF. Without a file, both are null. */
export interface EvidenceDocument {
  readonly item: string;
  readonly name: string;
  /** From 1. */
  readonly version: number | null;
  readonly sha256: string | null;
}
