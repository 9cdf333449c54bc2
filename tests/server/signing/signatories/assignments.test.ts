import pg from 'pg';
import { v7 } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import { openDeal } from '../deal-team.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

openSigning({ role: 'web' });

const counts = async () => {
  const { body } = await client.get(`/transactions/transaction/${team.deal}`);
  return [
    body.total_signatures,
    body.num_signatures,
    body.num_executed_signatures,
    body.num_esignings_waiting_to_be_accepted,
  ];
};

describe('an assignment', () => {
  test('generates a page at the end of the document and deletes it with the assignment', async () => {
    const [jane, john, item] = [await team.person('Jane'), await team.person('John'), await team.item('SPA')];
    const first = await team.assign(item, jane);
    const second = await team.assign(item, john);
    expect(await team.list('/transactions/signature_page')).toMatchObject([
      { uuid: first.item_page_uuid, item, source: 'generated', order: 0 },
      { uuid: second.item_page_uuid, order: 1 },
    ]);
    await client.delete(`/assignments/assignment/${first.uuid}`);
    expect(await team.list('/transactions/signature_page')).toMatchObject([
      { uuid: second.item_page_uuid, order: 0 },
    ]);
    expect((await team.restore('assignment', first.uuid)).status).toBe(204);
    expect((await team.list('/transactions/signature_page')).map(({ uuid }) => uuid)).toEqual([
      first.item_page_uuid,
      second.item_page_uuid,
    ]);
  });

  test('keeps the page on removal if somebody else signs it', async () => {
    const [jane, john, item] = [await team.person('Jane'), await team.person('John'), await team.item('SPA')];
    const { item_page_uuid } = await team.assign(item, jane);
    const second = await team.assign(item, john, { item_page_uuid });
    expect(await team.list('/transactions/signature_page')).toHaveLength(1);
    await client.delete(`/assignments/assignment/${second.uuid}`);
    expect(await team.list('/transactions/signature_page')).toHaveLength(1);
  });

  test('isn’t duplicated by a second request, from anyone', async () => {
    const [jane, item] = [await team.person('Jane'), await team.item('SPA')];
    const first = await team.assign(item, jane);
    expect(await team.assign(item, jane, { uuid: v7(), item_page_uuid: v7() })).toEqual(first);
    expect(await team.assign(item, jane, { item_page_uuid: first.item_page_uuid })).toEqual(first);
    const twice = [
      { item, signatory: jane },
      { item, signatory: jane, uuid: v7() },
    ];
    const body = { transaction: team.deal, assignments: twice };
    const { body: again } = await client.post('/assignments/assignment/bulk_create', body);
    expect(again.map(({ uuid }: { uuid: string }) => uuid)).toEqual([first.uuid, first.uuid]);
    expect(await team.list('/assignments/assignment')).toHaveLength(1);
    expect(await team.list('/transactions/signature_page')).toHaveLength(1);
  });

  test('is counted in one pass over the deal’s assignments, and a guarded change reads only those that were sent', async () => {
    const [jane, item] = [await team.person('Jane'), await team.item('SPA')];
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const statements = () =>
      query.mock.calls.flatMap(([asked]: readonly unknown[]) => {
        if (typeof asked === 'string') return [asked];
        return typeof asked === 'object' && asked !== null && 'text' in asked ? [String(asked.text)] : [];
      });
    await team.assign(item, jane);
    const counting = statements().filter((text) => text.includes('num_executed_signatures'));
    query.mockClear();
    expect((await client.patch(`/signatory/${jane}`, { full_name: 'Jane Doe' })).status).toBe(200);
    const guarding = statements().filter((text) => /from "assignments" inner join "items"/.test(text));
    query.mockRestore();
    const scans = counting
      .filter((text) => text.startsWith('update'))
      .map((text) => text.split('from assignments').length - 1);
    expect(scans).toEqual([1]);
    expect(guarding).toHaveLength(1);
    expect(guarding[0]).toContain('"assignments"."status" in');
    expect(await counts()).toEqual([1, 0, 0, 0]);
  });

  test('needs its own id', async () => {
    const [jane, john, item, uuid] = [
      await team.person('Jane'),
      await team.person('John'),
      await team.item('SPA'),
      v7(),
    ];
    const answer = await client.post('/assignments/assignment/bulk_create', {
      transaction: team.deal,
      assignments: [
        { item, signatory: jane, uuid },
        { item, signatory: john, uuid },
      ],
    });
    expect([answer.status, answer.body.error_message]).toEqual([422, 'Each assignment needs its own id.']);
    expect(await team.list('/assignments/assignment')).toEqual([]);
  });

  test('does not take over the capacity of another assignment of the document', async () => {
    const [fund, jane, item] = [await team.entity('Fund'), await team.person('Jane'), await team.item('SPA')];
    const [president, secretary] = [
      await team.relation(fund, jane),
      await team.relation(fund, jane, 'Secretary'),
    ];
    await team.assign(item, fund, { auth_rep: president });
    const other = await team.assign(item, fund, { auth_rep: secretary });
    const path = `/assignments/assignment/${other.uuid}`;
    expect((await client.patch(path, { auth_rep: president })).status).toBe(422);
  });

  test('takes over the capacity in which its signatory signs another page of the document, if its page is marked', async () => {
    const [alpha, jane, john] = [
      await team.entity('Alpha'),
      await team.person('Jane'),
      await team.person('John'),
    ];
    const item = await team.item('SPA');
    const [from, to] = [await team.relation(alpha, jane), await team.relation(alpha, john)];
    const first = await team.assign(item, alpha, { auth_rep: from });
    const second = await team.assign(item, alpha, { auth_rep: to });
    await server.services.db
      .updateTable('signature_pages')
      .set({ source: 'file' })
      .where('uuid', '=', second.item_page_uuid)
      .execute();
    await team.status(first.uuid, 'sent');
    const path = `/assignments/assignment/${second.uuid}`;
    const back = await client.patch(path, { auth_rep: from });
    expect([back.status, back.body.auth_rep], back.text).toEqual([200, from]);
    expect((await client.patch(path, { auth_rep: null })).body.auth_rep).toBeNull();
  });

  test('isn’t duplicated by a restore after a second assignment', async () => {
    const [jane, item] = [await team.person('Jane'), await team.item('SPA')];
    const first = await team.assign(item, jane);
    await client.delete(`/assignments/assignment/${first.uuid}`);
    const second = await team.assign(item, jane);
    expect((await team.restore('assignment', first.uuid)).status).toBe(204);
    expect(await team.assign(item, jane, { uuid: first.uuid })).toEqual(second);
    expect(await team.list('/assignments/assignment')).toMatchObject([{ uuid: second.uuid }]);
  });

  test('names a representative of its own signatory, or none', async () => {
    const [alpha, beta, jane] = [
      await team.entity('Alpha'),
      await team.entity('Beta'),
      await team.person('Jane'),
    ];
    const auth_rep = await team.relation(alpha, jane);
    const item = await team.item('SPA');
    const refused = await client.post('/assignments/assignment', { item, signatory: beta, auth_rep });
    expect([refused.status, refused.body.fields]).toEqual([422, ['auth_rep']]);
    const { uuid } = await team.assign(item, beta);
    expect((await client.patch(`/assignments/assignment/${uuid}`, { auth_rep })).status).toBe(422);
    const group = await team.group('Buyers');
    const member = { group, signatory: beta, auth_rep };
    expect((await client.post('/signing_group_member', member)).status).toBe(422);
    expect(await team.assign(item, alpha, { auth_rep })).toMatchObject({ auth_rep });
  });

  test('is created together with others in the deal of their documents if the call names no deal', async () => {
    const jane = await team.person('Jane');
    const [spa, nda] = [await team.item('SPA'), await team.item('NDA')];
    const foreign = await (await openDeal(server, client)).item('SPA');
    const create = async (...items: string[]) =>
      client.post('/assignments/assignment/bulk_create', {
        assignments: items.map((item) => ({ item, signatory: jane })),
      });
    expect((await create(spa, nda)).body).toMatchObject([{ item: spa }, { item: nda }]);
    expect((await create(spa, foreign)).status).toBe(404);
  });

  test('is refused for another deal’s signatory or document', async () => {
    const other = await openDeal(server, client);
    const [jane, item] = [await other.person('Jane'), await team.item('SPA')];
    expect((await client.post('/assignments/assignment', { item, signatory: jane })).status).toBe(404);
  });

  test('can’t be removed or get another capacity once it was sent', async () => {
    const [jane, item] = [await team.person('Jane'), await team.item('SPA')];
    const [sent, open] = [await team.assign(item, jane), await team.assign(await team.item('NDA'), jane)];
    await team.status(sent.uuid, 'viewed');
    const refused = await client.delete(`/assignments/assignment/${sent.uuid}`);
    expect(refused.body.error_message).toBe(
      'This assignment can’t be removed: signature pages of “SPA” were already sent or signed.',
    );
    const body = { transaction: team.deal, assignments: [open.uuid, sent.uuid] };
    expect((await client.post('/assignments/assignment/bulk_delete', body)).status).toBe(422);
    expect((await client.delete(`/transactions/item/${item}`)).status).toBe(422);
    expect(await team.list('/assignments/assignment')).toHaveLength(2);
  });

  test('is deleted and restored with its document', async () => {
    const [jane, item] = [await team.person('Jane'), await team.item('SPA')];
    const removed = await team.assign(item, jane);
    await client.delete(`/assignments/assignment/${removed.uuid}`);
    const kept = await team.assign(item, jane);
    expect(await counts()).toEqual([1, 0, 0, 0]);
    expect((await client.delete(`/transactions/item/${item}`)).status).toBe(204);
    expect(await team.list('/assignments/assignment')).toEqual([]);
    expect(await team.list('/transactions/signature_page')).toEqual([]);
    expect(await counts()).toEqual([0, 0, 0, 0]);
    expect((await team.restore('assignment', kept.uuid)).status).toBe(404);
    expect((await team.restore('item', item)).status).toBe(204);
    expect(await team.list('/assignments/assignment')).toMatchObject([{ uuid: kept.uuid }]);
    expect(await team.list('/transactions/signature_page')).toHaveLength(1);
    expect(await counts()).toEqual([1, 0, 0, 0]);
  });
});

