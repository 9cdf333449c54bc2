import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { sampleDeal } from '../support/screens.ts';

const WAIT = { timeout: 60_000 };

test('with the features off, groups say when their pages follow, and neither formats nor group tags are offered', async ({
  person,
  counterpart,
}) => {
  const { page, url } = person;
  const switchFormats = (state: 'on' | 'off') =>
    counterpart.administer('feature', 'ALT_INDIVIDUAL_SIG_FORMAT', state);
  counterpart.administer('feature', 'BACKEND_SIGNING_GROUP_LOGIC', 'off');
  switchFormats('off');
  const client = await elsewhere(counterpart);
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.uuid;
  };
  const transaction = await create('/transactions/transaction', { name: 'Project Hazel' });
  const item = await create('/transactions/item', { transaction, name: 'Deed', for_signing: true });
  const jane = await create('/signatory', { transaction, full_name: 'Jane Doe' });
  const omar = await create('/signatory', { transaction, full_name: 'Omar Reyes' });
  const [buyers, sellers] = [
    await create('/signing_group', { transaction, name: 'Buyers' }),
    await create('/signing_group', { transaction, name: 'Sellers' }),
  ];
  await create('/signing_group_member', { group: buyers, signatory: jane });
  for (const group of [buyers, sellers])
    await client.post(`/signing_group/${group}/assign_dynamic`, {
      item,
      item_page_uuid: crypto.randomUUID(),
    });
  await create('/signing_group_member', { group: sellers, signatory: omar });

  await person.signIn();
  const sample = await sampleDeal(person);
  await page.goto(`${url}/transaction/${transaction}/signing-groups`);
  const later = 'Signature pages will be added when this group is next assigned a document';
  await page.getByRole('region', { name: 'Sellers' }).getByText(later).waitFor(WAIT);
  await page.getByRole('button', { name: 'Actions for Jane Doe' }).click();
  await page.getByRole('menuitem', { name: 'Remove from group' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Jane Doe from Buyers?' });
  await question
    .getByText('1 signature page will be removed when Buyers is next assigned a document:')
    .waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`${url}/transaction/${transaction}/signature-pages`);
  await page.getByRole('button', { name: 'Change the look' }).click(WAIT);
  await page.getByLabel('Titles', { exact: true }).waitFor();
  expect(await page.getByLabel('Signature of a person').count()).toBe(0);

  const tags = page.getByRole('columnheader', { name: 'Groups' });
  await page.goto(`${url}/transaction/${transaction}/signatories?signatory=${jane}`);
  await page.getByRole('grid', { name: 'Signatories' }).getByText('Omar Reyes').waitFor(WAIT);
  expect(await tags.count()).toBe(0);
  const look = page.getByRole('region', { name: 'Look of signature blocks' });
  await look.getByLabel('Title line').waitFor();
  expect(await look.getByLabel('Signature of a person').count()).toBe(0);

  switchFormats('on');
  await page.reload();
  await look.getByLabel('Signature of a person').selectOption('below', WAIT);
  await look.getByLabel('Title line').selectOption('hidden');
  const config = async () => (await client.get(`/signatory/${jane}`)).body.instapages_config;
  await expect.poll(config, WAIT).toEqual({ format: 'below', individual: false });
  await look.getByLabel('Signature of a person').selectOption('page');
  await look.getByLabel('Title line').selectOption('page');
  await expect.poll(config, WAIT).toBeNull();
  await page.goto(`${url}/transaction/${sample}/signatories`);
  await tags.waitFor(WAIT);
});
