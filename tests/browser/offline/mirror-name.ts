import type { Page } from 'playwright-core';

export async function mirrorName(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map((database) => database.name ?? '');
    return names.find((name) => /^counterpart-[0-9a-f]{8}-/.test(name)) ?? '';
  });
}
