import { expect, test, vi } from 'vitest';
import { client, desk, server, team } from '../open-signing.ts';
import { addSubscription, BODY, made, openWordPages, setValues, SIGNATURE, switchTo } from './word-pages.ts';

openWordPages();

test('a marked page of a Word file has each signatory’s values, even if Word has split a field', async () => {
  const [jane, john] = [await team.person('Jane Doe'), await team.person('John Roe')];
  const { item, page } = await addSubscription();
  await team.assign(item, jane, page);
  await team.assign(item, john, page);
  await setValues([
    [jane, 'Amount', '$5,000,000'],
    [jane, 'Currency', 'US dollars'],
    [john, 'Amount', '£2,000 & more'],
    [john, 'Currency', 'pounds'],
  ]);
  const ofJane = await made(await desk.make(team, { signatories: [jane] }));
  expect(ofJane.pages).toHaveLength(1);
  expect(ofJane.pages[0]).toContain('Signature page of Lease');
  expect(ofJane.pages[0]).toContain('Commitment: $5,000,000 payable in US dollars By: ____');
  expect(ofJane.warnings).toEqual([]);
  const ofJohn = await made(await desk.make(team, { signatories: [john] }));
  expect(ofJohn.pages[0]).toContain('Commitment: £2,000 & more payable in pounds');
});

test('a missing value is a line to fill in, and a warning names it', async () => {
  const jane = await team.person('Jane Doe');
  const { item, page } = await addSubscription();
  await team.assign(item, jane, page);
  await setValues([[jane, 'Amount', '$5,000,000']]);
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages[0]).toMatch(/Commitment: \$5,000,000 payable in _+ By:/);
  expect(warnings).toEqual(['Lease: “Currency” has no value for Jane Doe.']);
});

test('a person who signs for two entities with different values gets a page for each', async () => {
  const jane = await team.person('Jane Doe');
  const funds = [await team.entity('Alder Fund'), await team.entity('Birch Fund')] as const;
  const { item, page } = await addSubscription();
  for (const fund of funds) {
    await team.relation(fund, jane);
    await team.assign(item, fund, page);
  }
  await setValues([
    [funds[0], 'Amount', '$1'],
    [funds[1], 'Amount', '$2'],
    [jane, 'Currency', 'US dollars'],
  ]);
  const { pages } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages.map((text) => /\$\d/.exec(text)?.[0])).toEqual(['$1', '$2']);
});

test('values on earlier pages don’t move another page into the packet', async () => {
  const jane = await team.person('Jane Doe');
  const { item, page } = await addSubscription(SIGNATURE, [...BODY, 'Address: {{Address}}']);
  await team.assign(item, jane, page);
  await setValues([
    [jane, 'Address', Array.from({ length: 30 }, (_, at) => `Line ${at}`).join('\n')],
    [jane, 'Amount', '$5,000,000'],
    [jane, 'Currency', 'US dollars'],
  ]);
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('Commitment: $5,000,000');
  expect(warnings).toEqual([
    'Lease: the document also has {{…}} fields on other pages, which aren’t filled in.',
  ]);
});

test('values that don’t fit on the page leave it as it is, and a warning says so', async () => {
  const jane = await team.person('Jane Doe');
  const { item, page } = await addSubscription();
  await team.assign(item, jane, page);
  await setValues([
    [jane, 'Amount', 'more\n'.repeat(60)],
    [jane, 'Currency', 'US dollars'],
  ]);
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages[0]).toContain('{{Amount}}');
  expect(warnings).toContain(
    'Lease: the {{…}} fields on page 2 aren’t filled in for Jane Doe, because the page can’t be told from others, or no longer fits on one page. Shorten the values, or change the page in the Word file.',
  );
});

test('a file that can’t be filled in leaves its page as it is, and a warning says so', async () => {
  const jane = await team.person('Jane Doe');
  const { item, page, word } = await addSubscription();
  await team.assign(item, jane, page);
  await server.services.objects.put(word, Buffer.from('This is no Word file.'));
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages[0]).toContain('{{Amount}}');
  expect(warnings).toContain('Lease: the {{…}} fields on page 2 couldn’t be filled in for Jane Doe.');
});

test('a file with several pages to sign is filled in once for each set of values', async () => {
  const jane = await team.person('Jane Doe');
  const body = ['Fee letter about {{Amount}}', 'By: ______________________________', 'Name: Jane Doe'];
  const { item, page, pages, word } = await addSubscription(SIGNATURE, body);
  const mark = { page_uuid: pages[0], for_signing: true };
  expect((await client.post(`/transactions/item/${item}/mark_page_for_signing`, mark)).status).toBe(200);
  await team.assign(item, jane, { item_page_uuid: pages[0] });
  await team.assign(item, jane, page);
  await setValues([
    [jane, 'Amount', '$5,000,000'],
    [jane, 'Currency', 'US dollars'],
  ]);
  const read = vi.spyOn(server.services.objects, 'get');
  const packet = await desk.make(team, { signatories: [jane] });
  const times = read.mock.calls.filter(([key]) => key === word).length;
  read.mockRestore();
  expect(times).toBe(1);
  const { pages: filled, warnings } = await made(packet);
  expect(filled.map((text) => text.includes('$5,000,000'))).toEqual([true, true]);
  expect(warnings).toEqual([]);
});

test('a page that differs from another one only in its fields remains unchanged', async () => {
  const jane = await team.person('Jane Doe');
  const { item, page } = await addSubscription([...SIGNATURE, ...SIGNATURE]);
  await team.assign(item, jane, page);
  await setValues([
    [jane, 'Amount', '$5,000,000'],
    [jane, 'Currency', 'US dollars'],
  ]);
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages[0]).toContain('{{Amount}}');
  expect(warnings).toContainEqual(expect.stringContaining('because the page can’t be told from others'));
});

test('without the feature, the page stays as it is and the warning says that the document has fields', async () => {
  await switchTo(false);
  const jane = await team.person('Jane Doe');
  const { item, page } = await addSubscription();
  await team.assign(item, jane, page);
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages[0]).toContain('{{Amount}}');
  expect(warnings).toEqual(['Lease: the document still has {{…}} fields that haven’t been filled in.']);
});

test('a packet isn’t sent once a value on its page has changed', async () => {
  const jane = await team.person('Jane Doe', { email: 'jane.value@alpha.test' });
  const { item, page } = await addSubscription();
  await team.assign(item, jane, page);
  await setValues([[jane, 'Amount', '$5,000,000']]);
  const packet = await desk.make(team, { signatories: [jane] });
  await setValues([[jane, 'Currency', 'US dollars']]);
  expect((await client.post(`/packet/${packet}/send`, {})).status).toBe(422);
});
