import { expect } from 'vitest';
import { testInChromium as test } from './counterpart-test.ts';
import { Person } from './person.ts';

/** As many bytes a second as the wire to the store takes: the file below needs a few seconds. */
const SLOW = 1_500_000;
const LARGE = 9_000_000;

/** The largest chunk, and what requests take beside it. */
const LARGEST_CHUNK = 16 * 1024 * 1024 + 500_000;

test('[UP9] uploads go on when the page is closed, and a page that comes back takes them over', async ({
  counterpart,
  person,
  documents,
}) => {
  await person.signIn();
  const deal = await person.createDeal('Project Rowan');
  await person.isReadyForOffline();
  counterpart.store.slowTo(SLOW);
  const large = await documents.largePdf(LARGE);
  await person.drop(large, documents.pdf);
  await counterpart.store.sent(counterpart.store.sentSoFar() + 500_000);
  await person.context.newPage();
  await person.page.close();
  counterpart.store.slowTo(null);
  await expect.poll(async () => (await person.documents(deal)).length, { timeout: 20_000 }).toBe(2);
  const hashes = (await person.documents(deal)).map(({ sha256 }) => sha256).toSorted();
  expect(hashes).toEqual(
    (await Promise.all([large, documents.pdf].map(async (path) => documents.hashOf(path)))).toSorted(),
  );

  const again = new Person(await person.context.newPage(), person.url);
  await again.openChecklist(deal);
  await again.page.getByRole('button', { name: 'Upload Queue (2)' }).waitFor();
  await again.sees('All changes saved');
  expect(await again.documents(deal)).toHaveLength(2);
});

test('[UP10] after a cut a large file goes on from what has arrived: at most a chunk is sent twice', async ({
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
  await expect.poll(async () => (await person.documents(deal)).length, { timeout: 20_000 }).toBe(1);
  expect((await person.documents(deal))[0]?.sha256).toBe(await documents.hashOf(large));
  const sentTwice = store.sentSoFar() - before - (await documents.sizeOf(large));
  expect(sentTwice).toBeLessThan(LARGEST_CHUNK);
});
