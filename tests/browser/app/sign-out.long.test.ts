import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';
import { rowsOnDevice } from '../support/rows-on-device.ts';

test('[AUTH11] signing out leaves no rows on the device, even offline, and the next sign-in loads them again', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  const isOnDevice = async () => /Project Hawthorn|Left behind/.test(await page.evaluate(rowsOnDevice));
  const comesBack = async () => {
    await person.fillInSignIn();
    await page.getByRole('link', { name: 'Project Hawthorn' }).click();
    await expect.poll(async () => person.checklist()).toEqual(['Left behind']);
    await person.sees('All changes saved');
  };
  await person.signIn();
  const deal = await person.createDeal('Project Hawthorn');
  await person.addHeader('Left behind');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Left behind']);
  await person.sees('All changes saved');
  await person.isReadyForOffline();
  expect(await isOnDevice()).toBe(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await person.sees('You have signed out.');
  await expect.poll(isOnDevice).toBe(false);
  await comesBack();

  await person.loseNetwork(counterpart);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await person.sees('You have signed out.');
  await expect.poll(isOnDevice).toBe(false);
  await person.regainNetwork(counterpart);
  await comesBack();
});

test('half-typed text survives the end of the session', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  await person.createDeal('Project Larch');
  await page.getByRole('button', { name: 'Add header' }).first().click();
  await page.getByLabel('New header name').fill('Half a thought');
  await person.context.clearCookies();
  await person.sees('Your session has ended. Sign in to continue; unsent work is still on this device.');
  expect(page.url()).toContain('/login?action=inactive');
  await person.fillInSignIn();
  await expect.poll(async () => person.checklist()).toEqual(['Half a thought']);
});
