import type { Page } from 'playwright-core';

/** Whether the browser would ask before the page is left. */
export async function asksBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}