describe('2,000 assignments at once', () => {
  test('are created, removed, and restored with their ids', async () => {
    const people = Array.from({ length: 100 }, (_, at) => ({ uuid: v7(), full_name: `Person ${at}` }));
    await client.post('/signatory/bulk_create', { transaction: team.deal, signatories: people });
    const items: string[] = [];
    for (let at = 0; at < 20; at += 1) items.push(await team.item(`Document ${at}`));
    const assignments = items.flatMap((item) =>
      people.map(({ uuid: signatory }) => ({ uuid: v7(), item, item_page_uuid: v7(), signatory })),
    );
    const all = { transaction: team.deal, assignments };
    const made = await client.post('/assignments/assignment/bulk_create', all);
    expect([made.status, made.body.length]).toEqual([201, 2000]);
    expect(await counts()).toEqual([2000, 0, 0, 0]);
    const ids = { transaction: team.deal, assignments: assignments.map(({ uuid }) => uuid) };
    expect((await client.post('/assignments/assignment/bulk_delete', ids)).status).toBe(204);
    expect(await counts()).toEqual([0, 0, 0, 0]);
    expect(await team.list('/transactions/signature_page')).toEqual([]);
    expect((await client.post('/assignments/assignment/bulk_create', all)).status).toBe(201);
    const pages = await team.list('/transactions/signature_page');
    expect(pages.filter((page) => page['item'] === items[0]).map(({ order }) => order)).toEqual(
      people.map((_, at) => at),
    );
  });
});

