import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod';
import { notificationSchema } from '../../../src/contract/entities/account/notification.ts';
import { expectAccessible } from '../support/accessible.ts';
import { test, testOnline } from '../support/counterpart-test.ts';

const WAIT = { timeout: 60_000 };
const notifications = z.array(notificationSchema);

test('the bell reports a damaged PDF, and a notification read without a network stays read', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const list = page.getByRole('dialog', { name: 'Notifications' });
  const readOnServer = async () =>
    notifications.parse(await person.get('/api/notifications')).map(({ read }) => read);
  const named = async (name: string) =>
    expect.poll(async () => bell.getAttribute('aria-label'), WAIT).toBe(name);

  await person.signIn();
  await named('Notifications');
  await bell.click();
  await list.getByText(/^No notifications yet/).waitFor();
  await page.keyboard.press('Escape');
  const deal = await person.createDeal('Project Fir');
  const damaged = join(documents.folder, 'Deed of Trust.pdf');
  await writeFile(damaged, `%PDF-1.7\n${'no objects here '.repeat(20)}`);
  await person.drop(damaged, documents.pdf);
  await named('Notifications, 2 unread');

  await bell.focus();
  await page.keyboard.press('Enter');
  const failed = list.getByRole('link', { name: '“Deed of Trust” in “Project Fir”: This file is damaged' });
  await failed.getByText('Problem').waitFor();
  await failed.getByText('Unread').waitFor();
  await list.getByRole('link', { name: '“Confidentiality Agreement” in “Project Fir” is ready.' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  await expect.poll(async () => bell.evaluate((button) => button === document.activeElement)).toBe(true);

  await person.isReadyForOffline();
  await page.goto(`${counterpart.url}/`);
  await person.loseNetwork(counterpart);
  await page.reload();
  await bell.click();
  await failed.click();
  await page.waitForURL(`**/transaction/${deal}/checklist`);
  await list.waitFor({ state: 'hidden' });
  await named('Notifications, 1 unread');
  await bell.click();
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await named('Notifications');
  await page.reload();
  // It isn't unsaved work, so the indicator doesn't count it.
  await person.sees(/^Offline$/);
  await bell.click();
  await failed.waitFor();
  await expect.poll(async () => list.getByText('Unread').count()).toBe(0);

  await person.regainNetwork(counterpart);
  await person.sees('All changes saved');
  await expect.poll(readOnServer, WAIT).toEqual([true, true]);
  await page.reload();
  await bell.click();
  await failed.waitFor();
  await expect.poll(async () => list.getByText('Unread').count()).toBe(0);
  await named('Notifications');
});

testOnline(
  'a file in a notification is downloaded from the bell, and shared with the other participants',
  async ({ counterpart, documents, person }) => {
    const { page, context } = person;
    const bell = page.getByRole('button', { name: /^Notifications/ });
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await person.signIn();
    const deal = await person.createDeal('Project Spruce');
    await person.drop(documents.pdf);
    const url = async () => (await person.documents(deal))[0]?.file_url ?? '';
    await expect.poll(url, WAIT).not.toBe('');
    const file = await url();
    // No notification of this deal has a file, unlike notifications of closing binders. So the document's
    // notification is changed to link to its own file.
    const shared: string[] = [];
    await context.route(/\/api\/notifications\/?$/, async (route) => {
      const response = await person.answerTo(route);
      if (response.status() !== 200) return route.fulfill({ response });
      const received = notifications.parse(await response.json());
      const linked = received.map((each) => ({
        ...each,
        ...(each.extra_data.transaction === deal && {
          notification_type: 'download_ready',
          title: 'Your download of “Project Spruce” is ready.',
          download_urls: [file],
        }),
      }));
      return route.fulfill({ response, json: linked });
    });
    await context.route(`${counterpart.url}/api/notifications/*/share_file`, async (route) => {
      const uuid = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
      shared.push(uuid);
      const { cookie = '' } = await route.request().allHeaders();
      const response = await context.request.get(`${counterpart.directUrl}/api/notifications`, {
        headers: { cookie },
      });
      const all = notifications.parse(await response.json());
      return route.fulfill({ response, json: all.find((each) => each.uuid === uuid) });
    });
    const line = list.getByRole('link', { name: /^Your download of “Project Spruce” is ready\./ });
    const downloads = async (click: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download', WAIT), click()]);
      return hashOf(await readFile(await download.path()));
    };
    const content = await documents.hashOf(documents.pdf);

    await page.reload();
    await bell.click();
    await line.waitFor(WAIT);
    const link = list.getByRole('link', { name: 'Download', exact: true });
    await link.waitFor(WAIT);
    await expectAccessible(page);
    expect(await downloads(async () => link.click())).toBe(content);
    await list.getByRole('button', { name: 'Share with participants' }).click();
    await list.getByRole('status').filter({ hasText: 'Shared with participants' }).waitFor(WAIT);
    expect(shared).toHaveLength(1);
    const share = list.getByRole('button', { name: 'Share with participants' });
    await expect.poll(async () => share.count()).toBe(0);

    // The other participants get the same notification. Following its link downloads the file and marks the
    // notification as read.
    await line.getByText('Unread').waitFor();
    expect(await downloads(async () => line.click())).toBe(content);
    await bell.click();
    await line.waitFor();
    await expect.poll(async () => line.getByText('Unread').count(), WAIT).toBe(0);
  },
);

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
