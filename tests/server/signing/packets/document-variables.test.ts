import { expect, test } from 'vitest';
import { addSubscription, desk, made, openWordPages, setValues, team } from './word-pages.ts';

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
