import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { seedDemo } from '../../../server/demo/seed-demo.ts';
import type { Element } from '../../../src/contract/entities/checklist/element.ts';
import type { Item } from '../../../src/contract/entities/checklist/item.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { ListedSignatory } from '../../../src/contract/entities/signing/listed-signatory.ts';
import type { ListedSigningGroup } from '../../../src/contract/entities/signing/listed-signing-group.ts';
import {
  capacitiesOf,
  capacitySentence,
  chains,
} from '../../../src/contract/rules/signing/signatories/capacity.ts';
import { signerOf } from '../../../src/contract/rules/signing/signatories/signer.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
});
afterAll(() => server.stop());

async function signIn(loginId: string): Promise<TestClient> {
  const client = server.client();
  const answer = await client.post('/auth/login', { loginId, password: 'closing-day' });
  expect(answer.status).toBe(200);
  return client;
}

test('an empty database gets a sample deal for the partner and the associate, which other counsel does not see', async () => {
  for (const person of ['partner@demo.test', 'associate@demo.test']) {
    const deals = (await (await signIn(person)).get('/transactions/transaction')).body;
    expect(deals).toHaveLength(3);
    expect(deals[0]).toMatchObject({
      name: 'Project Alder – Acquisition of Northgate Instruments',
      is_sample: true,
      num_documents: 37,
    });
    expect(Date.parse(deals[0].closing_date)).toBeGreaterThan(Date.now());
  }
  expect((await (await signIn('counsel@other.test')).get('/transactions/transaction')).body).toEqual([]);
});

test('the sample checklist has three levels of headers, orders without gaps, and real files', async () => {
  const client = await signIn('partner@demo.test');
  const [{ uuid: deal }] = (await client.get('/transactions/transaction')).body;
  const rows: Element[] = (await client.get(`/transactions/element?transaction=${deal}`)).body;
  const byId = new Map(rows.map((row) => [row.uuid, row]));
  const depth = (row: Element): number => {
    const above = row.parent_element === null ? undefined : byId.get(row.parent_element);
    return above ? depth(above) + 1 : 1;
  };
  expect(Math.max(...rows.filter((row) => row.label !== null).map(depth))).toBe(3);
  const orders = Map.groupBy(rows, (row) => row.parent_element);
  for (const siblings of orders.values())
    expect(siblings.map((row) => row.order)).toEqual(siblings.map((_, n) => n));

  const documents: Document[] = (await client.get(`/transactions/document?transaction=${deal}`)).body;
  // Eight current documents, an earlier version of one, and two in the queue.
  expect(documents).toHaveLength(11);
  const failed: Document[] = [];
  for (const { uuid } of documents) {
    const document = await converted(client, uuid);
    if (document.conversion_status === 'error') failed.push(document);
    else expect(document.num_pages).toBeGreaterThanOrEqual(4);
  }
  expect(failed).toMatchObject([
    {
      name: 'Side Letter (from seller’s counsel)',
      in_queue: true,
      error_message: expect.stringContaining('password'),
    },
  ]);
  const services = documents.filter(({ name }) => name.startsWith('Transition Services'));
  expect(new Set(services.map(({ item_id }) => item_id)).size).toBe(1);
  expect(services).toHaveLength(2);
  const items: Item[] = (await client.get(`/transactions/item?transaction=${deal}`)).body;
  const agreement = items.find((item) => item.name === 'Stock Purchase Agreement');
  expect(agreement).toMatchObject({ for_signing: true, complete: false });
  expect(agreement?.pages).toHaveLength(9);
});

test('the sample signatories sign in three groups and through chains that each lead to a person', async () => {
  const client = await signIn('partner@demo.test');
  const [{ uuid: deal, total_signatures }] = (await client.get('/transactions/transaction')).body;
  const list = async (path: string) => (await client.get(`${path}?transaction=${deal}`)).body;
  const signatories: ListedSignatory[] = await list('/signatory');
  expect(signatories).toHaveLength(14);
  const capacities = capacitiesOf(
    signatories.map(({ uuid, full_name, is_org }) => ({ uuid, name: full_name, isOrg: is_org })),
    signatories.flatMap(({ uuid: entity, organization_relations }) =>
      organization_relations.map(({ representative }) => ({ ...representative, entity })),
    ),
  );
  const assignments = signatories.flatMap((signatory) => signatory.assignments);
  expect(assignments).toHaveLength(22);
  expect(total_signatures).toBe(22);
  for (const { signatory, auth_rep } of assignments)
    expect(signerOf(capacities, signatory, auth_rep)?.isOrg).toBe(false);
  const fund = signatories.find(({ full_name }) => full_name === 'Alder Holdings, L.P.')?.uuid ?? '';
  expect(chains(capacities, fund).map((chain) => capacitySentence(capacities, fund, chain))).toEqual([
    'Alder Holdings, L.P. by Alder GP, LLC, its general partner, by Jonathan Reyes, Managing Member',
  ]);
  const groups: ListedSigningGroup[] = await list('/signing_group');
  expect(groups.map(({ name, members }) => [name, members.length])).toEqual([
    ['Buyers', 2],
    ['Sellers', 2],
    ['Lenders', 2],
  ]);
});

test('nobody is notified about the sample files, but users are notified about a file that they upload', async () => {
  const client = await signIn('partner@demo.test');
  for (const { uuid: deal } of (await client.get('/transactions/transaction')).body) {
    const documents: Document[] = (await client.get(`/transactions/document?transaction=${deal}`)).body;
    for (const { uuid } of documents) await converted(client, uuid);
  }
  expect((await client.get('/notifications/')).body).toEqual([]);
  const [{ uuid: deal, name }] = (await client.get('/transactions/transaction')).body;
  const { uuid } = (await upload(client, deal, await samplePdf({ pages: 1 }), { name: 'Deed' })).body;
  await converted(client, uuid);
  expect((await client.get('/notifications/')).body).toMatchObject([
    { title: `“Deed” in “${name}” is ready.`, extra_data: { transaction: deal, document: uuid } },
  ]);
});

test('the sample data is created once', async () => {
  await seedDemo(server.services);
  const deals = (await (await signIn('partner@demo.test')).get('/transactions/transaction')).body;
  expect(deals).toHaveLength(3);
});
