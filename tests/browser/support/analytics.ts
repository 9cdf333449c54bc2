import type { Page } from 'playwright-core';

/** Runs in the page, like a firm's own script: records the analytics events. */
export function listenToAnalytics(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  window.addEventListener('counterpart:analytics', (event) => {
    if (!(event instanceof CustomEvent)) return;
    const told: { event: string; properties: { source?: string } } = event.detail;
    heard.push([told.event, told.properties.source].filter(Boolean).join(' '));
  });
}

/** Returns the events since the page was loaded, and how files were added. */
export async function analytics(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, 'heard'));
}
