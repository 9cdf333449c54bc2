import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenRoom } from '../../../../src/contract/entities/signing/signing-room.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';
import { openDesk, type RoomDesk } from './room-desk.ts';

let mailbox: MailCatcher;
let server: TestServer;
let client: TestClient;
let team: DealTeam;
let desk: RoomDesk;

beforeAll(async () => {
  mailbox = await MailCatcher.start();
  server = await startTestServer({ smtpUrl: mailbox.url });
  client = await server.signIn('member@firm.test');
  desk = openDesk(server, mailbox);
});
afterAll(async () => {
  await server.stop();
  await mailbox.down();
});
beforeEach(async () => {
  team = await openDeal(server, client);
});

type Field = { tab_type: string; label?: string; required?: boolean; group?: string; value?: string };

/** A packet of one generated page, on which these fields are placed one below the other. */
async function sendPage(fields: readonly Field[], rule?: object) {
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  const { uuid: assignment } = await team.assign(await team.item('Questionnaire'), jane);
  const group = rule
    ? (await client.post('/assignments/tab_group', { assignment_id: assignment, ...rule })).body.uuid
    : null;
  for (const [at, { tab_type, ...field }] of fields.entries()) {
    const place = { x_position: 0.1, y_position: 0.5 + at * 0.05, width: 0.4, height: 0.03 };
    const tab = { assignment, tab_type, ...place, ...field, ...(rule && { tab_group: group }) };
    const made = await client.post('/tab', tab);
    expect(made.status, made.text).toBe(201);
  }
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  const { consent } = await desk.open(token);
  await desk.act(token, 'consent', { version: consent.version });
  return { packet, token, page: await pageOf(token) };
}

async function pageOf(token: string): Promise<OpenRoom['pages'][number]> {
  const [page] = (await desk.open(token)).pages;
  if (!page) throw new Error('The packet has no page.');
  return page;
}

const adopt = (token: string, initials = 'JD') =>
  desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat', initials });

const sign = (token: string, { uuid, sha256 }: OpenRoom['pages'][number], values: object, more = {}) =>
  desk.act(token, 'sign', { pages: [{ uuid, sha256, values, ...more }] });

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** The values by the labels of their fields. */
const valuesFor = (page: OpenRoom['pages'][number], byLabel: Record<string, string>) =>
  Object.fromEntries(
    page.tabs.flatMap(({ uuid, label }) => (byLabel[label] ? [[uuid, byLabel[label]]] : [])),
  );

async function finished(token: string, packet: string, reader = client) {
  const done = await desk.act(token, 'finish');
  expect(done.body.state, done.text).toBe('completed');
  await expect
    .poll(async () => (await team.list('/packet'))[0]?.['latest_document'])
    .toMatchObject({ is_signed: true });
  const { body } = await reader.post(`/packet/${packet}/download`);
  const bytes = new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer());
  const [seen] = await seePdf(bytes, 2);
  if (!seen) throw new Error('The PDF has no page.');
  return seen;
}

