import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '../../storage/object-store.ts';

/** Bytes of PDFs that are in memory at once, unless one is larger. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** Reads stored PDFs of our own. The latest ones stay in memory, as one packet has pages of many documents. */
export class StoredPdfs {
  readonly #objects: Pick<ObjectStore, 'get'>;
  readonly #kept = new Map<string, Uint8Array>();

  constructor(objects: Pick<ObjectStore, 'get'>) {
    this.#objects = objects;
  }

  async read(key: string): Promise<Uint8Array> {
    const pdf = this.#kept.get(key) ?? (await buffer(await this.#objects.get(key)));
    this.#kept.delete(key);
    this.#kept.set(key, pdf);
    let bytes = [...this.#kept.values()].reduce((sum, each) => sum + each.byteLength, 0);
    for (const [oldest, { byteLength }] of this.#kept) {
      if (bytes <= MOST_BYTES || oldest === key) break;
      this.#kept.delete(oldest);
      bytes -= byteLength;
    }
    return pdf;
  }
}
