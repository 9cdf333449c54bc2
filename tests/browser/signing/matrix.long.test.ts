import { readFile } from 'node:fs/promises';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { readSheet } from '../../support/signing/read-sheet.ts';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { cell, onServer, openMatrix, type PreparedMatrix, prepareMatrix, WAIT } from './prepared-matrix.ts';
test('the keyboard and drags fill ranges offline, each as one act, and the server gets them later', async ({
  counterpart,
  person,
}) => {
  const prepared = await prepareMatrix(counterpart, 'Project Tansy');
  const { page } = person;
  await person.signIn();
  await openMatrix(person, prepared.deal);
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);

  const first = cell(person, 'Purchase Agreement', 'Jane');
  await first.focus();
  await page.keyboard.press(' ');
  await cell(person, 'Purchase Agreement', 'Jane', 'assigned').waitFor(WAIT);
  await person.hasFocus(first);
  await page.keyboard.press('ArrowDown');
  await person.hasFocus(cell(person, 'Escrow Agreement', 'Jane'));
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await person.hasFocus(cell(person, 'Side Letter', 'Alpha'));
  await page.keyboard.press('Enter');
  await person.sees('Assigned 4 signatures');
  await cell(person, 'Side Letter', 'Jane', 'assigned').waitFor(WAIT);

  // A drag applies the change of the first cell to all cells.
  const from = await cell(person, 'Purchase Agreement', 'Omar').boundingBox();
  const to = await cell(person, 'Escrow Agreement', 'Alpha').boundingBox();
  if (!from || !to) throw new Error('The cells are not there.');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 20, { steps: 4 });
  await page.mouse.up();
  await person.sees('Assigned 3 signatures');
  expect(await onServer(prepared)).toEqual([]);

  await person.regainNetwork(counterpart);
  const all = [
    'Escrow Agreement, Alpha Capital Group, L.P.',
    'Escrow Agreement, Jane Doe',
    'Escrow Agreement, Omar Reyes',
    'Purchase Agreement, Alpha Capital Group, L.P.',
    'Purchase Agreement, Jane Doe',
    'Purchase Agreement, Omar Reyes',
    'Side Letter, Alpha Capital Group, L.P.',
    'Side Letter, Jane Doe',
  ];
  await expect.poll(async () => onServer(prepared), WAIT).toEqual(all);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  const withoutDrag = all.filter((each) => !/^Purchase.*Alpha|Omar/.test(each));
  await expect.poll(async () => onServer(prepared), WAIT).toEqual(withoutDrag);
});

test('a page that was sent stays assigned, and an entity can sign in another capacity', async ({
  counterpart,
  person,
}) => {
  const prepared = await prepareMatrix(counterpart, 'Project Sorrel');
  await assignElsewhere(prepared, 'Side Letter', 'Jane Doe');
  const { page } = person;
  await person.signIn();
  await openMatrix(person, prepared.deal);
  await cell(person, 'Side Letter', 'Jane', 'assigned').waitFor(WAIT);
  await sendOnDevice(person);
  await openMatrix(person, prepared.deal);
  await cell(person, 'Side Letter', 'Jane', 'sent').click();
  await person.sees('“Side Letter” was already sent to Jane Doe, so you can’t unassign it here.');
  await cell(person, 'Side Letter', 'Jane', 'sent').waitFor(WAIT);
  await expectAccessible(page);

  await cell(person, 'Escrow Agreement', 'Alpha').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Assign, to be signed by Omar Reyes, Treasurer' }).click();
  await cell(person, 'Escrow Agreement', 'Alpha.* by Omar Reyes, Treasurer', 'assigned').waitFor(WAIT);
  await expect
    .poll(async () => onServer(prepared), WAIT)
    .toEqual(['Escrow Agreement, Alpha Capital Group, L.P.', 'Side Letter, Jane Doe']);
});

async function assignElsewhere(
  { client, deal }: PreparedMatrix,
  document: string,
  signatory: string,
): Promise<void> {
  const uuidOf = async (path: string, name: string): Promise<string> =>
    (await client.get(`${path}?transaction=${deal}`)).body.find(
      (each: { name?: string; full_name?: string }) => each.name === name || each.full_name === name,
    ).uuid;
  const body = {
    item: await uuidOf('/transactions/item', document),
    signatory: await uuidOf('/signatory', signatory),
  };
  expect((await client.post('/assignments/assignment', body)).status).toBe(201);
}

/** Marks an assignment as sent, but only in this browser's mirror. This test needs no packet. */
async function sendOnDevice({ page }: Person): Promise<void> {
  await page.evaluate(async () => {
    const known = await indexedDB.databases();
    const name = known.find((each) => /^counterpart-[0-9a-f-]{36}$/.test(each.name ?? ''))?.name;
    const opening = indexedDB.open(name ?? '');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const writing = opening.result.transaction('assignments', 'readwrite');
    const store = writing.objectStore('assignments');
    const reading = store.getAll();
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    for (const row of reading.result) store.put({ ...row, status: 'sent' });
    await new Promise((resolve) => writing.addEventListener('complete', resolve));
    opening.result.close();
  });
}

