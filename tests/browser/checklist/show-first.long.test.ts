import { expect } from 'vitest';
import { commitFailure } from '../../../src/db/commands/tray/commit-failure.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';

const WAIT = { timeout: 60_000 };

declare global {
  /** In the page: allows commits again, or lets the disk accept rows again. */
  var release: () => void;
}

async function startDeal(person: Person): Promise<void> {
  await person.signIn();
  await person.createDeal('Project Rowan');
  await person.addHeader('Corporate');
  await person.sees('All changes saved');
}

function nameField({ page }: Person) {
  return page.getByRole('textbox', { name: 'Name of Corporate' });
}

async function rename(person: Person, name: string): Promise<void> {
  await person.row('Corporate').click();
  await person.page.keyboard.press('F2');
  await nameField(person).fill(name);
  await person.page.keyboard.press('Enter');
}

test('[SHOW1, SHOW4] a new name shows while its commit waits, and nothing says that it is saved until then', async ({
  person,
}) => {
  const { page } = person;
  await startDeal(person);
  // Another connection holds a write transaction on the outbox open.
  await page.evaluate(async () => {
    const known = await indexedDB.databases();
    const name = known.find((each) => /^counterpart-[0-9a-f-]{36}$/.test(each.name ?? ''))?.name;
    const opening = indexedDB.open(name ?? '');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const outbox = opening.result.transaction('outbox', 'readwrite').objectStore('outbox');
    let isHeld = true;
    const hold = (): void => {
      if (isHeld) outbox.count().addEventListener('success', hold);
      else opening.result.close();
    };
    hold();
    globalThis.release = () => {
      isHeld = false;
    };
  });
  await rename(person, 'Closing');
  await person.row('Closing').getByText('Not synced yet').waitFor(WAIT);
  const status = page.getByRole('status', { name: 'Sync status' });
  await status.getByText('Saving…').waitFor(WAIT);
  await person.context.setOffline(true);
  await status.getByText('Offline').waitFor(WAIT);
  expect(await status.textContent()).not.toContain('on this device');
  await page.evaluate(() => globalThis.release());
  await status.getByText('Offline – 1 change on this device').waitFor(WAIT);
  await person.context.setOffline(false);
  await status.getByText('All changes saved').waitFor(WAIT);
  expect(await person.checklist()).toEqual(['Closing']);
});

test('[SHOW3] a name that does not fit on the disk disappears from the row, is reported, and is in the field again', async ({
  person,
}) => {
  const { page } = person;
  await startDeal(person);
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    globalThis.release = () => {
      IDBObjectStore.prototype.add = add;
    };
  });
  await rename(person, 'Corporate documents and everything else');
  await person.sees(commitFailure(new DOMException('The disk is full.', 'QuotaExceededError')));
  await expect.poll(async () => person.checklist()).toEqual(['Corporate']);
  await page.evaluate(() => globalThis.release());
  await page.keyboard.press('F2');
  await expect
    .poll(async () => nameField(person).inputValue())
    .toBe('Corporate documents and everything else');
  await page.keyboard.press('Enter');
  await expect.poll(async () => person.checklist()).toEqual(['Corporate documents and everything else']);
  await person.sees('All changes saved');
  expect(person.complaints.splice(0), 'the failure is reported').toHaveLength(1);
});
