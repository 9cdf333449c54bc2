import type { Page } from 'playwright-core';

/** Runs in the page, like a firm's own script: records the analytics events. */
export function listenToAnalytics(): void {
  const recorded: string[] = [];
  Object.assign(window, { recorded });
  window.addEventListener('counterpart:analytics', (event) => {
    if (!(event instanceof CustomEvent)) return;
    const tracked: { event: string; properties: { source?: string } } = event.detail;
    recorded.push([tracked.event, tracked.properties.source].filter(Boolean).join(' '));
  });
}

/** Returns the events since the page was loaded, and how files were added. */
export async function analytics(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, 'recorded'));
}