describe('a signature', () => {
  test('that is given is accepted or rejected, and counted', async () => {
    const jane = await team.person('Jane');
    const rows = [];
    for (const name of ['SPA', 'NDA', 'TSA']) rows.push(await team.assign(await team.item(name), jane));
    const [one, two, three] = rows.map(({ uuid }) => uuid);
    const accept = async (...assignments: unknown[]) =>
      client.post('/assignments/assignment/bulk_accept', { assignments });
    expect((await accept(one)).status).toBe(422);
    for (const uuid of [one, two]) await team.status(uuid ?? '', 'signed_pending_acceptance');
    expect((await accept(one, three)).status).toBe(422);
    expect((await client.post(`/assignments/assignment/${one}/accept`)).body).toMatchObject({
      status: 'executed',
    });
    expect(await counts()).toEqual([3, 2, 1, 1]);
    expect((await accept(one, two)).status).toBe(200);
    expect(await counts()).toEqual([3, 2, 2, 0]);
    const rejected = await client.post(`/assignments/assignment/${two}/reject`, { reason: 'No ink.' });
    expect(rejected.body).toMatchObject({ status: 'rejected', rejected_reason: 'No ink.' });
    expect(await counts()).toEqual([2, 1, 1, 0]);
    const bulk = { assignments: [two], reason: 'Again.' };
    expect((await client.post('/assignments/assignment/bulk_reject', bulk)).body).toMatchObject([
      { rejected_reason: 'No ink.' },
    ]);
    await team.status(one ?? '', 'released');
    expect((await client.post(`/assignments/assignment/${one}/reject`, {})).status).toBe(422);
  });

  test('that awaits acceptance needs action from people who can accept it', async () => {
    const jane = await team.person('Jane');
    const { uuid } = await team.assign(await team.item('SPA'), jane);
    const other = await team.assign(await team.item('NDA'), jane);
    await team.status(uuid, 'signed_pending_acceptance');
    await client.delete(`/assignments/assignment/${other.uuid}`);
    const path = `/transactions/transaction/${team.deal}`;
    expect((await client.get(path)).body.action_required).toBe(true);
    await client.post(`/assignments/assignment/${uuid}/accept`);
    expect((await client.get(path)).body.action_required).toBe(false);
  });

  test('is rejected by GET only with the header that POST requires, and only once', async () => {
    const { uuid } = await team.assign(await team.item('SPA'), await team.person('Jane'));
    await team.status(uuid, 'signed_pending_acceptance');
    const path = `/assignments/assignment/${uuid}/reject`;
    const foreign = { headers: { origin: 'https://elsewhere.test' } };
    const none = { headers: { 'x-counterpart': undefined } };
    expect((await client.get(path, foreign)).status).toBe(403);
    expect((await client.get(path, none)).status).toBe(403);
    expect(await team.list('/assignments/assignment')).toMatchObject([
      { status: 'signed_pending_acceptance' },
    ]);
    const first = await client.get(path);
    expect(first.body).toMatchObject({ status: 'rejected', rejected_reason: null });
    expect((await client.get(path)).body).toEqual(first.body);
  });
});

test('lists assignments with their tabs on request', async () => {
  await team.assign(await team.item('SPA'), await team.person('Jane'));
  const [plain] = await team.list('/assignments/assignment');
  expect(plain).toMatchObject({
    packet_status: null,
    executed_document: null,
    signing_group_assignment: null,
  });
  expect(plain).not.toHaveProperty('tabs');
  const { body } = await client.get(`/assignments/assignment?transaction=${team.deal}&include_tabs=true`);
  expect(body).toEqual([{ ...plain, tabs: [], tab_groups: [] }]);
});
