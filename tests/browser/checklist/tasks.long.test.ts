import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';

const WAIT = { timeout: 60_000 };

test('a user adds, assigns, dates and completes tasks and writes notes, also offline', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Linden');
  await person.addHeader('Corporate');
  await person.isReadyForOffline();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByText('This transaction has no tasks yet.').waitFor();
  await person.loseNetwork(counterpart);

  const field = page.getByRole('textbox', { name: 'New task' });
  await field.fill('Order good standings');
  await page.keyboard.press('Enter');
  await field.fill('Wire the funds');
  await page.keyboard.press('Enter');
  const open = page.getByRole('region', { name: 'No due date' });
  await expect.poll(async () => open.getByRole('listitem').count()).toBe(2);

  // The details panel of the checklist has the other fields.
  await open.getByRole('link', { name: 'Order good standings' }).click();
  await page.getByRole('button', { name: 'Details and notes' }).click();
  await page.getByLabel('Due').fill('2020-01-31');
  await page.getByLabel('Due').blur();
  await page.getByLabel('Assignee').selectOption({ label: 'Margaret Whitfield' });
  await page.getByRole('textbox', { name: 'New note' }).fill('Delaware and New York.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  const late = page.getByRole('region', { name: 'Overdue' }).getByRole('listitem');
  await expect
    .poll(async () => late.allTextContents())
    .toEqual([expect.stringMatching(/^Order good standings.*Margaret Whitfield.*Due .* days ago$/)]);
  const noted = page.getByRole('region', { name: 'Notes on checklist items' }).getByRole('listitem');
  await expect
    .poll(async () => noted.allTextContents())
    .toEqual([expect.stringContaining('Delaware and New York.')]);

  await page.getByRole('textbox', { name: 'New note' }).fill('The buyer wants to close on a Friday.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Notes', exact: true }).getByText('The buyer wants').waitFor();
  await page.getByRole('checkbox', { name: 'Done: Wire the funds' }).click();
  await page.getByRole('region', { name: 'Done' }).getByText('Wire the funds').waitFor();
  await expectAccessible(page);
  const shown = page.getByLabel('Show', { exact: true });
  await shown.selectOption({ label: 'Unassigned' });
  await expect.poll(async () => late.count()).toBe(0);
  await shown.selectOption({ label: 'Margaret Whitfield (you)' });
  await expect.poll(async () => late.count()).toBe(1);
  await expect.poll(async () => open.count()).toBe(0);
  await field.fill('Call the bank');
  await page.keyboard.press('Enter');
  await open.getByText('Call the bank').waitFor();

  await person.regainNetwork(counterpart);
  await person.sees('All changes saved');
  await expect.poll(async () => person.checklistOnServer(deal), WAIT).toHaveLength(4);
  await page.reload();
  await page.getByText('The buyer wants to close on a Friday.').waitFor();
  await page.getByRole('region', { name: 'Done' }).getByText('Wire the funds').waitFor();
});
