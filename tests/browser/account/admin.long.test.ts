import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { TestClient } from '../../server/support/test-client.ts';
import { readSheet } from '../../support/signing/read-sheet.ts';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';

const WAIT = { timeout: 60_000 };

async function associateAt(url: string): Promise<TestClient> {
  const associate = new TestClient(url);
  const signedIn = { loginId: 'associate@demo.test', password: 'closing-day' };
  expect((await associate.post('/auth/login', signedIn)).status).toBe(200);
  return associate;
}

test('an admin turns on strict data access, lets support in, and downloads the access log', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  const associate = await associateAt(counterpart.directUrl);
  const facts = { name: 'Project Hornbeam', client_name: 'Hornbeam Holdings' };
  const deal = (await associate.post('/transactions/transaction', facts)).body.uuid;
  await associate.post('/transactions/item', { transaction: deal, name: 'Secret side letter' });

  await person.signIn();
  await person.openChecklist(deal);
  await person.row('Secret side letter').waitFor(WAIT);
  await page.goto(`${person.url}/admin`);
  const strict = page.getByRole('checkbox', { name: /^Strict data access/ });
  await strict.waitFor(WAIT);
  await expectAccessible(page);
  // Reports are turned off.
  expect(await page.getByRole('heading', { name: 'Reports' }).count()).toBe(0);
  await strict.click();
  await expect.poll(async () => strict.isChecked(), WAIT).toBe(true);

  await page.goto(`${person.url}/`);
  const row = page.getByRole('row', { name: /Project Hornbeam/ });
  await row.getByText('Ask to be added as a participant').waitFor(WAIT);
  await row.getByText('Hornbeam Holdings').waitFor();
  expect(await row.getByRole('button').count(), 'no actions are offered').toBe(0);
  await expectAccessible(page);
  await row.getByRole('link').click();
  await page.getByRole('heading', { name: 'Ask to be added as a participant' }).waitFor(WAIT);
  expect(await page.getByText('Secret side letter').count()).toBe(0);

  await page.goto(`${person.url}/admin`);
  const support = page.getByRole('checkbox', { name: /^Counterpart support can view/ });
  await support.click();
  const banner = page.getByText(/^Counterpart support can see your organization’s transactions until/);
  await banner.waitFor(WAIT);
  // One call at a time: wait until the switch has finished.
  const button = page.getByRole('button', { name: 'Download access log' });
  await expect.poll(async () => button.getAttribute('aria-disabled'), WAIT).toBe('false');
  const [download] = await Promise.all([page.waitForEvent('download', WAIT), button.click()]);
  const cells = await readSheet(new Uint8Array(await readFile(await download.path())));
  const acts = cells.map(([, who, , as, act]) => `${who} | ${as} | ${act}`);
  expect(acts).toContain('Margaret Whitfield | admin | Turned on strict data access');
  expect(acts).toContain('Margaret Whitfield | admin | Gave support access for 24 hours');
  await support.click();
  await banner.waitFor({ ...WAIT, state: 'detached' });
});

test('with strict data access on, an admin adds a colleague to a transaction of which the admin sees only the outline, and removes them', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  const associate = await associateAt(counterpart.directUrl);
  const deal = (await associate.post('/transactions/transaction', { name: 'Project Sallow' })).body.uuid;
  await person.signIn();
  await page.goto(`${person.url}/admin`);
  const strict = page.getByRole('checkbox', { name: /^Strict data access/ });
  await strict.waitFor(WAIT);
  if (!(await strict.isChecked())) await strict.click();
  await expect.poll(async () => strict.isChecked(), WAIT).toBe(true);

  await page.getByRole('textbox', { name: 'Transaction name' }).fill('sallow');
  await page.getByRole('button', { name: 'Participants of Project Sallow' }).click();
  const dialog = page.getByRole('dialog', { name: 'Participants of “Project Sallow”' });
  await dialog
    .getByText(/^Because strict data access is on, you can’t see who the participants are/)
    .waitFor(WAIT);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove Margaret Whitfield' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/^This participant does not exist/)
    .waitFor(WAIT);
  await dialog.getByRole('button', { name: 'Add Margaret Whitfield' }).click();
  // Now the admin sees everything, including who else participates.
  await dialog
    .getByRole('button', { name: 'Add Margaret Whitfield' })
    .waitFor({ ...WAIT, state: 'detached' });
  await expect.poll(async () => dialog.getByText(/^Because strict data access is on/).count()).toBe(0);
  // The button that was pressed is gone, so the focus moves to the line that it belonged to.
  const line = dialog.getByRole('listitem').filter({ hasText: 'Margaret Whitfield' });
  await person.hasFocus(line);
  const people = async () =>
    (await associate.get(`/transactions/participant?transaction=${deal}`)).body
      .filter(({ deleted }: { deleted: boolean }) => !deleted)
      .map((each: { full_name: string }) => each.full_name)
      .toSorted();
  expect(await people()).toEqual(['Daniel Okafor', 'Margaret Whitfield']);
  await dialog.getByRole('button', { name: 'Remove Margaret Whitfield' }).click();
  await dialog.getByText('Removed Margaret Whitfield.').waitFor(WAIT);
  expect(await people()).toEqual(['Daniel Okafor']);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await strict.click();
  await expect.poll(async () => strict.isChecked(), WAIT).toBe(false);
});

