import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';

test('each key press moves the row once, even if keys repeat faster than the screen paints', async ({
  person,
}) => {
  await person.signIn();
  await person.createDeal('Project Hazel');
  for (const label of ['Alder', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel']) await person.addHeader(label);
  await person.row('Hazel').click();
  for (let press = 0; press < 5; press += 1) await person.page.keyboard.press('Alt+ArrowUp');
  await expect
    .poll(async () => person.checklist())
    .toEqual(['Hazel', 'Alder', 'Birch', 'Cedar', 'Elm', 'Fir']);
});

test('half-typed text in dialogs and forms survives the end of the session, for the same user only', async ({
  person,
}) => {
  const { page } = person;
  const dialog = page.getByRole('dialog');
  const endSession = async () => {
    await person.context.clearCookies();
    await person.sees('Your session has ended. Sign in to continue; unsent work is still on this device.');
  };
  await person.signIn();
  await page.getByRole('button', { name: 'New transaction' }).first().click();
  await dialog.getByLabel('Name', { exact: true }).fill('Project Rowan');
  await dialog.getByLabel('Description').fill('Half a thought');
  await endSession();

  await person.fillInSignIn('associate@demo.test');
  await person.sees('All changes saved');
  expect(await dialog.count()).toBe(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await person.sees('You have signed out.');
  await person.fillInSignIn();
  await expect.poll(async () => dialog.getByLabel('Description').inputValue()).toBe('Half a thought');
  await expect
    .poll(async () => dialog.getByLabel('Name', { exact: true }).inputValue())
    .toBe('Project Rowan');
  await dialog.getByRole('button', { name: 'Create transaction' }).click();

  await page.getByRole('button', { name: '1 participant' }).click();
  await dialog.getByLabel(/Daniel Okafor/).check();
  await dialog.getByLabel('First name').fill('Grace');
  await endSession();
  await person.fillInSignIn();
  await expect.poll(async () => dialog.getByLabel('First name').inputValue()).toBe('Grace');
  await expect.poll(async () => dialog.getByLabel(/Daniel Okafor/).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: '1 participant' }).click();
  await expect.poll(async () => dialog.getByLabel(/Daniel Okafor/).isChecked()).toBe(false);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: /Margaret Whitfield/ }).click();
  const name = page.getByRole('form', { name: 'Your name' }).getByLabel('First name');
  await name.fill('Half a name');
  await page.getByLabel('Top-level headers', { exact: true }).selectOption('1, 2, 3');
  await page.getByLabel('Current password').fill('closing-day');
  await endSession();
  await person.fillInSignIn();
  await expect.poll(async () => name.inputValue()).toBe('Half a name');
  await expect
    .poll(async () => page.getByLabel('Top-level headers', { exact: true }).inputValue())
    .toBe('numeric');
  expect(await page.getByLabel('Current password').inputValue()).toBe('');

  await page.getByRole('link', { name: 'Organization' }).click();
  await page.getByLabel('Website').fill('https://half.test');
  await endSession();
  await person.fillInSignIn();
  await expect.poll(async () => page.getByLabel('Website').inputValue()).toBe('https://half.test');
  // A user who leaves the page discards what they typed.
  await page.getByRole('link', { name: 'You' }).click();
  await expect.poll(async () => name.inputValue()).toBe('Margaret');
});
