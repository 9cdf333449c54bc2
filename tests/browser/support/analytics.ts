import type { Page } from 'playwright-core';

/** Runs in the page: a firm's own script that hears what is told. */
export function listenToAnalytics(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  window.addEventListener('counterpart:analytics', (event) => {
    if (!(event instanceof CustomEvent)) return;
    const told: { event: string; properties: { source?: string } } = event.detail;
    heard.push([told.event, told.properties.source].filter(Boolean).join(' '));
  });
}

/** What was told since the page was loaded: events, and how files came. */
export async function analytics(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, 'heard'));
}
