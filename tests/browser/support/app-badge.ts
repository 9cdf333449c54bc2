import type { Page } from 'playwright-core';

/** Runs in the page: notes what is put on the icon of the installed app. */
export function watchAppBadge(): void {
  const badges: number[] = [];
  const setAppBadge = async (count: number) => badges.push(count);
  Object.assign(window, { badges });
  Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge });
}

/** What was put on the icon since the page was loaded, in order. */
export async function badgesOfApp(page: Page): Promise<number[]> {
  return page.evaluate(() => Reflect.get(window, 'badges'));
}
