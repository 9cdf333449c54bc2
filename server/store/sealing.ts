import type { KeyObject } from 'node:crypto';
import type { Bytes } from '../../src/contract/rules/evidence/der-write.ts';

/** The key of a seal, its certificate (DER), and the certificates between that one and the authority's. */
export interface SealingKey {
  readonly privateKey: KeyObject;
  readonly certificate: Bytes;
  readonly chain: readonly Bytes[];
}

/** Provides the key and the timestamps for sealing PDFs. */
export interface Sealing {
  /** Whether seals get timestamps, immediately or later. */
  readonly hasAuthority: boolean;
  key(this: void): Promise<SealingKey>;
  /** Returns a timestamp for these bytes; null if there is no authority, or if it provided no valid timestamp. */
  stamp(this: void, bytes: Bytes): Promise<Bytes | null>;
}
