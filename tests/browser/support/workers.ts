import type { Page, Worker } from 'playwright-core';

/**
 * Returns the page's sync worker. @throws {Error} while it has none, because it starts after the first paint
 */
function syncWorker(page: Page): Worker {
  const worker = page.workers().find((each) => each.url().includes('sync.worker'));
  if (!worker) throw new Error('the page has no sync worker');
  return worker;
}

/** Returns whether the page's worker has the lead. */
async function leads(page: Page): Promise<boolean> {
  return syncWorker(page).evaluate(async () => {
    const held = async () => (await navigator.locks.query()).held ?? [];
    const mark = `mark-${crypto.randomUUID()}`;
    const own = await navigator.locks.request(
      mark,
      async () => (await held()).find(({ name }) => name === mark)?.clientId,
    );
    return (await held()).some(
      ({ name, clientId }) => name?.startsWith('counterpart-sync-') && clientId === own,
    );
  });
}

/** Returns the pages that lead: always one, except for short moments. */
export async function leaders(pages: readonly Page[]): Promise<Page[]> {
  const leading = await Promise.all(pages.map(leads));
  return pages.filter((_page, index) => leading[index]);
}

/**
 * Freezes the page's worker, as the browser may do: it does nothing, but keeps its locks. Returns a function
 * that thaws it.
 */
export async function freezeWorker(page: Page): Promise<() => Promise<void>> {
  const asked = Promise.withResolvers<void>();
  const thaw = Promise.withResolvers<void>();
  await page.context().route('**/api/frozen', async (route) => {
    asked.resolve();
    await thaw.promise;
    await route.fulfill({ status: 204 });
  });
  const frozen = syncWorker(page).evaluate(() => {
    // A synchronous request, which blocks the worker.
    const request = new XMLHttpRequest();
    request.open('GET', '/api/frozen', false);
    request.send();
  });
  await asked.promise;
  return async () => {
    thaw.resolve();
    await frozen;
    await page.context().unroute('**/api/frozen');
  };
}
