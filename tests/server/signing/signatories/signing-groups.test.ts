import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { setFeature } from '../../../../server/store/account/features.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

let jane: string;
let john: string;
let buyers: string;

openSigning({ role: 'web' });
beforeEach(async () => {
  jane = await team.person('Jane');
  john = await team.person('John');
  buyers = await team.group('Buyers', [jane, john]);
});

async function followMembersAtOnce(is_active: boolean): Promise<void> {
  const feature = {
    name: 'BACKEND_SIGNING_GROUP_LOGIC',
    transaction: null,
    is_active,
    set_at: new Date(),
  } as const;
  await setFeature(server.services.db, feature);
}

const signers = async () =>
  (await team.list('/assignments/assignment')).map(({ signatory }) => String(signatory)).toSorted();
const memberOf = async (signatory: string) =>
  (await team.list('/signing_group_member')).find((row) => row['signatory'] === signatory)?.uuid ?? '';
const order = async (group: string) =>
  (await team.list('/signing_group_member'))
    .filter((row) => row['group'] === group)
    .map(({ signatory, order: at }) => [signatory, at]);
const assignDynamic = async () => {
  const item = await team.item('SPA');
  const answer = await client.post(`/signing_group/${buyers}/assign_dynamic`, { item });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

describe('a signing group', () => {
  test('works whether or not the organization is recorded as using groups', async () => {
    const { organization } = (await client.get('/authentication/user/me')).body;
    const set = async (signing_groups: boolean) =>
      server.services.db
        .updateTable('organizations')
        .set({ signing_groups })
        .where('uuid', '=', organization)
        .execute();
    await set(false);
    const described = (await client.get(`/authentication/organization/${organization}`)).body;
    const sellers = await team.group('Sellers', [jane]);
    await set(true);
    expect(described.signing_groups).toBe(false);
    expect(await order(sellers)).toEqual([[jane, 0]]);
  });

  test('is listed with its members, and found by its name', async () => {
    await team.group('Sellers');
    expect(await team.list('/signing_group')).toMatchObject([
      {
        uuid: buyers,
        members: [
          { signatory: jane, group: buyers, auth_rep: null, order: 0 },
          { signatory: john, order: 1 },
        ],
      },
      { name: 'Sellers', members: [] },
    ]);
    const { body } = await client.get(`/signing_group?transaction=${team.deal}&query=SELL`);
    expect(body).toMatchObject([{ name: 'Sellers' }]);
  });

  test('is copied with its members, once for each request', async () => {
    const body = { uuid: v7() };
    for (const _time of [1, 2])
      expect((await client.post(`/signing_group/${buyers}/copy`, body)).body).toMatchObject({
        ...body,
        name: 'Buyers (copy)',
      });
    expect(await order(body.uuid)).toEqual([
      [jane, 0],
      [john, 1],
    ]);
  });

  test('moves a member among the others, and into another group', async () => {
    const sellers = await team.group('Sellers', [await team.person('Ann')]);
    const move = async (id: string, body: object) => client.post(`/signing_group_member/${id}/move`, body);
    const member = await memberOf(john);
    const within = { type: 'signing_group_member', target: buyers, from_index: 1, to_index: 0 };
    expect((await move(member, within)).body).toMatchObject({ group: buyers, order: 0 });
    expect(await order(buyers)).toEqual([
      [john, 0],
      [jane, 1],
    ]);
    expect((await move(member, { target: sellers, to_index: 0 })).body).toMatchObject({
      group: sellers,
      order: 0,
    });
    expect(await order(buyers)).toEqual([[jane, 0]]);
    expect((await order(sellers)).map(([, at]) => at)).toEqual([0, 1]);
  });

  test('keeps its order without gaps, and a client can have an imported order cleaned up', async () => {
    const member = await memberOf(john);
    const { db } = server.services;
    await db.updateTable('signing_group_members').set({ order: 7 }).where('uuid', '=', member).execute();
    const path = `/transactions/transaction/${team.deal}/signing_group_order_cleanup`;
    expect((await client.post(path)).body).toEqual({ changed: [member], removed: [] });
    expect((await client.post(path)).body).toEqual({ changed: [], removed: [] });
    await db.updateTable('signatories').set({ deleted_at: new Date() }).where('uuid', '=', jane).execute();
    const orphan = await memberOf(jane);
    expect((await client.post(path)).body).toEqual({ changed: [member], removed: [orphan] });
    expect(await order(buyers)).toEqual([[john, 0]]);
  });

  test('is assigned a document: each current member signs their own page, and later members don’t', async () => {
    const item = await team.item('SPA');
    const { body, status } = await client.post(`/signing_group/${buyers}/assign`, { item });
    expect([status, body.length]).toEqual([201, 2]);
    expect(await team.list('/transactions/signature_page')).toHaveLength(2);
    await client.post('/signing_group_member', { group: buyers, signatory: await team.person('Ann') });
    expect(await signers()).toEqual([jane, john].toSorted());
  });
});

describe('a page that a group signs', () => {
  test('is one page for all members, with its own caption', async () => {
    const { uuid, item_page_uuid } = await assignDynamic();
    await client.patch(`/assignments/dynamic_assignment/${uuid}`, { header: 'THE BUYERS' });
    const listed = await team.list('/assignments/assignment');
    expect(listed.map((row) => row['signing_group_assignment'])).toMatchObject([
      { uuid, signing_group: buyers, item_page_uuid, header: 'THE BUYERS' },
      { uuid },
    ]);
    expect(await team.list('/transactions/signature_page')).toMatchObject([{ uuid: item_page_uuid }]);
    await client.delete(`/assignments/dynamic_assignment/${uuid}`);
    expect([await signers(), await team.list('/transactions/signature_page')]).toEqual([[], []]);
    expect((await team.restore('dynamic_assignment', uuid)).status).toBe(204);
    expect(await signers()).toEqual([jane, john].toSorted());
  });

  test('updates at once with BACKEND_SIGNING_GROUP_LOGIC on', async () => {
    await followMembersAtOnce(true);
    await assignDynamic();
    const ann = await team.person('Ann');
    const added = await client.post('/signing_group_member', { group: buyers, signatory: ann });
    expect(await signers()).toEqual([ann, jane, john].toSorted());
    await client.delete(`/signing_group_member/${await memberOf(jane)}`);
    expect(await signers()).toEqual([ann, john].toSorted());
    await client.delete(`/signatory/${john}`);
    expect(await signers()).toEqual([ann]);
    const [assignment] = await team.list('/assignments/assignment');
    await team.status(assignment?.uuid ?? '', 'sent');
    const refused = await client.delete(`/signing_group_member/${added.body.uuid}`);
    expect(refused.status).toBe(422);
    expect(refused.body.error_message).toContain('“SPA”');
    expect((await client.delete(`/signing_group/${buyers}`)).body.error_message).toContain(
      'Buyers can’t be deleted',
    );
    expect(await order(buyers)).toEqual([[ann, 0]]);
  });

  test('updates with the next assignment if it is off, and keeps sent pages', async () => {
    await followMembersAtOnce(false);
    await assignDynamic();
    const sent = (await team.list('/assignments/assignment')).find((row) => row['signatory'] === jane);
    await team.status(sent?.uuid ?? '', 'sent');
    for (const each of [jane, john]) await client.delete(`/signing_group_member/${await memberOf(each)}`);
    const ann = await team.person('Ann');
    await client.post('/signing_group_member', { group: buyers, signatory: ann });
    expect(await signers()).toEqual([jane, john].toSorted());
    await client.post(`/signing_group/${buyers}/assign`, { item: await team.item('NDA') });
    expect(await signers()).toEqual([ann, ann, jane].toSorted());
  });

  test('is deleted and restored with the group', async () => {
    await assignDynamic();
    await client.delete(`/signing_group/${buyers}`);
    expect(await signers()).toEqual([]);
    expect(await team.list('/transactions/signature_page')).toEqual([]);
    expect((await team.restore('signing_group', buyers)).status).toBe(204);
    expect(await signers()).toEqual([jane, john].toSorted());
    expect(await order(buyers)).toHaveLength(2);
    expect(await team.list('/transactions/signature_page')).toHaveLength(1);
  });
});
