import type { MirrorDatabase } from '../database.ts';
import { dealFiles } from './deal-files.ts';

/** The key in `meta` of the next free position in a deal's upload queue. */
function freePlaceKey(transaction: string): string {
  return `upload-order/${transaction}`;
}

/**
 * Reserves `count` consecutive positions in a deal's upload queue, after everything that is in it, went through it or has a
 * reserved position. Returns the first one. Files that are added in the meantime get later positions. Inside a transaction
 * that writes `meta` and reads `files` and `documents`.
 */
export async function reservePlaces(db: MirrorDatabase, transaction: string, count: number): Promise<number> {
  const key = freePlaceKey(transaction);
  const [free, { files, documents }] = await Promise.all([db.meta.get(key), dealFiles(db, transaction)]);
  const taken = [...files, ...documents].map((row) => row.uploadOrder + 1);
  const first = Math.max(typeof free?.value === 'number' ? free.value : 0, ...taken);
  await db.meta.put({ key, value: first + count });
  return first;
}
