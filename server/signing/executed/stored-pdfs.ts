import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '../../storage/object-store.ts';

/** The maximum number of bytes of PDFs in memory, unless a single one is larger. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** Reads stored PDFs that we created. The latest ones stay in memory, because one packet has pages of many documents. */
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
