import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

test('an organization’s block design is saved in one transaction, used for the new pages of another one, renamed and deleted', async ({
  person,
  counterpart,
}) => {
  const { page, url } = person;
  const client = await elsewhere(counterpart);
  const create = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const addDeal = async (name: string) => {
    const transaction: string = (await create('/transactions/transaction', { name })).uuid;
    const signatory = (await create('/signatory', { transaction, full_name: 'Jane Doe' })).uuid;
    const addPage = async (document: string): Promise<string> => {
      const item = (await create('/transactions/item', { transaction, name: document, for_signing: true }))
        .uuid;
      return (await create('/assignments/assignment', { item, signatory })).item_page_uuid;
    };
    return { transaction, addPage };
  };
  const linesOf = async (uuid: string): Promise<string | undefined> => {
    const { body } = await client.get(`/transactions/signature_page/${uuid}`);
    const blocks: { block_styles?: { line_styles: string } }[] = body.blocks;
    return blocks.find((each) => each.block_styles)?.block_styles?.line_styles;
  };
  const { organization } = (await client.get('/authentication/user/me')).body;
  const ofOrganization = async (): Promise<{ name: string; signature_blocks: { name: string }[] }> =>
    (await client.get(`/authentication/organization/${organization}`)).body;
  const savedNames = async () => (await ofOrganization()).signature_blocks.map((saved) => saved.name);
  const { name: firm } = await ofOrganization();
  const [cedar, maple] = [await addDeal('Project Cedar'), await addDeal('Project Maple')];
  const first = await cedar.addPage('Purchase Agreement');

  await person.signIn();
  const designs = page.getByRole('region', { name: 'Block designs' });
  const list = designs.getByRole('list', { name: `Block designs: ${firm}` });
  const saved = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  const open = async ({ transaction }: { transaction: string }, uuid: string) => {
    await page.goto(`${url}/transaction/${transaction}/signature-pages/${uuid}`);
    await page.getByRole('button', { name: 'Signatures', exact: true }).click(WAIT);
    await designs.waitFor(WAIT);
  };
  const choose = async (name: string, act: RegExp) => {
    await saved(name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await page.getByRole('menuitem', { name: act }).click();
  };

  await open(cedar, first);
  await page.getByLabel('Signature lines', { exact: true }).selectOption('dotted');
  await designs.getByRole('textbox', { name: 'Name of the new design' }).fill('House style');
  await designs.getByLabel('Save for').selectOption({ label: firm });
  await designs.getByRole('button', { name: 'Save design' }).click();
  await saved('House style').getByText('In use here').waitFor(WAIT);
  expect(await savedNames()).toEqual(['House style']);
  expect((await client.get(`/transactions/signature_block?transaction=${cedar.transaction}`)).body).toEqual(
    [],
  );
  await choose('House style', /^Use for new pages/);
  await saved('House style').getByText('New pages', { exact: true }).waitFor(WAIT);
  await expectAccessible(page);

  const second = await maple.addPage('Escrow Agreement');
  expect(await linesOf(second)).toBe('dotted');
  await open(maple, second);
  await saved('House style').getByText('In use here').waitFor(WAIT);
  await page.getByLabel('Signature lines', { exact: true }).selectOption('dashed');
  await expect.poll(async () => linesOf(second), WAIT).toBe('dashed');
  await saved('House style').getByRole('button', { name: 'Apply House style' }).click();
  await expect.poll(async () => linesOf(second), WAIT).toBe('dotted');

  await choose('House style', /^Rename/);
  await list.getByRole('textbox', { name: 'Name of House style' }).fill('Firm style');
  await page.keyboard.press('Enter');
  await saved('Firm style').waitFor(WAIT);
  await expect.poll(savedNames, WAIT).toEqual(['Firm style']);
  await choose('Firm style', /^Delete design/);
  const question = page.getByRole('alertdialog', { name: 'Delete “Firm style”?' });
  await question.getByText(`Nobody at ${firm} will be able to use it.`).waitFor();
  await question.getByRole('button', { name: 'Delete design' }).click();
  await list.waitFor({ state: 'detached', ...WAIT });
  expect(await savedNames()).toEqual([]);
  expect([await linesOf(first), await linesOf(second)]).toEqual(['dotted', 'dotted']);
});
