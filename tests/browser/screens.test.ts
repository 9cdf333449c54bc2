import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFindings, COLOUR_RULES } from './accessible.ts';
import { test } from './counterpart-test.ts';
import { sampleDeal, screensInside, screensOutside, type Screen, type Visit } from './screens.ts';

/** The narrowest window that people have: a small telephone, or a page at four times its size. */
const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 800 };

/** Goes through all screens, and looks at each. */
async function lookAtAll(visit: Visit, look: (screen: Screen) => Promise<void>): Promise<void> {
  for (const screen of screensOutside) {
    await screen.open(visit);
    await look(screen);
  }
  await visit.person.signIn();
  visit.deal = await sampleDeal(visit.person);
  for (const screen of screensInside) {
    await screen.open(visit);
    await look(screen);
  }
}

test(
  'nothing on any screen keeps anyone from using it, light or dark',
  { timeout: 600_000 },
  async ({ person, documents }) => {
    const { page } = person;
    await page.setViewportSize(WIDE);
    const found: string[] = [];
    await lookAtAll({ person, documents, deal: '' }, async ({ name }) => {
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await axeFindings(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await axeFindings(page, COLOUR_RULES);
      found.push(...light.map((each) => `${name}: ${each}`), ...dark.map((each) => `${name}, dark: ${each}`));
    });
    expect(found).toEqual([]);
  },
);

test(
  'nothing on any screen lies beyond a window of 320 px',
  { timeout: 600_000 },
  async ({ person, documents }) => {
    const { page } = person;
    await page.setViewportSize(NARROW);
    const tooWide: string[] = [];
    await lookAtAll({ person, documents, deal: '' }, async ({ name }) => {
      const beyond = await reachingBeyond(page);
      tooWide.push(...beyond.map((what) => `${name}: ${what}`));
    });
    expect(tooWide).toEqual([]);
  },
);

/** What lies to the right of the window: it would be scrolled for, or cannot be reached at all. */
async function reachingBeyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const outside = [
      ...document.querySelectorAll('a, button, input, select, textarea, h1, h2, p, li'),
    ].filter(
      (element) =>
        element.getBoundingClientRect().right > clientWidth + 1 &&
        !scrolls(element.parentElement) &&
        getComputedStyle(element).visibility === 'visible',
    );
    const whole = scrollWidth > clientWidth ? [`the page, ${scrollWidth} px`] : [];
    return [...whole, ...outside.map((each) => each.outerHTML.slice(0, 120))];
  });
}
