import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { seePdf } from '../../../support/open-pdfium.ts';
import { releaseItems } from '../../closing/release-items.ts';
import { client, closing, desk, openSigning, server, team } from '../open-signing.ts';

openSigning();

/** Makes the lead-in of a page so long. A sheet has room for about 40 lines. */
async function lengthen(page: string, lines: number, more: object = {}): Promise<void> {
  const content = Array.from({ length: lines }, (_, n) => `Line ${n}.`);
  const blocks = [{ id: 'lead-in', kind: 'lead_in', content }];
  const answer = await client.patch(`/transactions/signature_page/${page}`, { blocks, ...more });
  expect(answer.status, answer.text).toBe(200);
}

async function place(assignment: string, fields: readonly object[]): Promise<void> {
  for (const [at, field] of fields.entries()) {
    const box = { x_position: 0.5, y_position: 0.4 + at * 0.05, width: 0.3, height: 0.03 };
    const made = await client.post('/tab', { assignment, ...box, ...field });
    expect(made.status, made.text).toBe(201);
  }
}

/** Opens the room of a person and consents. */
async function enter(signatory: string, email: string) {
  const packet = await desk.make(team, { signatories: [signatory] });
  const token = await desk.send(team, packet, email);
  const { consent } = await desk.open(token);
  await desk.act(token, 'consent', { version: consent.version });
  await desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat', initials: 'JD' });
  return { packet, token, pages: (await desk.open(token)).pages };
}

/** Signs the pages with these values, finishes, and returns the text of the pages of the sealed PDF. */
async function signAndFinish(
  { packet, token, pages }: Awaited<ReturnType<typeof enter>>,
  byLabel: Record<string, string>,
): Promise<string[]> {
  const signed = await desk.act(token, 'sign', {
    pages: pages.map(({ uuid, sha256, tabs }) => ({
      uuid,
      sha256,
      values: Object.fromEntries(
        tabs.flatMap((tab) => {
          const value = tab.type === 'initials' ? 'true' : byLabel[tab.label];
          return value === undefined ? [] : [[tab.uuid, value]];
        }),
      ),
    })),
  });
  expect(signed.status, signed.text).toBe(200);
  const done = await desk.act(token, 'finish');
  expect(done.body.state, done.text).toBe('completed');
  const row = async () => (await team.list('/packet')).find(({ uuid }) => uuid === packet);
  await expect.poll(async () => (await row())?.['latest_document']).toMatchObject({ is_signed: true });
  await client.post('/assignments/assignment/bulk_accept', { assignments: (await row())?.['assignments'] });
  const { body } = await client.post(`/packet/${packet}/download`);
  const bytes = new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer());
  return (await seePdf(bytes, 1)).map(({ text }) => text);
}

const today = () => new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

