import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { mailedCode, openRoom, prepareSigner, sendPacket } from './mailed-room.ts';

const WAIT = { timeout: 60_000 };

test('a second device opens a link only with the code that is emailed to the signatory', async ({
  person,
  counterpart,
}) => {
  const setting = { person, counterpart };
  const signer = await prepareSigner(counterpart, 'Project Willow');
  await sendPacket(counterpart, signer);
  const first = await openRoom(setting, signer.email);
  await first.getByLabel('I agree to sign electronically').check();
  await first.getByRole('button', { name: 'Continue' }).click();
  await first.getByRole('heading', { name: 'Choose your signature' }).waitFor(WAIT);

  const second = await openRoom(setting, signer.email, 1, 'Confirm it’s you');
  expect(await second.locator('body').textContent()).not.toContain('Willow');
  await second.getByText('p•••@alder.test').waitFor();
  await expectAccessible(second);
  await second.getByRole('button', { name: 'Email me a code' }).click();
  const field = second.getByLabel('Code');
  await field.waitFor(WAIT);
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  const code = await mailedCode(setting, signer.email);
  // A phone may reload the page while its owner reads the email.
  await second.reload();
  await field.fill(code === '000000' ? '000001' : '000000', WAIT);
  await second.getByRole('button', { name: 'Open the documents' }).click();
  await second.getByText('This code is incorrect.').waitFor(WAIT);
  await expectAccessible(second);
  await field.fill(code);
  await second.getByRole('button', { name: 'Open the documents' }).click();
  await second.getByRole('heading', { name: 'Choose your signature' }).waitFor(WAIT);
  await second.getByRole('button', { name: 'Use this signature' }).click();
  await second.getByRole('img', { name: 'Page 1 of 2: Purchase Agreement' }).waitFor(WAIT);
  await second.reload();
  await second.getByRole('heading', { name: 'Review and sign' }).waitFor(WAIT);
  await first.reload();
  await first.getByRole('heading', { name: 'Review and sign' }).waitFor(WAIT);
});
