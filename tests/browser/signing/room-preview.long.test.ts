import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { prepareSigner, sendPacket } from './mailed-room.ts';

const WAIT = { timeout: 60_000 };

/** Checks that everything fits into the width of the window. */
async function expectNoSideScroll(page: Page): Promise<void> {
  const { width, scroll } = await page.evaluate(() => ({
    width: window.innerWidth,
    scroll: document.documentElement.scrollWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
}

test('the team sees what a signatory sees, without a link and with nothing to sign', async ({
  person,
  counterpart,
}) => {
  const signer = await prepareSigner(counterpart, 'Project Larch', {
    'Purchase Agreement': [{ tab_type: 'custom', label: 'City', value: 'Vienna' }],
  });
  const packet = await sendPacket(counterpart, signer);
  await person.signIn();
  await person.page.goto(`${person.url}/transaction/${signer.deal}/packets/${packet}`);
  const opened = person.page.waitForEvent('popup');
  await person.page.getByRole('link', { name: 'See what Jane Doe sees' }).click(WAIT);
  const preview = await opened;
  await preview.setViewportSize({ width: 390, height: 844 });
  await preview.getByText('Nothing can be signed or filled in here.').waitFor(WAIT);
  await preview.getByText('Please sign by Friday.').waitFor();
  await preview.getByRole('img', { name: 'Page 1 of 2: Purchase Agreement' }).waitFor();
  await expectAccessible(preview);
  await expectNoSideScroll(preview);
  expect(await preview.getByRole('textbox').count()).toBe(0);
  expect(await preview.getByRole('checkbox').count()).toBe(0);
  const names = await preview.getByRole('button').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
  expect(names).toEqual(['Previous page', 'Next page']);
  await preview.getByRole('button', { name: 'Next page' }).click();
  await preview.getByRole('img', { name: 'Page 2 of 2: Escrow Agreement' }).waitFor();
  const kept = await preview.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('counterpart-signing')),
  );
  expect(kept).toEqual([]);
  await preview.context().clearCookies();
  await preview.reload();
  await preview.getByRole('heading', { name: 'Sign in to see this preview' }).waitFor(WAIT);
  await expectAccessible(preview);
});
