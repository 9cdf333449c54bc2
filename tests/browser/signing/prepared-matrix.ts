import { expect } from 'vitest';
import type { TestClient } from '../../server/support/test-client.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import type { Person } from '../support/person.ts';
import { elsewhere } from '../support/prepared-deal.ts';

export const WAIT = { timeout: 60_000 };

export interface PreparedMatrix {
  client: TestClient;
  deal: string;
}

/** Creates a deal with three documents to be signed, a person, and an entity with two representatives. */
export async function prepareMatrix(counterpart: CounterpartProcess, name: string): Promise<PreparedMatrix> {
  const client = await elsewhere(counterpart);
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.uuid;
  };
  const deal = await create('/transactions/transaction', { name });
  for (const document of ['Purchase Agreement', 'Escrow Agreement', 'Side Letter'])
    await create('/transactions/item', { transaction: deal, name: document, for_signing: true });
  await create('/transactions/item', { transaction: deal, name: 'Board Minutes' });
  const person = async (full_name: string, is_org = false) =>
    create('/signatory', { transaction: deal, full_name, is_org });
  const jane = await person('Jane Doe');
  const alpha = await person('Alpha Capital Group, L.P.', true);
  const omar = await person('Omar Reyes');
  await create(`/signatory/${alpha}/representative`, { signatory: jane, title: 'President' });
  await create(`/signatory/${alpha}/representative`, { signatory: omar, title: 'Treasurer' });
  return { client, deal };
}

export async function openMatrix({ page, url }: Person, deal: string): Promise<void> {
  await page.goto(`${url}/transaction/${deal}/signatures`);
  await page.getByRole('grid', { name: 'Signature matrix' }).waitFor(WAIT);
}

export const cell = ({ page }: Person, document: string, signatory: string, state = '') =>
  page.getByRole('gridcell', { name: new RegExp(`^${document}, ${signatory}.*: ${state}`) });

/** Returns the server's assignments as "document, signatory", sorted. */
export async function onServer({ client, deal }: PreparedMatrix): Promise<string[]> {
  const list = async (path: string) => (await client.get(`${path}?transaction=${deal}`)).body;
  const [assignments, items, signatories] = await Promise.all([
    list('/assignments/assignment'),
    list('/transactions/item'),
    list('/signatory'),
  ]);
  const nameOf = (rows: { uuid: string; name?: string; full_name?: string }[], uuid: string) => {
    const row = rows.find((each) => each.uuid === uuid);
    return row?.name ?? row?.full_name ?? '';
  };
  return assignments
    .map(({ item, signatory }: { item: string; signatory: string }) =>
      [nameOf(items, item), nameOf(signatories, signatory)].join(', '),
    )
    .toSorted();
}
