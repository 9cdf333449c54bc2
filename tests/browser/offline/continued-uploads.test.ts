import { expect } from 'vitest';
import { testInChromium as test } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';
import { LARGE, closeWhileSending, hashesOnServer, hashesOf } from './interrupt-uploads.ts';

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
