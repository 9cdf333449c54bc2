import { expect } from 'vitest';
import { TestClient } from '../../server/support/test-client.ts';
import { test } from '../support/counterpart-test.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';

test('work done after the session ends on a plane waits for its user, is visible to nobody else, and arrives once', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Skylark');
  await person.addHeader('Made at the gate');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Made at the gate']);
  await person.isReadyForOffline();

  await person.loseNetwork(counterpart);
  const elsewhere = await endSessionsOf('partner@demo.test', counterpart);
  await person.addHeader('Made on the plane');
  await person.drop(documents.pdf);
  await person.queueRow('Confidentiality Agreement').waitFor();
  await person.sees('1 change and 1 file on this device only');
  // The app opens for the person who last signed in, even if the session has ended.
  await page.reload();
  await expect.poll(async () => person.checklist()).toEqual(['Made at the gate', 'Made on the plane']);
  await person.sees('1 change and 1 file on this device only');

  await person.regainNetwork(counterpart);
  await person.sees('Your session has ended. Sign in to continue; unsent work is still on this device.');
  expect(page.url()).toContain('/login?action=inactive');

  // A colleague signs in on the laptop, and must not see the first person's data.
  await person.signIn('counsel@other.test');
  await person.sees('All changes saved');
  expect(await page.getByText('Project Skylark').count()).toBe(0);
  await page.goto(`${person.url}/transaction/${deal}/checklist`);
  await person.sees('This transaction could not be found');
  expect(await page.getByText('Made on the plane').count()).toBe(0);
  await page.goto(person.url);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await person.sees('You have signed out.');
  expect(await onServer(deal, elsewhere)).toEqual({ headers: ['Made at the gate'], files: [] });

  await person.signIn();
  const hash = await documents.hashOf(documents.pdf);
  await expect
    .poll(async () => onServer(deal, elsewhere))
    .toEqual({ headers: ['Made at the gate', 'Made on the plane'], files: [hash] });
  await person.openChecklist(deal);
  await person.sees('All changes saved');
});

test('a user can continue offline by name from the sign-in page, but not after signing out', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  const continueOffline = page.getByRole('button', { name: /^Continue as/ });
  const offline = page.getByText(/^You are offline\. You can still view and edit what’s on this device\./);
  await person.signIn();
  const deal = await person.createDeal('Project Kestrel');
  await person.addHeader('Read above the clouds');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Read above the clouds']);
  await person.isReadyForOffline();
  await page.goto(`${person.url}/login`);
  await page.getByLabel('Email address').waitFor();
  expect(await continueOffline.count(), 'users sign in when online').toBe(0);

  await person.loseNetwork(counterpart);
  await offline.waitFor();
  await page.getByRole('button', { name: 'Continue as Margaret Whitfield on this device' }).click();
  await page.getByRole('link', { name: 'Project Kestrel' }).click();
  await expect.poll(async () => person.checklist()).toEqual(['Read above the clouds']);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await person.sees('You have signed out.');
  await page.reload();
  await page.getByLabel('Email address').waitFor();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await continueOffline.count(), 'the device forgets users who sign out').toBe(0);
  await page.goto(`${person.url}/transaction/${deal}/checklist`);
  await page.getByLabel('Email address').waitFor();
  expect(await page.getByText('Project Kestrel').count()).toBe(0);
  await person.regainNetwork(counterpart);
});

/**
 * Ends the person's sessions from another machine, as they or an administrator could. This browser learns of
 * it with its next request. Returns the other machine's client, which is signed in.
 */
async function endSessionsOf(email: string, { directUrl }: CounterpartProcess): Promise<TestClient> {
  const elsewhere = new TestClient(directUrl);
  const who = { loginId: email, password: 'closing-day' };
  expect((await elsewhere.post('/auth/login', who)).status).toBe(200);
  expect((await elsewhere.delete('/auth/sessions')).status).toBe(204);
  return elsewhere;
}

async function onServer(deal: string, client: TestClient): Promise<{ headers: string[]; files: string[] }> {
  const elements = await client.get(`/transactions/element?transaction=${deal}`);
  const files = await client.get(`/transactions/document?transaction=${deal}`);
  return {
    headers: elements.body.map(({ label }: { label: string }) => label),
    files: files.body.map(({ sha256 }: { sha256: string }) => sha256),
  };
}