test('a purge blocked by a lost file shows its problem, and the admin can retry and withdraw it', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Hemlock');
  const partner = new TestClient(counterpart.directUrl);
  await partner.post('/auth/login', { loginId: 'partner@demo.test', password: 'closing-day' });
  await person.drop(documents.pdf);
  const isConverted = async () =>
    (await person.documents(deal)).some(({ conversion_status }) => conversion_status === 'complete');
  await expect.poll(isConverted, WAIT).toBe(true);
  await counterpart.loseFile(`files/${await documents.hashOf(documents.pdf)}`);
  await partner.post('/authentication/organization/transactions/purge_approval', { transactions: [deal] });

  await page.goto(`${person.url}/admin`);
  await page.getByRole('textbox', { name: 'Find a transaction' }).fill('hemlock');
  const purged = page.getByRole('list', { name: 'Purged transactions' });
  const why = purged.getByText(
    /^A file is missing from the file store.*The document is “Confidentiality Agreement”\.$/,
  );
  await why.waitFor(WAIT);
  await expectAccessible(page);
  await purged.getByRole('button', { name: 'Try again to purge Project Hemlock' }).click();
  await why.waitFor(WAIT);
  await purged.getByRole('button', { name: 'Withdraw approval for Project Hemlock' }).click();
  await page.getByRole('checkbox', { name: 'Project Hemlock' }).waitFor(WAIT);
  await expect.poll(async () => purged.getByText('Project Hemlock').count()).toBe(0);
  await person.openChecklist(deal);
  await page
    .getByRole('button', { name: /^Upload/ })
    .first()
    .waitFor(WAIT);
});

test('the purge lists show how transactions of the same name differ', async ({ counterpart, person }) => {
  const { page } = person;
  const partner = new TestClient(counterpart.directUrl);
  await partner.post('/auth/login', { loginId: 'partner@demo.test', password: 'closing-day' });
  const make = async (facts: object) =>
    (await partner.post('/transactions/transaction', { name: 'Project Spindle', ...facts })).body.uuid;
  const kept = await make({ client_name: 'Hornbeam Holdings', matter_number: '4711' });
  const purged = await make({ client_name: 'Hornbeam Holdings', matter_number: '4712' });
  await person.signIn();
  await page.goto(`${person.url}/admin`);
  await page.getByRole('textbox', { name: 'Find a transaction' }).fill('spindle');
  const called = (matter: string) => `Project Spindle, Hornbeam Holdings, Matter ${matter}`;
  await page.getByRole('checkbox', { name: called('4711'), exact: true }).waitFor(WAIT);
  await page.getByRole('checkbox', { name: called('4712'), exact: true }).click();
  await page.getByRole('button', { name: 'Approve purge…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(`Nobody can add files to “${called('4712')}” from now on.`).waitFor();
  await dialog.getByRole('button', { name: 'Approve purge' }).click();
  const list = page.getByRole('list', { name: 'Purged transactions' });
  await list.getByText(called('4712'), { exact: true }).waitFor(WAIT);
  await list.getByRole('link', { name: `Download archive of ${called('4712')}`, exact: true }).waitFor(WAIT);
  const expired = async (deal: string) =>
    (await partner.get(`/transactions/transaction/${deal}`)).body.expired_at;
  expect(await expired(purged)).not.toBeNull();
  expect(await expired(kept)).toBeNull();
});

test('a purged transaction accepts no files and offers its archive', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Larch');
  await page.goto(`${person.url}/admin`);
  await page.getByRole('textbox', { name: 'Find a transaction' }).fill('larch');
  await page.getByRole('checkbox', { name: 'Project Larch' }).click(WAIT);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Approve purge…' }).click();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve purge' }).click();
  const purged = page.getByRole('list', { name: 'Purged transactions' });
  await purged.getByRole('link', { name: 'Download archive' }).waitFor(WAIT);

  await page.goto(`${person.url}/transaction/${deal}/checklist`);
  const note = page.getByText('The files were archived and removed.');
  await note.waitFor(WAIT);
  await expect.poll(async () => page.getByRole('button', { name: /^Upload/ }).count()).toBe(0);
  await expectAccessible(page);
  const link = page.getByRole('link', { name: 'Download archive' });
  const [download] = await Promise.all([page.waitForEvent('download', WAIT), link.click()]);
  expect(download.suggestedFilename()).toBe('Project Larch.zip');
});
