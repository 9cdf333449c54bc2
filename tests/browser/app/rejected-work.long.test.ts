import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';

test('a rejected reorder rolls back with a toast', async ({ counterpart, person }) => {
  await person.signIn();
  const deal = await person.createDeal('Project Elm');
  await person.addHeader('Corporate');
  await person.addHeader('Ancillary');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate', 'Ancillary']);
  const elements = await person.elements(deal);
  const idOf = (label: string) => elements.find((element) => element.label === label)?.uuid ?? '';

  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  // It moves below 'Corporate' here, while a colleague moves 'Corporate' below it: the server must reject the
  // cycle.
  await person.moveByKeyboard('Ancillary', 'Alt+ArrowRight');
  await person.asColleague(counterpart, async (patch) =>
    patch('/api/transactions/element/bulk_update', {
      element_uuids: [idOf('Corporate')],
      parent_element: idOf('Ancillary'),
    }),
  );
  await person.regainNetwork(counterpart);
  await person.sees('There was a problem attempting to update the order');
  await expect.poll(async () => person.checklist()).toEqual(['Ancillary', 'Corporate']);
  expect(await person.checklistOnServer(deal)).toEqual(['Ancillary', 'Corporate']);
  await person.sees(/change was rejected/);
});

test('a server killed during an upload ends up with exactly one document', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Cedar');
  const large = await documents.largePdf(3_000_000);
  counterpart.store.slowTo(1_500_000);
  const before = counterpart.store.sentSoFar();
  await person.drop(large);
  await counterpart.store.sent(before + 1_000_000);
  await counterpart.kill();
  counterpart.store.slowTo(null);
  await counterpart.restart();
  await expect
    .poll(async () => (await person.documents(deal)).map((document) => document.conversion_status), {
      timeout: 90_000,
    })
    .toEqual(['complete']);
  const [document] = await person.documents(deal);
  expect(document?.size).toBe(await documents.sizeOf(large));
  expect(document?.sha256).toBe(await documents.hashOf(large));
  const add = page.getByRole('button', { name: 'Add 1 document to transaction' });
  await expect.poll(async () => add.isEnabled()).toBe(true);
});
