import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstBrokenLink } from '../../../src/contract/rules/evidence/hash-chain.ts';
import type { LedgerLine } from '../../../src/contract/entities/closing/ledger-entry.ts';
import { lacksLines } from '../../../src/contract/rules/closing/ledger-head.ts';
import { seePdf } from '../../support/open-pdfium.ts';
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

test('the ledger records what happens to held pages, and its chain names a line that was altered, dropped or swapped', async () => {
  const item = await team.item('SPA');
  const { uuid: assignment } = await team.assign(item, await team.person('Jane Doe'));
  await team.status(assignment, 'signed_pending_acceptance');
  await client.post(`/assignments/assignment/${assignment}/accept`);
  const condition = v7();
  const conditions = [{ uuid: condition, text: 'Funds received' }];
  const made = await client.post('/transactions/release', {
    transaction: team.deal,
    name: 'First closing',
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

test('the transaction says how long its ledger is, so that missing lines at the end are noticed', async () => {
  const { lines } = await readChain();
  const { ledger_head: head } = (await client.get(`/transactions/transaction/${team.deal}`)).body;
  expect(head).toEqual({ lines: lines.length, hash: lines.at(-1)?.hash });
  expect(lacksLines(lines, head)).toBe(false);
  expect(lacksLines(lines.slice(0, -1), head)).toBe(true);
});

test('the ledger records who turned acceptance off', async () => {
  const deal = `/transactions/transaction/${team.deal}`;
  expect((await client.patch(deal, { requires_acceptance: false })).status).toBe(200);
  const { lines } = await readChain();
  expect(lines.at(-1)).toMatchObject({
    event: 'acceptance_required',
    actor_name: 'Mo Member',
    details: { required: false },
  });
});

test('the ledger can be downloaded as a sealed PDF with each line, its signatures and its hash', async () => {
  const answer = await client.get(`/transactions/ledger/pdf?transaction=${team.deal}`);
  expect(answer.status, answer.text).toBe(302);
  const pdf = Buffer.from(await (await fetch(answer.body.redirect_url)).arrayBuffer());
  expect(pdf.toString('latin1')).toContain('ETSI.CAdES.detached');
  const text = (await seePdf(pdf)).map((page) => page.text.replaceAll(/\s+/g, ' ')).join(' ');
  const { lines } = await readChain();
  expect(text).toContain(`${lines.length} entries. The chain is intact.`);
  expect(text).toContain('1 signature held · Jane Doe, “SPA”');
  expect(text).toContain('Release prepared: First closing · Covers: “SPA” · Conditions: Funds received');
  expect(text).toContain('Condition met: Funds received · Release: First closing (prepared in entry 2)');
  expect(text).toContain('Confirmed by: Mo Member');
  for (const { hash } of lines) expect(text).toContain(hash.slice(0, 16));
  const stranger = await server.signIn('counsel@outside.test');
  expect((await stranger.get(`/transactions/ledger/pdf?transaction=${team.deal}`)).status).toBe(404);
});
