import { expect } from 'vitest';
import type { PageBlock, Paragraph } from '../../../src/contract/entities/signing/signature-page-design.ts';
import { plainText } from '../../../src/contract/rules/signature-page/design/page-text.ts';
import type { TestClient } from '../../server/support/test-client.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import type { Person } from '../support/person.ts';
import { elsewhere } from '../support/prepared-deal.ts';

export const WAIT = { timeout: 60_000 };

/**
 * Creates a deal with two documents: an entity and a person sign the first, and an entity without a
 * representative signs the second.
 */
export async function preparePages(
  counterpart: CounterpartProcess,
): Promise<{ client: TestClient; deal: string }> {
  const client = await elsewhere(counterpart);
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.uuid;
  };
  const transaction = await create('/transactions/transaction', { name: 'Project Linden' });
  const item = async (name: string) => create('/transactions/item', { transaction, name, for_signing: true });
  const signatory = async (full_name: string, more: object) =>
    create('/signatory', { transaction, full_name, ...more });
  const [purchase, escrow] = [await item('Purchase Agreement'), await item('Escrow Agreement')];
  await item('Side Letter');
  const jane = await signatory('Jane Doe', { email: 'jane@linden.test' });
  const fund = await signatory('Linden Fund, L.P.', { is_org: true });
  const shell = await signatory('Shell Corp.', { is_org: true });
  const auth_rep = await create(`/signatory/${fund}/representative`, { signatory: jane, title: 'President' });
  await create('/assignments/assignment', { item: purchase, signatory: fund, auth_rep });
  await create('/assignments/assignment', { item: purchase, signatory: jane });
  await create('/assignments/assignment', { item: escrow, signatory: shell });
  return { client, deal: transaction };
}

export async function openGallery({ page, url }: Person, deal: string): Promise<void> {
  await page.goto(`${url}/transaction/${deal}/signature-pages`);
  await page.getByRole('region', { name: 'Signature pages', exact: true }).waitFor(WAIT);
}

type SavedBlock = Pick<PageBlock, 'kind' | 'grid'> & { content?: Paragraph[] };

/** Returns the server's blocks of the page whose first block has this text. */
export async function blocksOf(
  client: TestClient,
  deal: string,
  text: string,
): Promise<SavedBlock[] | undefined> {
  const rows: { blocks: SavedBlock[] }[] = (
    await client.get(`/transactions/signature_page?transaction=${deal}`)
  ).body;
  return rows.find(({ blocks }) => plainText(blocks[0]?.content ?? []) === text)?.blocks;
}
