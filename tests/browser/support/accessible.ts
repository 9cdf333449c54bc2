import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The rules of axe that look at colours: all that another colour scheme can break. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What on the page keeps someone from using it, as far as a machine can tell: the rule, and where it is broken. By all rules
 * that are on by default, or by the given ones alone.
 */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  await everythingShows(page);
  // In the page alone: the other way opens a second page for each look, which takes the focus from this one and, with all
  // that has passed told at length, six times as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/**
 * Resolves when everything opened is painted. To axe, what is still transparent is hidden, and then so is a dialog's heading:
 * react-aria keeps a modal transparent for up to 600 ms on touch devices, until an on-screen keyboard has opened.
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

/** Nothing on the page does. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}