describe('the fields of a generated page', () => {
  test('are filled in, drawn on the signed page, and recorded in the evidence', async () => {
    const { packet, token, page } = await sendPage([
      { tab_type: 'custom', label: 'City', required: true, value: 'Graz' },
      { tab_type: 'checkbox', label: 'Accredited investor' },
      { tab_type: 'initials', label: 'Here', required: true },
      { tab_type: 'date_signed' },
      { tab_type: 'effective_date', label: 'Effective' },
    ]);
    expect((await team.list('/packet'))[0]).toMatchObject({
      warnings: ['Questionnaire: there is no document yet, so signatories see only the signature page.'],
    });
    expect(page.tabs.map(({ type, label, value }) => [type, label, value])).toEqual([
      ['custom', 'City', 'Graz'],
      ['checkbox', 'Accredited investor', null],
      ['initials', 'Here', null],
      ['effective_date', 'Effective', null],
    ]);
    expect(page.tabs[0]).toMatchObject({ x: expect.closeTo(61.2), y: 396, width: expect.closeTo(244.8) });
    await adopt(token);
    const values = valuesFor(page, { City: ' Vienna ', 'Accredited investor': 'true', Here: 'true' });
    const signed = await sign(token, page, values);
    expect(signed.status, signed.text).toBe(200);
    expect((await pageOf(token)).signed?.values).toEqual({ ...values, [page.tabs[0]?.uuid ?? '']: 'Vienna' });

    const pdf = await finished(token, packet);
    expect(pdf.text).toContain('Vienna');
    expect(pdf.text).not.toContain('Graz');
    const inkIn = (label: string) => {
      const { x, y, width, height } = page.tabs.find((tab) => tab.label === label) ?? NOWHERE;
      const { columns, gray } = pdf;
      const scale = columns / page.width;
      return gray.filter((value, at) => {
        const [row, column] = [Math.floor(at / columns) / scale, (at % columns) / scale];
        return value < 160 && row > y - 4 && row < y + height + 8 && column > x && column < x + width;
      }).length;
    };
    expect(inkIn('Accredited investor')).toBeGreaterThan(20);
    expect(inkIn('Here')).toBeGreaterThan(20);
    expect(inkIn('Effective')).toBe(0);

    const events = await server.services.db
      .selectFrom('signing_events')
      .select(['kind', 'details'])
      .where('packet', '=', packet)
      .orderBy('seq')
      .execute();
    const filled = events.find(({ kind }) => kind === 'filled')?.details['fields'];
    expect(filled).toMatchObject([{ label: 'City', value: 'Vienna' }, { value: 'true' }, { value: 'true' }]);
    // What was signed is the page with its entries, not the page alone.
    const pages = events.find(({ kind }) => kind === 'signed')?.details['pages'];
    expect(pages).toMatchObject([{ page: page.uuid, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(JSON.stringify(pages)).not.toContain(page.sha256);
  });

  test('are refused with a sentence while one isn’t filled in correctly', async () => {
    const { token, page } = await sendPage([
      { tab_type: 'custom', label: 'City', required: true },
      { tab_type: 'initials', label: 'Here', required: true },
    ]);
    expect((await adopt(token, '')).body.error_message).toBe('Enter your initials.');
    expect((await adopt(token, '.')).body.error_message).toBe(
      'Enter initials with at least one letter or digit.',
    );
    await adopt(token);
    const refusal = async (values: object) => {
      const answer = await sign(token, page, values);
      expect(answer.status).toBe(422);
      return answer.body.error_message;
    };
    expect(await refusal({})).toBe('Fill in “City”.');
    expect(await refusal(valuesFor(page, { City: ' ' }))).toBe('Fill in “City”.');
    expect(await refusal(valuesFor(page, { City: 'Vienna' }))).toBe('Add your initials.');
    expect(await refusal(valuesFor(page, { City: 'x'.repeat(500), Here: 'true' }))).toContain('has room for');
    expect(await refusal(valuesFor(page, { City: 'Vienna \u{E000}', Here: 'true' }))).toContain(
      'can’t be printed',
    );
    expect(await refusal({ ...valuesFor(page, { City: 'Vienna', Here: 'true' }), [v7()]: 'x' })).toContain(
      'The fields on this page have changed.',
    );
    expect((await desk.act(token, 'finish')).status).toBe(422);
    expect((await sign(token, page, valuesFor(page, { City: 'Vienna', Here: 'true' }))).status).toBe(200);
  });

  test('in a group are held to its rule', async () => {
    const rule = { group_rule: 'select_exactly', minimum_required: 1, maximum_allowed: 1 };
    const boxes = ['A', 'B'].map((label) => ({ tab_type: 'checkbox', label }));
    const { token, page } = await sendPage(boxes, rule);
    await adopt(token);
    const both = await sign(token, page, valuesFor(page, { A: 'true', B: 'true' }));
    expect(both.body.error_message).toBe('Select exactly 1 of these 2 checkboxes.');
    expect((await sign(token, page, {})).status).toBe(422);
    expect((await sign(token, page, valuesFor(page, { B: 'true' }))).status).toBe(200);
  });

  test('keep what was signed first, however often the page is sent', async () => {
    const { packet, token, page } = await sendPage([{ tab_type: 'custom', label: 'City', required: true }]);
    await adopt(token);
    await sign(token, page, valuesFor(page, { City: 'Vienna' }));
    expect((await sign(token, page, valuesFor(page, { City: 'Graz' }))).status).toBe(200);
    const pdf = await finished(token, packet);
    expect(pdf.text).toContain('Vienna');
    expect(pdf.text).not.toContain('Graz');
  });

  test('show other participants that they are filled in, but not their values', async () => {
    const { packet, token, page } = await sendPage([{ tab_type: 'custom', label: 'City', required: true }]);
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    await adopt(token);
    await sign(token, page, valuesFor(page, { City: 'Vienna' }));
    const unsigned = await finished(token, packet, counsel);
    expect(unsigned.text).not.toContain('Vienna');
    const changes = await counsel.get(`/transactions/transaction/${team.deal}/changes`);
    expect(changes.text).not.toContain('Vienna');
    const tabs = (await counsel.get(`/tab?transaction=${team.deal}`)).body;
    expect(tabs).toMatchObject([{ value: null, filled_at: expect.any(String) }]);
    const seen = await counsel.get(`/packet/${packet}/page/${page.uuid}`);
    expect(seen.text).not.toContain('Vienna');
    const own = await client.get(`/packet/${packet}/page/${page.uuid}`);
    expect(own.body.text).toContain('Vienna');
  });
});

test('the date of signing is the signatory’s own day, counted back from receipt', async () => {
  const { packet, token, page } = await sendPage([{ tab_type: 'date_signed' }]);
  await adopt(token);
  const at = '1999-01-01T10:00:00.000Z';
  const body = { uuid: page.uuid, sha256: page.sha256, at, utc_offset: 840 };
  const answer = await desk.act(token, 'sign', { pages: [body], sent_at: at });
  expect(answer.status, answer.text).toBe(200);
  const day = new Date(Date.now() + 840 * 60_000).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  expect((await pageOf(token)).signed?.day).toBe(day);
  const pdf = await finished(token, packet);
  expect(pdf.text).toContain(day);
  expect(pdf.text).not.toContain('1999');
});

test('a signature needs a name that leaves ink on the page', async () => {
  const { token } = await sendPage([]);
  for (const name of ['.', '\u200B\u200D', '—'])
    expect((await desk.act(token, 'adopt', { name, style: 'caveat' })).body.error_message).toBe(
      'Enter a name with at least one letter or digit.',
    );
  const unknown = await desk.act(token, 'adopt', { name: 'Jane \u{E000}', style: 'caveat' });
  expect(unknown.body.error_message).toContain('can’t be printed');
});

describe('a line for something that isn’t known', () => {
  test('is a field that the signatory fills in, or leaves empty', async () => {
    const email = `jane-${v7()}@alpha.test`;
    const jane = await team.person('Jane Doe', { email });
    const fund = await team.entity('Fund {{Series}}');
    await team.relation(fund, jane, '');
    const { uuid: assignment } = await team.assign(await team.item('Subscription'), fund);
    const packet = await desk.make(team, { signatories: [jane] });
    const token = await desk.send(team, packet, email);
    const { consent } = await desk.open(token);
    await desk.act(token, 'consent', { version: consent.version });
    const page = await pageOf(token);
    expect(page.tabs).toMatchObject([
      { label: 'Series', required: false, assignment },
      { label: 'Title', required: false, assignment },
    ]);
    await adopt(token);
    const signed = await sign(token, page, valuesFor(page, { Series: 'Twelve' }));
    expect(signed.status, signed.text).toBe(200);
    expect((await finished(token, packet)).text).toContain('Twelve');
  });
});

describe('a checkbox group that has lost checkboxes', () => {
  test('keeps its packet from being sent until its rule can be met', async () => {
    const email = `jane-${v7()}@alpha.test`;
    const jane = await team.person('Jane Doe', { email });
    const { uuid: assignment } = await team.assign(await team.item('Questionnaire'), jane);
    const rule = { group_rule: 'select_at_least', minimum_required: 3 };
    const { body: group } = await client.post('/assignments/tab_group', {
      assignment_id: assignment,
      ...rule,
    });
    for (const at of [0, 1]) {
      const place = { x_position: 0.1, y_position: 0.5 + at * 0.05 };
      await client.post('/tab', { assignment, tab_type: 'checkbox', tab_group: group.uuid, ...place });
    }
    const refused = await desk.make(team, { signatories: [jane] });
    const sentence =
      '“Questionnaire”: A checkbox group requires 3 checkboxes but has only 2. Change its rule or add checkboxes, then create the packet again.';
    const answer = await client.post(`/packet/${refused}/send`, {});
    expect([answer.status, answer.body.error_message]).toEqual([422, sentence]);
    expect((await client.get(`/packet/${refused}`)).body.problems).toEqual([sentence]);
    const eased = await client.patch(`/assignments/tab_group/${group.uuid}`, { minimum_required: 2 });
    expect(eased.status, eased.text).toBe(200);
    await desk.send(team, await desk.make(team, { signatories: [jane] }), email);
  });
});

describe('a signature field on a generated page', () => {
  test('replaces the printed line, and a warning says that the line stays empty', async () => {
    const { page } = await sendPage([{ tab_type: 'signature' }]);
    expect(page.fields).toHaveLength(1);
    expect(page.fields[0]).toMatchObject({ purpose: 'signature', y: 396, assignments: [expect.any(String)] });
    expect((await team.list('/packet'))[0]?.['warnings']).toContain(
      'Questionnaire: Jane Doe signs in the signature field, so the printed line stays empty.',
    );
  });
});
