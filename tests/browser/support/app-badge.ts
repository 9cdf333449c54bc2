import type { Page } from 'playwright-core';

/** Runs in the page: records the badges of the installed app's icon. */
export function watchAppBadge(): void {
  const badges: number[] = [];
  const setAppBadge = async (count: number) => badges.push(count);
  Object.assign(window, { badges });
  Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge });
}

/** Returns the icon's badges since the page was loaded, in order. */
export async function badgesOfApp(page: Page): Promise<number[]> {
  return page.evaluate(() => Reflect.get(window, 'badges'));
}