describe('fields on the second sheet of a generated page', () => {
  test('are filled in there, and are there in the sealed PDF and in the executed document', async () => {
    const { item } = await closing.lease('Lease');
    const email = `jane-${v7()}@alpha.test`;
    const jane = await team.person('Jane Doe', { email });
    const { uuid: assignment, item_page_uuid: page } = await closing.assignBehind(item, jane);
    await lengthen(page, 40);
    const rule = { group_rule: 'select_exactly', minimum_required: 1, maximum_allowed: 1 };
    const { body: group } = await client.post('/assignments/tab_group', {
      assignment_id: assignment,
      ...rule,
    });
    const text = { tab_type: 'custom', required: true };
    const box = { tab_type: 'checkbox', tab_group: group.uuid, sheet: 2 };
    await place(assignment, [
      { ...text, label: 'City', sheet: 1 },
      { tab_type: 'date_signed', sheet: 1 },
      { ...text, label: 'Country', sheet: 2 },
      { tab_type: 'initials', required: true, sheet: 2 },
      { tab_type: 'effective_date', sheet: 2 },
      { ...box, label: 'A' },
      { ...box, label: 'B' },
      // The page once had a third sheet.
      { ...text, label: 'Planet', sheet: 3, y_position: 0.2 },
    ]);
    const room = await enter(jane, email);
    const [first, second] = room.pages;
    if (!first || !second) throw new Error('The page has a single sheet.');
    expect(room.pages.map(({ tabs }) => tabs.map(({ label, type }) => label || type))).toEqual([
      ['City'],
      ['Planet', 'Country', 'initials', 'effective_date', 'A', 'B'],
    ]);
    expect([first.groups, second.groups.map(({ uuid }) => uuid)]).toEqual([[], [group.uuid]]);
    expect(second.tabs[1]).toMatchObject({ x: 306, y: 0.5 * second.height });
    expect((await team.list('/packet'))[0]?.['warnings']).toContain(
      'Lease: the page is shorter now, so fields from later sheets are on sheet 2. Move them into place, or delete them.',
    );
    const { uuid, sha256 } = second;
    const empty = await desk.act(room.token, 'sign', { pages: [{ uuid, sha256, values: {} }] });
    expect(empty.body.error_message).toBe('Fill in “Planet”.');

    const values = { City: 'Vienna', Country: 'Austria', A: 'true', Planet: 'Earth' };
    const [one, two] = await signAndFinish(room, values);
    expect(one).toContain('Vienna');
    expect(one).toContain(today());
    expect(one).not.toContain('Austria');
    expect(two).toContain('Austria');
    expect(two).toContain('Earth');
    expect(two).not.toContain('Vienna');

    await releaseItems(server, team.deal, [item], '2026-12-01');
    const pages = (await seePdf((await closing.collated(item)).pdf)).map(({ text: words }) => words);
    expect(pages.slice(3).map((words) => words.includes('December 1, 2026'))).toEqual([false, true]);
    expect(pages[4]).toContain('Austria');
  });

  test('are signed there if they are for the signature, and the first sheet then has nothing to sign', async () => {
    const email = `jane-${v7()}@alpha.test`;
    const jane = await team.person('Jane Doe', { email });
    const { uuid: assignment, item_page_uuid: page } = await team.assign(await team.item('Proxy'), jane);
    await lengthen(page, 40);
    await place(assignment, [{ tab_type: 'signature', sheet: 2 }]);
    const { pages } = await enter(jane, email);
    expect(pages.map(({ fields }) => fields.map(({ purpose, y }) => [purpose, y]))).toEqual([
      [],
      [['signature', 0.4 * 792]],
    ]);
    expect(pages.map(({ assignments }) => assignments.length)).toEqual([0, 1]);
  });

  test('of a sheet that somebody signs twice are with their own signatures', async () => {
    const { item } = await closing.lease('Note');
    const email = `jane-${v7()}@alpha.test`;
    const jane = await team.person('Jane Doe', { email });
    const [alpha, beta] = [await team.entity('Alpha Fund'), await team.entity('Beta Fund')];
    await team.relation(alpha, jane, 'President');
    await team.relation(beta, jane, 'Treasurer');
    const one = await closing.assignBehind(item, alpha);
    const two = await team.assign(item, beta, { item_page_uuid: one.item_page_uuid });
    await lengthen(one.item_page_uuid, 25, { consolidate_signer: true });
    const field = { tab_type: 'effective_date', x_position: 0.6 };
    // Beta signs on the second sheet, and has a field on the first, too.
    await place(two.uuid, [
      { ...field, sheet: 1 },
      { ...field, sheet: 2 },
    ]);
    const room = await enter(jane, email);
    expect(room.pages.map(({ assignments }) => assignments.map(({ uuid }) => uuid))).toEqual([
      [one.uuid],
      [two.uuid],
    ]);
    await signAndFinish(room, {});
    await releaseItems(server, team.deal, [item], '2026-12-01');
    const pages = (await seePdf((await closing.collated(item)).pdf)).map(({ text }) => text);
    expect(pages.slice(3).map((words) => words.match(/December 1, 2026/g)?.length)).toEqual([1, 1]);
  });
});
