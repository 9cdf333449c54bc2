import type { MirrorDatabase } from '../database.ts';
import { dealFiles } from './deal-files.ts';

/** Where in `meta` stands the first place of a deal's upload queue that has not been given to anyone. */
function freePlaceKey(transaction: string): string {
  return `upload-order/${transaction}`;
}

/**
 * Gives whoever brings `count` files into a deal's upload queue as many places in a row, behind all that is in it, came
 * through it or has been promised a place; answers the first. While they are being put there others may come, whose
 * places are behind. Inside a transaction that writes `meta` and reads `files` and `documents`.
 */
export async function reservePlaces(db: MirrorDatabase, transaction: string, count: number): Promise<number> {
  const key = freePlaceKey(transaction);
  const [free, { files, documents }] = await Promise.all([db.meta.get(key), dealFiles(db, transaction)]);
  const taken = [...files, ...documents].map((row) => row.uploadOrder + 1);
  const first = Math.max(typeof free?.value === 'number' ? free.value : 0, ...taken);
  await db.meta.put({ key, value: first + count });
  return first;
}