test('a cell shows the status of its packet as it changes elsewhere, and its menu opens the packet', async ({
  counterpart,
  person,
}) => {
  const prepared = await prepareMatrix(counterpart, 'Project Woodruff');
  const { client, deal } = prepared;
  await assignElsewhere(prepared, 'Side Letter', 'Jane Doe');
  await person.signIn();
  await openMatrix(person, deal);
  await cell(person, 'Side Letter', 'Jane', 'assigned').waitFor(WAIT);
  const signatories: { uuid: string; full_name: string }[] = (
    await client.get(`/signatory?transaction=${deal}`)
  ).body;
  const jane = signatories.find(({ full_name: name }) => name === 'Jane Doe');
  const asked = { uuid: v7(), transaction: deal, signatories: [jane?.uuid] };
  expect((await client.post('/assignments/create_packet', asked)).status).toBe(201);
  await cell(person, 'Side Letter', 'Jane', 'in packet, no email address').waitFor(WAIT);
  await client.patch(`/signatory/${jane?.uuid}`, { email: 'jane@woodruff.test' });
  await cell(person, 'Side Letter', 'Jane', 'in packet, ready to send').waitFor(WAIT);
  await expectAccessible(person.page);
  const [{ uuid: packet }] = (await client.get(`/packet?transaction=${deal}`)).body;
  const sent = await client.post(`/packet/${packet}/send`, {});
  expect(sent.status, sent.text).toBe(200);
  await cell(person, 'Side Letter', 'Jane', 'sent$').waitFor(WAIT);
  await cell(person, 'Side Letter', 'Jane').click({ button: 'right' });
  await person.page.getByRole('menuitem', { name: 'Open packet' }).click();
  await person.page.getByRole('region', { name: /Jane Doe/ }).waitFor(WAIT);
});

test('selected documents are assigned to a group, whose members sign them together', async ({
  counterpart,
  person,
}) => {
  const prepared = await prepareMatrix(counterpart, 'Project Tarragon');
  const { client, deal } = prepared;
  const group = (await client.post('/signing_group', { transaction: deal, name: 'Buyers' })).body.uuid;
  const signatories: { uuid: string }[] = (await client.get(`/signatory?transaction=${deal}`)).body;
  for (const { uuid } of signatories.slice(0, 2))
    expect((await client.post('/signing_group_member', { group, signatory: uuid })).status).toBe(201);
  const { page } = person;
  await person.signIn();
  await openMatrix(person, deal);
  await page.getByRole('rowheader', { name: 'Purchase Agreement' }).click();
  await page.getByRole('rowheader', { name: 'Side Letter' }).click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Assign to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 documents' });
  await expectAccessible(page);
  await dialog.getByRole('menuitem', { name: 'Buyers' }).click();
  await cell(person, 'Side Letter', 'Jane', 'assigned through the signing group Buyers').waitFor(WAIT);
  await cell(person, 'Purchase Agreement', 'Alpha', 'assigned through the signing group Buyers').waitFor(
    WAIT,
  );
  await cell(person, 'Purchase Agreement', 'Omar', 'not assigned').waitFor(WAIT);
  await expect.poll(async () => onServer(prepared), WAIT).toHaveLength(4);

  await cell(person, 'Side Letter', 'Jane').click();
  await person.sees('“Side Letter” is assigned to Jane Doe through the signing group “Buyers”.');
  await page.getByRole('button', { name: 'Unassign the group' }).click();
  await cell(person, 'Side Letter', 'Jane', 'not assigned').waitFor(WAIT);
  await expect
    .poll(async () => onServer(prepared), WAIT)
    .toEqual(['Purchase Agreement, Alpha Capital Group, L.P.', 'Purchase Agreement, Jane Doe']);
});

test('filters narrow the matrix, only filtered rows are printed and downloaded, and any document of the checklist can be assigned', async ({
  counterpart,
  person,
}) => {
  const prepared = await prepareMatrix(counterpart, 'Project Teasel');
  await assignElsewhere(prepared, 'Side Letter', 'Jane Doe');
  const { page } = person;
  await person.signIn();
  await openMatrix(person, prepared.deal);
  await cell(person, 'Side Letter', 'Jane', 'assigned').waitFor(WAIT);
  const documents = async () => page.getByRole('rowheader').locator('[dir=auto]').allTextContents();
  await page.getByLabel('Show signatories').selectOption('With outstanding signatures');
  await expect.poll(async () => page.getByRole('columnheader').count(), WAIT).toBe(2);
  await page.getByLabel('Status', { exact: true }).selectOption('Outstanding');
  await expect.poll(documents, WAIT).toEqual(['Side Letter']);

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const printed = page.getByRole('table');
  expect(await printed.getByRole('row').allInnerTexts()).toEqual([
    expect.stringContaining('Jane Doe'),
    expect.stringMatching(/Side Letter\s+Assigned/),
  ]);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download', WAIT),
    page.getByRole('menuitem', { name: /^This matrix/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Project Teasel signatures.xlsx');
  expect(await readSheet(await readFile(await download.path()))).toEqual([
    ['No.', 'Document', 'Jane Doe'],
    [expect.any(String), 'Side Letter', 'Assigned'],
  ]);

  await page.getByLabel('Status', { exact: true }).selectOption('Rejected');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('checkbox', { name: 'All documents' }).check();
  await page.getByRole('searchbox', { name: 'Filter documents' }).fill('minutes');
  await expect.poll(documents, WAIT).toEqual(['Board Minutes']);
  await cell(person, 'Board Minutes', 'Omar').click();
  await expect
    .poll(async () => onServer(prepared), WAIT)
    .toEqual(['Board Minutes, Omar Reyes', 'Side Letter, Jane Doe']);
  await page.getByRole('checkbox', { name: 'All documents' }).uncheck();
  await expect.poll(documents, WAIT).toEqual(['Board Minutes']);
  const marked = async () =>
    (await person.items(prepared.deal)).find(({ name }) => name === 'Board Minutes')?.for_signing;
  await expect.poll(marked, WAIT).toBe(true);
});
