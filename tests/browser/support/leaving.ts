import type { Page } from 'playwright-core';

/** Returns whether the browser would ask for confirmation before the user leaves the page. */
export async function asksBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}
