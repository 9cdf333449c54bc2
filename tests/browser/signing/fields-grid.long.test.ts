import { expect } from 'vitest';
import { testInChromium } from '../support/counterpart-test.ts';
import { openValues, gridOf } from './values-grid.ts';

testInChromium('a grid of 500 by 30 keeps up with its keys', async ({ person, counterpart }) => {
  const { page } = person;
  await openValues({ person, counterpart }, { signatories: 500, fields: 30 });
  const grid = gridOf(person);
  await grid.focus();
  await expect.poll(async () => grid.getAttribute('aria-rowcount')).toBe('501');
  for (const key of ['Control+ArrowDown', 'Control+ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.type('last');
  await page.keyboard.press('Tab');
  await grid.getByRole('gridcell', { name: 'last' }).waitFor();
  expect(await grid.getByRole('gridcell').count()).toBeLessThan(600);
  await page.keyboard.press('Control+Home');
  await grid.getByRole('rowheader', { name: 'Person 1', exact: true }).waitFor();
});
