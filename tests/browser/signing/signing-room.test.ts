import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { openRoom, prepareSigner, sendPacket } from './mailed-room.ts';

const WAIT = { timeout: 60_000 };

/** A screen of 1280 × 1024 at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };

/** Checks that everything fits into the width of the window. */
async function expectNoSideScroll(page: Page): Promise<void> {
  const { width, scroll } = await page.evaluate(() => ({
    width: window.innerWidth,
    scroll: document.documentElement.scrollWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
}

/** Presses Tab until this control has the focus, and checks that the focus is visible on the screen. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const { activeElement: control } = document;
      if (!(control instanceof HTMLElement)) return null;
      const label =
        control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : control.textContent;
      const { top, bottom } = control.getBoundingClientRect();
      return {
        name: (control.ariaLabel ?? label ?? '').trim(),
        isOnScreen: bottom > 0 && top < window.innerHeight,
      };
    });
    if (focused?.name !== name) continue;
    expect(focused.isOnScreen).toBe(true);
    return;
  }
  throw new Error(`Tab doesn’t reach “${name}”.`);
}

test('a signatory goes through the whole room by keyboard alone at 400 % zoom, and signs two pages with one confirmation', async ({
  person,
  counterpart,
}) => {
  const signer = await prepareSigner(counterpart, 'Project Linden', {
    'Purchase Agreement': [{ tab_type: 'custom', label: 'City' }, { tab_type: 'initials' }],
  });
  await sendPacket(counterpart, signer);
  const room = await openRoom({ person, counterpart }, signer.email);
  const press = (key: string) => room.keyboard.press(key);
  await room.setViewportSize(ZOOMED);
  await expectNoSideScroll(room);
  await tabTo(room, 'I agree to sign electronically');
  await press('Space');
  await tabTo(room, 'Continue');
  await press('Enter');
  await room.getByRole('heading', { name: 'Choose your signature' }).waitFor(WAIT);
  await expectNoSideScroll(room);
  await tabTo(room, 'Your name');
  await tabTo(room, 'Use this signature');
  await press('Enter');
  await room.getByText('0 of 2 pages signed').waitFor(WAIT);
  await expectNoSideScroll(room);
  await room.getByText('1 is left.').waitFor();
  expect(await room.getByRole('button', { name: 'Sign all 2 pages' }).count()).toBe(0);
  await tabTo(room, 'City (required)');
  await room.keyboard.type('Vienna');
  // What was shown and typed is still there after a reload.
  await room.reload();
  await room.getByText('0 of 2 pages signed').waitFor(WAIT);
  await tabTo(room, 'Next page');
  await press('Enter');
  await tabTo(room, 'Sign all 2 pages for Jane Doe');
  await press('Enter');
  const list = room.getByRole('heading', { name: 'Sign 2 pages' });
  await list.waitFor();
  expect(await list.evaluate((heading) => heading === document.activeElement)).toBe(true);
  await expectNoSideScroll(room);
  await expectAccessible(room);
  // The room asks for missing entries before anything is signed.
  await tabTo(room, 'Sign 2 pages');
  await press('Enter');
  const initials = room.getByRole('button', { name: 'Initials' });
  await initials.waitFor();
  expect(await initials.evaluate((button) => button === document.activeElement)).toBe(true);
  await room.getByText('0 of 2 pages signed').waitFor();
  await press('Enter');
  await tabTo(room, 'Sign all 2 pages for Jane Doe');
  await press('Enter');
  await tabTo(room, 'Sign 2 pages');
  await press('Enter');
  await room.getByText('2 of 2 pages signed').waitFor(WAIT);
  await expectNoSideScroll(room);
  await tabTo(room, 'Finish and send');
  await press('Enter');
  await room.getByRole('heading', { name: 'You have signed' }).waitFor(WAIT);
  await expectNoSideScroll(room);
});
