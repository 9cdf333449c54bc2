import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { killBrowser, openBrowser } from '../support/chromium.ts';
import { test } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';
import { leaders } from '../support/workers.ts';
import { mirrorName } from './mirror-name.ts';

test('[LEAD1] two tabs restored after the browser was killed lose nothing, do nothing twice, and have one leader', async ({
  counterpart,
}) => {
  await counterpart.mend();
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-restored-'));
  const before = await openBrowser(folder, { hosts: counterpart.hosts });
  const first = new Person(await before.newPage(), counterpart);
  await first.signIn();
  const deal = await first.createDeal('Project Larch');
  await first.isReadyForOffline();
  const second = new Person(await before.newPage(), counterpart);
  await second.page.goto(`${first.page.url()}#second`);
  await first.loseNetwork(counterpart);
  await second.addHeader('From the second tab');
  await first.page.bringToFront();
  // A new header goes after the last row that this tab shows.
  await expect.poll(async () => first.checklist()).toEqual(['From the second tab']);
  await first.addHeader('From the first tab');
  await first.sees('Offline – 2 changes on this device');
  const seen = ['From the second tab', 'From the first tab'];
  await expect.poll(async () => rememberedTabs(folder)).toContain(`${deal}/checklist#second`);
  await killBrowser(before);
  // The browser writes cookies only now and then, so the session's cookie may be lost.
  await rm(join(folder, 'Default', 'Cookies'), { force: true });

  const after = await openBrowser(folder, { hosts: counterpart.hosts, restore: true });
  const restored = () => after.pages().filter((page) => page.url().includes(deal));
  await expect.poll(() => restored().length).toBe(2);
  const tabs = restored().map((page) => new Person(page, counterpart));
  for (const tab of tabs) {
    await tab.page.bringToFront();
    await expect.poll(async () => tab.checklist()).toEqual(seen);
  }
  await counterpart.mend();
  for (const tab of tabs) {
    await tab.page.bringToFront();
    await tab.sees('Your session has ended. Sign in to continue; unsent work is still on this device.');
  }
  await tabs[0]?.page.bringToFront();
  await tabs[0]?.fillInSignIn();
  await expect.poll(async () => tabs[0]?.checklistOnServer(deal)).toEqual(seen);
  for (const tab of tabs) {
    await tab.page.bringToFront();
    await tab.openChecklist(deal);
    await tab.sees('All changes saved');
    await expect.poll(async () => tab.checklist()).toEqual(seen);
  }
  await expect.poll(async () => (await leaders(tabs.map((tab) => tab.page))).length).toBe(1);
  await after.close();
  await rm(folder, { recursive: true, force: true });
});

test('[DISK6] a mirror that the browser deletes is reported as lost, and pulled again', async ({
  person,
}) => {
  await person.signIn();
  const deal = await person.createDeal('Project Birch');
  await person.addHeader('Corporate');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate']);
  await person.page.evaluate(
    async (name) => {
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')));
      });
    },
    await mirrorName(person.page),
  );
  await person.sees(/The browser deleted Counterpart’s data on this device/);
  await expect.poll(async () => person.checklist()).toEqual(['Corporate']);
  await person.addHeader('Ancillary');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate', 'Ancillary']);
});

/** Returns what Chromium has stored about its open tabs, which it does some seconds after a change. */
async function rememberedTabs(folder: string): Promise<string> {
  const sessions = join(folder, 'Default', 'Sessions');
  const names = await readdir(sessions);
  const files = await Promise.all(names.map(async (name) => readFile(join(sessions, name), 'latin1')));
  return files.join('');
}
