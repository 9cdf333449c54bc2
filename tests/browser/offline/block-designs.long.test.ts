import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

test('a block design is saved offline, applied to another page and used for the next one', async ({
  person,
  counterpart,
}) => {
  const { page, url } = person;
  const client = await elsewhere(counterpart);
  const create = async (path: string, body: object) => (await client.post(path, body)).body;
  const transaction = (await create('/transactions/transaction', { name: 'Project Rowan' })).uuid;
  const item = async (name: string) =>
    (await create('/transactions/item', { transaction, name, for_signing: true })).uuid;
  const signatory = (await create('/signatory', { transaction, full_name: 'Jane Doe' })).uuid;
  const assign = async (name: string): Promise<string> =>
    (await create('/assignments/assignment', { item: await item(name), signatory })).item_page_uuid;
  const [one, other] = [await assign('Purchase Agreement'), await assign('Escrow Agreement')];
  const lines = async () => {
    const rows: { uuid: string; blocks: { block_styles?: { line_styles: string } }[] }[] = (
      await client.get(`/transactions/signature_page?transaction=${transaction}`)
    ).body;
    const styles = rows.map(
      ({ uuid, blocks }) =>
        [uuid, blocks.find((each) => each.block_styles)?.block_styles?.line_styles] as const,
    );
    return new Map(styles);
  };
  await person.signIn();
  const designs = page.getByRole('region', { name: 'Block designs' });
  const open = async (uuid: string) => {
    await page.goto(`${url}/transaction/${transaction}/signature-pages/${uuid}`);
    await page.getByRole('button', { name: 'Signatures', exact: true }).click(WAIT);
    await designs.waitFor(WAIT);
  };
  await open(one);
  await person.loseNetwork(counterpart);
  await page.getByLabel('Signature lines', { exact: true }).selectOption('dotted');
  await designs.getByRole('textbox', { name: 'Name of the new design' }).fill('Firm style');
  await designs.getByRole('button', { name: 'Save design' }).click();
  const saved = designs.getByRole('listitem').filter({ hasText: 'Firm style' });
  await saved.getByText('In use here').waitFor();
  await designs.getByRole('textbox', { name: 'Name of the new design' }).fill('firm style');
  await designs.getByText('There is already a block design named “firm style”.').waitFor();
  await saved.getByRole('button', { name: 'Actions for Firm style' }).click();
  await page.getByRole('menuitem', { name: /Use for new pages/ }).click();
  await saved.getByText('New pages', { exact: true }).waitFor();
  await expectAccessible(page);
  await person.regainNetwork(counterpart);
  await expect.poll(async () => (await lines()).get(one), WAIT).toBe('dotted');
  await open(other);
  await saved.getByRole('button', { name: 'Apply Firm style' }).click();
  await expect.poll(async () => (await lines()).get(other), WAIT).toBe('dotted');
  const last = await assign('Side Letter');
  expect((await lines()).get(last)).toBe('dotted');
});
