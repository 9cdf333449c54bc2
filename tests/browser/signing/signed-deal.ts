import { v7 } from 'uuid';
import { expect } from 'vitest';
import { TestClient } from '../../server/support/test-client.ts';
import type { Site } from '../support/person.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

/**
 * Creates a deal with two documents that Jane Doe has signed. The signature on the second awaits acceptance.
 */
export async function signedDeal(counterpart: Site, name: string) {
  const deal = await prepareDeal(counterpart, name, ['Purchase Agreement', 'Escrow Agreement']);
  const client = await elsewhere(counterpart);
  const email = `${v7()}@alder.test`;
  const jane = await client.post('/signatory', { transaction: deal, full_name: 'Jane Doe', email });
  const { body: items } = await client.get(`/transactions/item?transaction=${deal}`);
  const assignments: string[] = [];
  for (const { uuid: item } of items) {
    const signature = { item, signatory: jane.body.uuid };
    assignments.push((await client.post('/assignments/assignment', signature)).body.uuid);
  }
  const asked = { uuid: v7(), transaction: deal, signatories: [jane.body.uuid] };
  const made = await client.post('/assignments/create_packet', asked);
  const progress = async () => (await client.get(`/assignments/create_packet/${asked.uuid}`)).body.status;
  await expect.poll(progress, WAIT).toBe('ready');
  await client.post(`/packet/${made.body.packets[0].uuid}/send`, {});
  const { organization } = (await client.get('/authentication/user/me')).body;
  const link = async () => {
    const { body } = await client.get(`/authentication/organization/${organization}/outbox`);
    const mail = body.find(({ to }: { to: string }) => to === email);
    return /\/sign\/([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  };
  await expect.poll(link, WAIT).toBeDefined();
  const room = `/signing/${await link()}`;
  const visitor = new TestClient(counterpart.directUrl);
  const { consent, pages } = (await visitor.get(room)).body;
  await visitor.post(`${room}/consent`, { version: consent.version });
  await visitor.post(`${room}/adopt`, { name: 'Jane Doe', style: 'caveat' });
  const shown = pages.map(({ uuid, sha256 }: { uuid: string; sha256: string }) => ({ uuid, sha256 }));
  await visitor.post(`${room}/sign`, { pages: shown });
  expect((await visitor.post(`${room}/finish`, {})).status).toBe(200);
  const [first = '', second = ''] = assignments;
  await client.post(`/assignments/assignment/${first}/accept`);
  return { deal, client, second };
}
