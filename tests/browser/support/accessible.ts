import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** axe's rules about colors, which another color scheme can break. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the accessibility problems that axe finds on the page: each broken rule, and where. Checks axe's
 * default rules, or only the given ones.
 */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  await everythingShows(page);
  // Legacy mode stays in this page. Otherwise, each check opens a second page, which takes the focus from
  // this one. Listing every passed rule would take six times as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/**
 * Resolves when everything that has opened is painted. axe treats transparent elements as hidden. On touch
 * devices, react-aria keeps a modal, with its heading, transparent for up to 600 ms, until an on-screen
 * keyboard has opened.
 */
async function everythingShows(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const opened = [...document.querySelectorAll<HTMLElement>('[data-modal], [data-rac]')];
    return (
      opened.every(({ style }) => style.opacity !== '0') &&
      document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
    );
  });
}

/** Expects that axe finds no problem on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}
