import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { TestClient } from '../../server/support/test-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openProfile } from '../support/chromium.ts';
import { test } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';

const WAIT = { timeout: 60_000 };

async function clientOf(url: string, loginId: string): Promise<TestClient> {
  const client = new TestClient(url);
  expect((await client.post('/auth/login', { loginId, password: 'closing-day' })).status).toBe(200);
  return client;
}

async function signInStatus(url: string, loginId: string): Promise<number> {
  return (await new TestClient(url).post('/auth/login', { loginId, password: 'closing-day' })).status;
}

/** Returns the text of the first file in a zip archive. */
function firstEntry(zip: Buffer): string {
  const from = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  const isDeflated = zip.readUInt16LE(8) === 8;
  return (isDeflated ? inflateRawSync(zip.subarray(from)) : zip.subarray(from)).toString();
}

test('turning off strict data access takes a request and the approval of a second admin', async ({
  counterpart,
  person,
}) => {
  const partner = await clientOf(counterpart.directUrl, 'partner@demo.test');
  const associate = await clientOf(counterpart.directUrl, 'associate@demo.test');
  const { uuid, organization } = (await associate.get('/authentication/user/me')).body;
  expect((await partner.patch(`/authentication/user/${uuid}`, { role: 'admin' })).status).toBe(200);
  const path = `/authentication/organization/${organization}`;
  expect((await partner.patch(path, { strict_data_access: true })).status).toBe(200);

  const { context, close } = await openProfile({ hosts: counterpart.hosts, still: true, shell: true });
  onTestFinished(close);
  const other = new Person(await context.newPage(), counterpart);
  await person.signIn();
  await other.signIn('associate@demo.test');
  await person.page.goto(`${person.url}/admin`);
  const strict = person.page.getByRole('checkbox', { name: /^Strict data access/ });
  await expect.poll(async () => strict.isChecked(), WAIT).toBe(true);
  await strict.click();
  await person.page
    .getByText('You asked to turn off strict data access. Another administrator needs to approve this.')
    .waitFor(WAIT);
  expect(await strict.isChecked()).toBe(true);
  expect(await person.page.getByRole('button', { name: 'Turn off strict data access' }).count()).toBe(0);
  await expectAccessible(person.page);

  await other.page.goto(`${other.url}/admin`);
  await other.page
    .getByText('Margaret Whitfield asked to turn off strict data access. This needs your approval.')
    .waitFor(WAIT);
  await expectAccessible(other.page);
  await other.page.getByRole('button', { name: 'Turn off strict data access' }).click();
  const theirs = other.page.getByRole('checkbox', { name: /^Strict data access/ });
  await expect.poll(async () => theirs.isChecked(), WAIT).toBe(false);
  expect((await partner.get(path)).body.strict_data_access).toBe(false);
  await partner.patch(`/authentication/user/${uuid}`, { role: 'member' });
});

test('an admin disables and enables an account, then removes the member from the organization', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  const url = counterpart.directUrl;
  await person.signIn();
  await page.goto(`${person.url}/admin`);
  const line = page
    .getByRole('list', { name: 'Members of the organization' })
    .getByRole('listitem')
    .filter({ hasText: 'Daniel Okafor' });
  await line.getByRole('button', { name: 'Disable Daniel Okafor…' }).click(WAIT);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Disable Daniel Okafor’s account?').waitFor(WAIT);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await signInStatus(url, 'associate@demo.test')).toBe(200);

  await line.getByRole('button', { name: 'Disable Daniel Okafor…' }).click();
  await dialog.getByRole('button', { name: 'Disable account' }).click();
  await line.getByText('Disabled', { exact: true }).waitFor(WAIT);
  expect(await signInStatus(url, 'associate@demo.test')).toBe(403);
  await line.getByRole('button', { name: 'Enable Daniel Okafor' }).click();
  await line.getByText('Disabled', { exact: true }).waitFor({ ...WAIT, state: 'detached' });
  expect(await signInStatus(url, 'associate@demo.test')).toBe(200);

  await line.getByRole('button', { name: 'Remove Daniel Okafor…' }).click();
  await dialog.getByText('Remove Daniel Okafor from the organization?').waitFor(WAIT);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove member' }).click();
  await line.waitFor({ ...WAIT, state: 'detached' });
  const left = await clientOf(url, 'associate@demo.test');
  expect((await left.get('/transactions/transaction')).body).toEqual([]);
});

test('a person whose account is disabled while they are offline saves their unsent work from the sign-in page', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Sedge');
  await person.openChecklist(deal);
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await page.getByRole('button', { name: 'Add header' }).first().click();
  await page.keyboard.type('Never sent');
  await page.keyboard.press('Enter');
  await person.row('Never sent').waitFor(WAIT);
  await person.sees('Offline – 1 change on this device');
  counterpart.administer('user', 'partner@demo.test', '--disable');
  await person.regainNetwork(counterpart);
  await page.getByText(/has disabled your account\.$/).waitFor(WAIT);
  await page.getByText(/1 unsent change is still here\.$/).waitFor(WAIT);
  await expectAccessible(page);
  const save = page.getByRole('button', { name: 'Save unsent work' });
  const [download] = await Promise.all([page.waitForEvent('download', WAIT), save.click()]);
  expect(download.suggestedFilename()).toBe('counterpart-unsent-work.zip');
  expect(firstEntry(await readFile(await download.path()))).toContain('Never sent');
  await page.getByText('The file is in your downloads.').waitFor(WAIT);
  counterpart.administer('user', 'partner@demo.test', '--enable');
});
