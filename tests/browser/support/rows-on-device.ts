import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const WAIT = { timeout: 60_000 };

/** Returns everything in this browser's databases as JSON. For `evaluate`. */
export async function rowsOnDevice(): Promise<string> {
  const resultOf = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error(request.error?.message)));
    });
  const all: unknown[] = [];
  for (const { name } of await indexedDB.databases()) {
    const db = await resultOf(indexedDB.open(name ?? ''));
    for (const store of db.objectStoreNames)
      all.push(await resultOf(db.transaction(store).objectStore(store).getAll()));
    db.close();
  }
  return JSON.stringify(all);
}

/** Waits until the device has a deal's changes or its activity up to this version. */
export async function pulledUpTo(
  page: Page,
  deal: string,
  collection: 'changes' | 'activity',
  version: number,
): Promise<void> {
  await expect
    .poll(async () => {
      const stores: { key?: string; version?: number }[][] = JSON.parse(await page.evaluate(rowsOnDevice));
      return stores.flat().find(({ key }) => key === `${deal}/${collection}`)?.version;
    }, WAIT)
    .toBeGreaterThanOrEqual(version);
}
