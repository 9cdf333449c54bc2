import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { client, desk, openSigning, team } from '../open-signing.ts';
import { adopt, finished, pageOf, sendPage, sign, valuesFor } from './packet-with-fields.ts';

openSigning();

describe('the fields of a generated page', () => {
  test('in a group follow the group’s rule', async () => {
    const rule = { group_rule: 'select_exactly', minimum_required: 1, maximum_allowed: 1 };
    const boxes = ['A', 'B'].map((label) => ({ tab_type: 'checkbox', label }));
    const { token, page } = await sendPage(boxes, rule);
    await adopt(token);
    const both = await sign(token, page, valuesFor(page, { A: 'true', B: 'true' }));
    expect(both.body.error_message).toBe('Select exactly 1 of these 2 checkboxes.');
    expect((await sign(token, page, {})).status).toBe(422);
    expect((await sign(token, page, valuesFor(page, { B: 'true' }))).status).toBe(200);
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
