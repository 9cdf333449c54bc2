import { beforeEach, describe, expect, test } from 'vitest';
import { client, openSigning, server, team } from '../open-signing.ts';

let assignment: string;
let jane: string;
let item: string;

openSigning({ role: 'web' });
beforeEach(async () => {
  [jane, item] = [await team.person('Jane'), await team.item('SPA')];
  assignment = (await team.assign(item, jane)).uuid;
});

const place = { x_position: 0.5, y_position: 0.25 };
const add = async (tab: object = {}) =>
  client.post('/tab', { assignment, tab_type: 'signature', ...place, ...tab });
const group = async (rule: object) =>
  client.post('/assignments/tab_group', { assignment_id: assignment, ...rule });
const checkbox = async (tab_group: string | null = null): Promise<string> =>
  (await add({ tab_type: 'checkbox', tab_group })).body.uuid;

describe('a signing field', () => {
  test('is listed with its assignment on request', async () => {
    const { status, body: tab } = await add({ label: 'Sign here', required: true });
    expect(status).toBe(201);
    expect(tab).toMatchObject({ ...place, label: 'Sign here', required: true, value: null, filled_at: null });
    const atLeastOne = { group_rule: 'select_at_least', minimum_required: 1 };
    const { body: made } = await group(atLeastOne);
    const path = `/assignments/assignment?transaction=${team.deal}`;
    expect((await client.get(`${path}&include_tabs=true`)).body).toMatchObject([
      { uuid: assignment, tabs: [tab], tab_groups: [made] },
    ]);
    expect((await client.get(path)).body[0]).not.toHaveProperty('tabs');
  });

  test('of the type custom_opt is returned as custom, and is never required', async () => {
    const { status, body } = await add({ tab_type: 'custom_opt', required: true });
    const optional = { tab_type: 'custom', required: false };
    expect([status, body]).toEqual([201, expect.objectContaining(optional)]);
    const edit = async (edits: object) => (await client.patch(`/tab/${body.uuid}`, edits)).body;
    expect(await edit({ required: true })).toMatchObject(optional);
    expect(await edit({ required: true, label: 'Fax' })).toMatchObject({ ...optional, label: 'Fax' });
    expect(await edit({ tab_type: 'custom_opt', required: true })).toMatchObject(optional);
  });

  test('becomes a custom_opt by an edit, and an ordinary text by another one', async () => {
    const { body } = await add({ tab_type: 'custom', required: true });
    const edit = async (edits: object) => (await client.patch(`/tab/${body.uuid}`, edits)).body;
    expect(await edit({ tab_type: 'custom_opt' })).toMatchObject({ tab_type: 'custom', required: false });
    expect(await edit({ required: true })).toMatchObject({ required: false });
    expect(await edit({ tab_type: 'custom', required: true })).toMatchObject({ required: true });
    expect(await edit({ required: false })).toMatchObject({ required: false });
    expect(await edit({ required: true })).toMatchObject({ required: true });
  });

  test('is refused outside the page, both when it is created and when it is moved', async () => {
    const off = await add({ x_position: 0.9, width: 0.25 });
    expect(off.status).toBe(422);
    expect(off.body.error_message).toBe('This field is off the page. Move it back onto the page.');
    const { body } = await add({ width: 0.25 });
    expect((await client.patch(`/tab/${body.uuid}`, { x_position: 0.8 })).status).toBe(422);
    expect((await client.patch(`/tab/${body.uuid}`, { x_position: 0.7 })).body).toMatchObject({
      x_position: 0.7,
    });
  });

  test('is on the first sheet of its page, or on another one', async () => {
    const { body } = await add();
    expect(body).toMatchObject({ sheet: 1 });
    expect((await client.patch(`/tab/${body.uuid}`, { sheet: 2 })).body).toMatchObject({
      ...place,
      sheet: 2,
    });
    expect((await add({ tab_type: 'initials', sheet: 3 })).body).toMatchObject({ sheet: 3 });
    expect((await add({ sheet: 0 })).status).toBe(422);
  });

  test('for a signature is refused on another sheet than the same signatory’s other ones', async () => {
    const { body: first } = await add();
    const sentence =
      'A signatory’s signatures on a page must be on one sheet. Delete the other signature field first.';
    const refused = await add({ sheet: 2 });
    expect([refused.status, refused.body.error_message]).toEqual([422, sentence]);
    const { body: initials } = await add({ tab_type: 'initials', sheet: 2 });
    const changed = await client.patch(`/tab/${initials.uuid}`, { tab_type: 'signature' });
    expect([changed.status, changed.body.error_message]).toEqual([422, sentence]);
    const { body: second } = await add();
    const moved = await client.patch(`/tab/${second.uuid}`, { sheet: 2 });
    expect([moved.status, moved.body.error_message]).toEqual([422, sentence]);
    await client.delete(`/tab/${first.uuid}`);
    expect((await client.patch(`/tab/${second.uuid}`, { sheet: 2 })).status).toBe(200);
    expect((await team.restore('tab', first.uuid)).status).toBe(422);
    const [{ item_page_uuid }] = (await client.get(`/assignments/assignment?transaction=${team.deal}`)).body;
    const { uuid: other } = await team.assign(item, await team.person('John'), { item_page_uuid });
    expect((await add({ assignment: other })).status).toBe(201);
  });

  test('is deleted and restored with its assignment', async () => {
    const { body: made } = await group({
      group_rule: 'select_exactly',
      minimum_required: 1,
      maximum_allowed: 1,
    });
    const tab = await checkbox(made.uuid);
    await client.delete(`/assignments/assignment/${assignment}`);
    expect([await team.list('/tab'), await team.list('/assignments/tab_group')]).toEqual([[], []]);
    await team.restore('assignment', assignment);
    expect(await team.list('/tab')).toMatchObject([{ uuid: tab, tab_group: made.uuid }]);
    await client.delete(`/signatory/${jane}`);
    expect(await team.list('/tab')).toEqual([]);
    await team.restore('signatory', jane);
    expect(await team.list('/tab')).toMatchObject([{ uuid: tab, tab_group: made.uuid }]);
  });

  test('that was deleted before its assignment stays deleted when the assignment is restored', async () => {
    const { body } = await add();
    await client.delete(`/tab/${body.uuid}`);
    await client.delete(`/assignments/assignment/${assignment}`);
    await team.restore('assignment', assignment);
    expect(await team.list('/tab')).toEqual([]);
    expect((await team.restore('tab', body.uuid)).status).toBe(204);
    expect(await team.list('/tab')).toMatchObject([{ uuid: body.uuid }]);
  });

  test('can’t be changed once its page was sent', async () => {
    const { body } = await add();
    await team.status(assignment, 'sent');
    const answers = [
      await add(),
      await client.patch(`/tab/${body.uuid}`, { label: 'Here' }),
      await client.delete(`/tab/${body.uuid}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(answers[0]?.body.error_message).toContain('already sent or signed');
  });

  test('is refused on a page with 2,000 fields, regardless of the signatory', async () => {
    const { body: first } = await add();
    const [{ item_page_uuid }] = (await client.get(`/assignments/assignment?transaction=${team.deal}`)).body;
    const other = await team.assign(item, await team.person('John'), { item_page_uuid });
    const { db } = server.services;
    const row = await db
      .selectFrom('tabs')
      .selectAll()
      .where('uuid', '=', first.uuid)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 1999 }, () => ({ ...row, uuid: crypto.randomUUID() }));
    await db.insertInto('tabs').values(rows).execute();
    const full = await add({ assignment: other.uuid });
    expect(full.status).toBe(422);
    expect(full.body.error_message).toBe('This page has 2,000 fields, which is the most it can have.');
  });
});

describe('a checkbox group', () => {
  test('takes only checkboxes of its own assignment', async () => {
    const { body: made } = await group({ group_rule: 'select_at_least', minimum_required: 1 });
    const answer = await add({ tab_group: made.uuid });
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toBe('Only checkboxes can be in a group.');
    const other = (await team.assign(item, await team.person('John'))).uuid;
    const foreign = { assignment: other, tab_type: 'checkbox', ...place, tab_group: made.uuid };
    expect((await client.post('/tab', foreign)).status).toBe(422);
  });

  test('takes only checkboxes of one sheet', async () => {
    const { body: made } = await group({ group_rule: 'select_at_least', minimum_required: 1 });
    const onSecond = { tab_type: 'checkbox', sheet: 2 };
    const { body: first } = await add({ ...onSecond, tab_group: made.uuid });
    const sentence = 'All checkboxes in a group must be on one sheet.';
    expect((await add({ tab_type: 'checkbox', tab_group: made.uuid })).body.error_message).toBe(sentence);
    const { body: other } = await add(onSecond);
    expect((await client.patch(`/tab/${other.uuid}`, { tab_group: made.uuid })).status).toBe(200);
    const moved = await client.patch(`/tab/${first.uuid}`, { sheet: 1 });
    expect([moved.status, moved.body.error_message]).toEqual([422, sentence]);
    expect((await client.patch(`/tab/${first.uuid}`, { sheet: 1, tab_group: null })).status).toBe(200);
  });

  test('moves to another sheet if its checkboxes leave it, move and join it again', async () => {
    const { body: made } = await group({ group_rule: 'select_at_least', minimum_required: 2 });
    const onFifth = { tab_type: 'checkbox', sheet: 5, tab_group: made.uuid };
    const boxes: string[] = [(await add(onFifth)).body.uuid, (await add(onFifth)).body.uuid];
    for (const edits of [{ tab_group: null }, { sheet: 2 }, { tab_group: made.uuid }])
      for (const uuid of boxes) expect((await client.patch(`/tab/${uuid}`, edits)).status).toBe(200);
    const moved = { sheet: 2, tab_group: made.uuid };
    expect(await team.list('/tab')).toMatchObject([moved, moved]);
    expect(await team.list('/assignments/tab_group')).toMatchObject([{ minimum_required: 2 }]);
  });

  test('is refused with an unknown rule or one that can’t be met', async () => {
    expect((await group({ group_rule: 'select_all', minimum_required: 1 })).status).toBe(422);
    const turned = { group_rule: 'select_exactly', minimum_required: 3, maximum_allowed: 2 };
    expect((await group(turned)).body.error_message).toBe('The minimum can’t be more than the maximum.');
    const { body: made } = await group({ group_rule: 'select_at_least', minimum_required: 2 });
    await checkbox(made.uuid);
    await checkbox(made.uuid);
    const answer = await client.patch(`/assignments/tab_group/${made.uuid}`, { minimum_required: 3 });
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toBe('This group has only 2 checkboxes, so 3 can’t be selected.');
  });

  test('leaves its checkboxes when it is deleted', async () => {
    const { body: made } = await group({ group_rule: 'select_at_most', maximum_allowed: 1 });
    const tab = await checkbox(made.uuid);
    expect((await client.delete(`/assignments/tab_group/${made.uuid}`)).status).toBe(204);
    expect(await team.list('/tab')).toMatchObject([{ uuid: tab, tab_group: null }]);
    expect(await team.list('/assignments/tab_group')).toEqual([]);
  });
});
