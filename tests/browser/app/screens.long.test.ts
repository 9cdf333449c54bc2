import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFindings, COLOR_RULES } from '../support/accessible.ts';
import { testOnNewDevice as test } from '../support/counterpart-test.ts';
import type { Screen, Visit } from '../support/screen.ts';
import { sampleDeal, screensInside, screensOutside } from '../support/screens.ts';

/** The narrowest window that people use: a small phone, or a page at 400 % zoom. */
const NARROW = { width: 320, height: 640 };
const VAST = { width: 3840, height: 2160 };
const TABLET = { width: 1024, height: 768 };

/** Opens all screens, one after another, and checks each. */
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
  'every screen is accessible on a tablet, light and dark, and its controls are at least 44 px for a finger',
  { timeout: 600_000 },
  async ({ person }) => {
    const { page } = person;
    await page.setViewportSize(TABLET);
    const debugging = await person.context.newCDPSession(page);
    await debugging.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const found: string[] = [];
    await lookAtAll({ person, deal: '' }, async ({ name }) => {
      await page.emulateMedia({ colorScheme: 'light' });
      // Before axe, because axe scrolls.
      const small = await smallTargets(page);
      const light = await axeFindings(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await axeFindings(page, COLOR_RULES);
      found.push(...[...light, ...small].map((each) => `${name}: ${each}`));
      found.push(...dark.map((each) => `${name}, dark: ${each}`));
    });
    expect(found).toEqual([]);
  },
);

test(
  'every screen fits into windows from 320 px to 4K, and no line is too long to read',
  { timeout: 600_000 },
  async ({ person }) => {
    const { page } = person;
    await page.setViewportSize(NARROW);
    const found: string[] = [];
    await lookAtAll({ person, deal: '' }, async ({ name }) => {
      const beyond = await reachingBeyond(page);
      found.push(...beyond.map((what) => `${name}: ${what}`));
      await page.setViewportSize(VAST);
      const inVast = [...(await reachingBeyond(page)), ...(await linesTooLong(page))];
      found.push(...inVast.map((what) => `${name}, 4K: ${what}`));
      await page.setViewportSize(NARROW);
    });
    expect(found).toEqual([]);
  },
);

/**
 * Returns what extends beyond the right edge of the window, where it requires scrolling or can't be reached.
 * A deal's page fills the window, and scrolls inside.
 */
async function reachingBeyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
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
    const isFilled = location.pathname.startsWith('/transaction/');
    const high = isFilled && scrollHeight > clientHeight ? [`the page, ${scrollHeight} px high`] : [];
    return [...whole, ...high, ...outside.map((each) => each.outerHTML.slice(0, 120))];
  });
}

/** Returns texts whose lines are too long to read comfortably. */
async function linesTooLong(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** The maximum characters per line. Characters are about half as wide as they are high. */
    const LETTERS = 100;
    const isLong = (element: Element): boolean => {
      const words = document.createRange();
      words.selectNodeContents(element);
      const widest = Math.max(0, ...[...words.getClientRects()].map(({ width }) => width));
      return widest > (LETTERS * Number.parseFloat(getComputedStyle(element).fontSize)) / 2;
    };
    return [...document.querySelectorAll('p, dd, blockquote')]
      .filter((each) => each.checkVisibility() && each.textContent.length > LETTERS && isLong(each))
      .map((each) => each.textContent.slice(0, 120));
  });
}

/** Returns the controls that are less than 44 px wide or high. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const FINGER = 44;
    const pressed = 'a[href], button, input, select, textarea, summary, [role=menuitem], [role=option]';
    const meets = (target: Element, x: number, y: number): boolean => {
      const met = document.elementFromPoint(x, y);
      const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
      return met !== null && [target, ...labels].some((each) => each.contains(met));
    };
    /** How many pixels from this point in a direction still hit the target, up to the size of a finger. */
    const reach = (target: Element, x: number, y: number, [dx, dy]: readonly [number, number]): number => {
      let far = 0;
      while (far < FINGER && meets(target, x + (far + 1) * dx, y + (far + 1) * dy)) far += 1;
      return far;
    };
    /**
     * The size of the area that hits the target at its current position. Null if it is covered, because then
     * it can't be pressed.
     */
    const sizeOf = (target: Element): { across: number; down: number } | null => {
      const { left, right, top, bottom, width, height } = target.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (!target.checkVisibility() || !meets(target, x, y)) return null;
      return {
        across: Math.max(width, 1 + reach(target, x, y, [-1, 0]) + reach(target, x, y, [1, 0])),
        down: Math.max(height, 1 + reach(target, x, y, [0, -1]) + reach(target, x, y, [0, 1])),
      };
    };
    return [...document.querySelectorAll(pressed)].flatMap((target) => {
      // Scroll to targets that an edge or the drawer cuts off, clear of the heading. Virtual lists don't
      // rerender before this returns.
      if (target instanceof HTMLElement) target.style.scrollMargin = '48px';
      const sizes = (['center', 'start', 'end'] as const).flatMap((block) => {
        target.scrollIntoView({ block });
        return sizeOf(target) ?? [];
      });
      const across = Math.round(Math.max(...sizes.map((size) => size.across)));
      const down = Math.round(Math.max(...sizes.map((size) => size.down)));
      if (sizes.length === 0 || (across >= FINGER && down >= FINGER)) return [];
      const called = target.getAttribute('aria-label') ?? target.textContent;
      return [`${across}×${down} px: ${called}, ${target.outerHTML.slice(0, 60)}`];
    });
  });
}
