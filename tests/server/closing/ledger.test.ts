import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstBrokenLink } from '../../../src/contract/rules/evidence/hash-chain.ts';
import type { LedgerLine } from '../../../src/contract/entities/closing/ledger-entry.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { openDeal, type DealTeam } from '../signing/deal-team.ts';

let server: TestServer;
let client: TestClient;
let team: DealTeam;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  client = await server.signIn('member@firm.test');
  team = await openDeal(server, client);
});
afterAll(() => server.stop());

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');

async function readChain() {
  const lines: LedgerLine[] = (await client.get(`/transactions/ledger?transaction=${team.deal}`)).body;
  return { lines, links: lines.map(({ actor_name: _, ...link }) => link) };
}

test('the ledger records what happens to held pages, and its chain names the line that was altered, dropped or swapped', async () => {
  const item = await team.item('SPA');
  const { uuid: assignment } = await team.assign(item, await team.person('Jane Doe'));
  await team.status(assignment, 'signed_pending_acceptance');
  await client.post(`/assignments/assignment/${assignment}/accept`);
  const condition = v7();
  const conditions = [{ uuid: condition, text: 'Funds received' }];
  const made = await client.post('/transactions/release', {
    transaction: team.deal,
    items: [item],
    conditions,
  });
  const path = `/transactions/release/${made.body.uuid}`;
  await client.patch(path, { effective_date: '2026-03-02' });
  await client.post(`${path}/meet`, { condition });
  await client.post(`${path}/confirm`, {});
  await client.patch(`/transactions/transaction/${team.deal}`, { release_confirmations: 1 });
  await client.post(`${path}/confirm`, {});
  const released = await client.post(`${path}/release`, {});
  expect(released.status, released.text).toBe(200);

  const { lines, links } = await readChain();
  expect(lines.map(({ event }) => event)).toEqual([
    'held',
    'release_created',
    'release_edited',
    'condition_met',
    'release_confirmed',
    'confirmations_needed',
    'release_confirmed',
    'released',
  ]);
  expect(lines.at(-1)).toMatchObject({
    actor_name: 'Mo Member',
    subject: made.body.uuid,
    details: { signatures: [assignment], effective_date: '2026-03-02' },
  });
  expect(await firstBrokenLink(links, sha256)).toBeNull();
  const altered = links.map((each) => (each.seq === 4 ? { ...each, at: '2026-01-01T00:00:00.000Z' } : each));
  expect(await firstBrokenLink(altered, sha256)).toBe(4);
  expect(await firstBrokenLink(links.toSpliced(2, 1), sha256)).toBe(3);
  expect(await firstBrokenLink(links.toSpliced(1, 2, ...links.slice(1, 3).toReversed()), sha256)).toBe(2);
});
