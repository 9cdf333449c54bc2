import type { MirrorDatabase } from '../database.ts';
import { dealFiles } from './deal-files.ts';

/** Where in `meta` the next free place of a deal's upload queue is. */
function freePlaceKey(transaction: string): string {
  return `upload-order/${transaction}`;
}

/**
 * Reserves `count` places in a row in a deal's upload queue, behind everything that is in it, came through it or has a reserved
 * place; returns the first. Files added meanwhile get places behind them. Inside a transaction that writes `meta` and reads
 * `files` and `documents`.
 */
export async function reservePlaces(db: MirrorDatabase, transaction: string, count: number): Promise<number> {
  const key = freePlaceKey(transaction);
  const [free, { files, documents }] = await Promise.all([db.meta.get(key), dealFiles(db, transaction)]);
  const taken = [...files, ...documents].map((row) => row.uploadOrder + 1);
  const first = Math.max(typeof free?.value === 'number' ? free.value : 0, ...taken);
  await db.meta.put({ key, value: first + count });
  return first;
}
