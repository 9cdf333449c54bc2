import { PDFDocument } from '@cantoo/pdf-lib';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test, testOnline } from '../support/counterpart-test.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };
const NDA = 'Mutual Non-Disclosure Agreement';

/**
 * Stops the page's clock, which then advances only when the test says so. The clocks of its workers continue.
 */
async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // The clock can't be set back, so it is paused at a time that the page can't have reached yet, even on a busy machine.
  await page.clock.pauseAt(now + 60_000);
}

testOnline('the sign-in button shows a spinner only after 100 ms', async ({ person }) => {
  const { page, context } = person;
  await page.clock.install();
  const answer = { given: Promise.withResolvers<void>() };
  await context.route('**/api/auth/login', async (route) => {
    await answer.given.promise;
    await route.continue();
  });
  await page.goto(`${person.url}/login`);
  await page.getByLabel('Email address').waitFor();
  await stopTime(page);
  const button = page.locator('button[type=submit]');

  await person.fillInSignIn('partner@demo.test', 'mistyped');
  await expect.poll(async () => button.getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(99);
  expect(await button.textContent()).toBe('Sign in');
  answer.given.resolve();
  await page.getByRole('alert').waitFor(WAIT);
  await page.clock.runFor(500);
  expect(await button.textContent()).toBe('Sign in');

  answer.given = Promise.withResolvers();
  await person.fillInSignIn();
  await expect.poll(async () => button.getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(99);
  expect(await button.textContent()).toBe('Sign in');
  await page.clock.runFor(1);
  await expect.poll(async () => button.textContent()).toBe('Signing in…');
  await page.clock.resume();
  answer.given.resolve();
  await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor(WAIT);
});

test('an error toast closes after 5 s, except while it is hovered or focused', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  await page.clock.install();
  const deal = await prepareDeal(counterpart, 'Project Aspen', ['# Corporate', '# Tax']);
  await person.signIn();
  await person.isReadyForOffline();
  await person.openChecklist(deal);
  await person.row('Corporate').waitFor();
  await person.loseNetwork(counterpart);
  await person.row('Corporate').click();
  await page.keyboard.press('F2');
  await page.getByLabel('Name of Corporate').fill('Company');
  await page.keyboard.press('Enter');
  await person.row('Company').waitFor();
  const [header] = await (
    await elsewhere(counterpart)
  )
    .get(`/transactions/element?transaction=${deal}`)
    .then(({ body }) => body);
  await (await elsewhere(counterpart)).delete(`/transactions/element/${header.uuid}?transaction=${deal}`);
  // Focus it immediately: on a busy machine, it might disappear before the pointer arrives.
  const focused = page.evaluate(focusFirstToast);
  await person.regainNetwork(counterpart);
  const toast = page.getByRole('listitem').filter({
    has: page.getByRole('alert').getByText('There was a problem attempting to update the header'),
  });
  await toast.waitFor(WAIT);
  await focused;
  await expectAccessible(page);
  await stopTime(page);
  await page.clock.runFor(20_000);
  expect(await toast.count()).toBe(1);
  await toast.hover();
  await toast.getByRole('button', { name: 'Dismiss' }).blur();
  await page.clock.runFor(20_000);
  expect(await toast.count()).toBe(1);

  await page.mouse.move(0, 0);
  await page.clock.runFor(4999);
  expect(await toast.count()).toBe(1);
  await page.clock.runFor(1);
  await toast.waitFor({ state: 'detached' });
});

/** Runs in the page: focuses the first toast as soon as it appears. */
async function focusFirstToast(): Promise<void> {
  await new Promise<void>((resolve) => {
    new MutationObserver((_changes, observer) => {
      const dismiss = document.querySelector('[aria-label="Messages"] [aria-label="Dismiss"]');
      if (!(dismiss instanceof HTMLElement)) return;
      dismiss.focus();
      observer.disconnect();
      resolve();
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/**
 * Returns the current animations of the rows on the screen: their duration in ms, and the transform from
 * which each starts.
 */
async function glides(page: Page): Promise<Record<string, { duration: unknown; from: unknown }>> {
  return page.locator('[data-uuid]').evaluateAll((rows) =>
    Object.fromEntries(
      rows.flatMap((row) =>
        row.getAnimations().map(({ effect }) => {
          const name = row.querySelector('span[title]')?.textContent ?? '';
          const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
          return [name, { duration: effect?.getTiming().duration, from: frames[0]?.['transform'] }];
        }),
      ),
    ),
  );
}

test('rows move to their new places in 0.45 s, or at once with reduced motion', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const rows = ['Charter', 'Bylaws', 'Minutes'];
  const deal = await prepareDeal(counterpart, 'Project Poplar', rows);
  await person.signIn();
  await person.openChecklist(deal);
  await person.row('Charter').waitFor();
  // So slow that rows are seen in motion, even on a busy machine.
  const debugging = await person.context.newCDPSession(page);
  await debugging.send('Animation.enable');
  await debugging.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
  await person.row('Bylaws').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => person.checklist()).toEqual(['Bylaws', 'Charter', 'Minutes']);
  expect(await glides(page)).toEqual({});

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(async () => person.checklist()).toEqual(rows);
  await expect
    .poll(async () => glides(page))
    .toEqual({
      Bylaws: { duration: 450, from: 'translateY(-40px)' },
      Charter: { duration: 450, from: 'translateY(40px)' },
    });
});

/**
 * Returns what the checklist shows on the screen: number, name, document, signing status and whether it is
 * done.
 */
async function rowsOnScreen(page: Page): Promise<string[][]> {
  return page.locator('[data-uuid]').evaluateAll((rows) =>
    rows
      .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
      .map((row) => {
        const cells = [...row.querySelectorAll('[role=gridcell]')];
        const [number = '', , facts = '', signing = ''] = cells.map((cell) => cell.textContent);
        const box = row.querySelector('input');
        return [
          number,
          row.querySelector('span[title]')?.textContent ?? '',
          facts,
          signing,
          box ? (box.checked ? '☑' : '☐') : '',
        ];
      }),
  );
}

test('the printed checklist has all rows in order with numbers and states, and no buttons', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await page.getByRole('link', { name: /Project Alder/ }).click();
  await person.row(NDA).waitFor();
  await page.setViewportSize({ width: 1440, height: 4000 });
  await person.row('FIRPTA Certificate').waitFor();
  const words = ['Not sent', 'Executed', 'To be drafted', '☑', '☐'];
  await expect.poll(async () => (await rowsOnScreen(page)).flat()).toEqual(expect.arrayContaining(words));
  await expect.poll(async () => (await rowsOnScreen(page)).length).toBeGreaterThan(50);
  const screen = await rowsOnScreen(page);
  // Most of what is printed is neither on the screen nor expanded.
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect.poll(async () => (await rowsOnScreen(page)).length).toBeLessThan(20);

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const sheet = page.getByRole('article');
  await sheet.getByRole('heading', { name: /^Project Alder/ }).waitFor();
  await sheet.getByText(/Matter 20963-\d+ · Closing .* · Printed /).waitFor();
  const paper = await sheet
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
    );
  expect(paper).toEqual(screen);
  expect(await shownToPress(page)).toEqual([]);
  expect(await page.getByRole('treegrid').isVisible()).toBe(false);

  // Here the browser announces the printing itself. The printout has more than one page.
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await sheet.waitFor({ state: 'detached' });
  const pdf = await PDFDocument.load(await page.pdf({ format: 'A4' }));
  expect(pdf.getPageCount()).toBeGreaterThan(1);
  await sheet.waitFor({ state: 'detached' });
});

async function shownToPress(page: Page): Promise<string[]> {
  return page
    .locator('button, input, select, textarea, a[href], [role=button], [tabindex]')
    .evaluateAll((found) => found.filter((each) => each.checkVisibility()).map((each) => each.outerHTML));
}

test('hovering over a document’s preview shows its first page', async ({ person }) => {
  const { page } = person;
  await page.clock.install();
  await person.signIn();
  await page.getByRole('link', { name: /Project Alder/ }).click();
  const picture = person.row(NDA).locator('img');
  await picture.waitFor();
  const source = await picture.getAttribute('src');
  const shown = page.locator(`img[src$="${source}"]`);
  await person.row(NDA).click();
  await stopTime(page);
  await picture.hover();
  await page.clock.runFor(349);
  expect(await shown.count()).toBe(1);
  await page.clock.runFor(1);
  await expect.poll(async () => shown.count()).toBe(2);
  const preview = shown.last();
  await isReadable(preview);
  expect(await overlap(preview, picture)).toBe(false);
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => shown.count()).toBe(1);

  await page.mouse.move(700, 20);
  await picture.hover();
  await page.clock.runFor(350);
  await expect.poll(async () => shown.count()).toBe(2);
  await page.mouse.move(700, 20);
  await expect.poll(async () => shown.count()).toBe(1);
  // No second preview appears over the row's text.
  await person.row(NDA).getByText(NDA, { exact: true }).hover();
  await page.clock.runFor(1000);
  expect(await shown.count()).toBe(1);
});

/** Checks that the picture is completely visible and loaded, and large enough to be read. */
async function isReadable(picture: Locator): Promise<void> {
  const [{ top, left, bottom, right, height }, drawn, room] = await picture.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error('It is no picture.');
    await image.decode();
    const { innerWidth: width, innerHeight: height } = window;
    return [image.getBoundingClientRect().toJSON(), image.naturalHeight, { width, height }] as const;
  });
  expect(drawn).toBeGreaterThan(0);
  expect(height).toBeGreaterThan(300);
  expect(Math.min(top, left)).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(room.height);
  expect(right).toBeLessThanOrEqual(room.width);
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error('One of them is not shown.');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
