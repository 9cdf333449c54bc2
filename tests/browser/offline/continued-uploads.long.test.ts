import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { testInChromium as test } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';
import { SLOW, LARGE, closeWhileSending, hashesOnServer, hashesOf } from './interrupt-uploads.ts';

/** So slow that most of the file is still unsent when the page has returned. */
const SLOWER = 200_000;

/** The size of the largest chunk, plus some bytes for other requests. */
const LARGEST_CHUNK = 16 * 1024 * 1024 + 500_000;

test('[UP9] uploads continue to the end when the page is closed', async ({
  counterpart,
  person,
  documents,
}) => {
  await person.signIn();
  const deal = await person.createDeal('Project Rowan');
  const files = [await documents.largePdf(LARGE), documents.pdf];
  await closeWhileSending(person, counterpart, files);
  counterpart.store.slowTo(null);
  await expect.poll(async () => (await person.documents(deal)).length).toBe(2);
  expect(await hashesOnServer(person, deal)).toEqual(await hashesOf(documents, files));

  const again = new Person(await person.context.newPage(), person.site);
  await again.openChecklist(deal);
  await again.page.getByRole('button', { name: 'Upload Queue (2)' }).waitFor();
  await again.sees('All changes saved');
  expect(await again.documents(deal)).toHaveLength(2);
});

test('[UP9] a page that returns while the service worker uploads takes the uploads over, and finishes them', async ({
  counterpart,
  person,
  documents,
}) => {
  const { store } = counterpart;
  await person.signIn();
  const deal = await person.createDeal('Project Hazel');
  const large = await documents.largePdf(LARGE);
  await closeWhileSending(person, counterpart, [large, documents.pdf]);
  // This cuts off the page's own requests, so from here on all bytes come from the service worker.
  await store.cut();
  await store.restore();
  await store.sent(store.sentSoFar() + 1_000_000);

  store.slowTo(SLOWER);
  const again = new Person(await person.context.newPage(), person.site);
  await again.openChecklist(deal);
  await expect.poll(async () => uploadsItself(again.page)).toBe(true);
  expect(await hashesOnServer(again, deal)).not.toContain(await documents.hashOf(large));
  store.slowTo(null);
  await again.page.getByRole('button', { name: 'Upload Queue (2)' }).waitFor();
  await expect.poll(async () => (await again.documents(deal)).length).toBe(2);
  expect(await uploadsItself(again.page)).toBe(true);
  await again.sees('All changes saved');
  expect(await hashesOnServer(again, deal)).toEqual(await hashesOf(documents, [large, documents.pdf]));
});

test('[UP10] after an interruption, a large file continues from what has arrived, and at most one chunk is sent twice', async ({
  counterpart,
  person,
  documents,
}) => {
  const { store } = counterpart;
  await person.signIn();
  const deal = await person.createDeal('Project Cedar');
  const large = await documents.largePdf(3 * LARGE);
  const before = store.sentSoFar();
  store.slowTo(8 * SLOW);
  await person.drop(large);
  await store.sent(before + 2.5 * LARGE);
  await store.cut();
  await store.restore();
  store.slowTo(null);
  await expect.poll(async () => (await person.documents(deal)).length).toBe(1);
  expect((await person.documents(deal))[0]?.sha256).toBe(await documents.hashOf(large));
  const sentTwice = store.sentSoFar() - before - (await documents.sizeOf(large));
  expect(sentTwice).toBeLessThan(LARGEST_CHUNK);
});

/** Returns whether the page's own worker uploads: the one that syncs, which the service worker never does. */
async function uploadsItself(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    const holder = (duty: string) =>
      held.find(({ name }) => name?.startsWith(`counterpart-${duty}-`))?.clientId;
    const uploading = holder('uploads');
    return uploading !== undefined && uploading === holder('sync');
  });
}
