import { beforeEach, describe, expect, test } from 'vitest';
import { addFiledItem } from '../../support/deal-with-rows.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

let item: string;
let pages: string[];

openSigning({ role: 'web' });
beforeEach(async () => {
  ({ filed: item, pages } = await addFiledItem(server, client, team.deal, [1, 2, 3]));
});

const mark = async (page_uuid: string | undefined, for_signing?: boolean) =>
  client.post(`/transactions/item/${item}/mark_page_for_signing`, { page_uuid, for_signing });

describe('a page that a signing group signs', () => {
  let [jane, john, buyers] = ['', '', ''];

  beforeEach(async () => {
    [jane, john] = [await team.person('Jane'), await team.person('John')];
    buyers = await team.group('Buyers', [jane, john]);
    await mark(pages[0], true);
  });

  const assignGroup = async (group = buyers) =>
    client.post(`/signing_group/${group}/assign_dynamic`, { item, item_page_uuid: pages[0] });
  const groupAssignment = (uuid: string) => `/assignments/dynamic_assignment/${uuid}`;
  const signers = async () => (await team.list('/assignments/assignment')).map(({ signatory }) => signatory);

  const join = async (signatory: string) =>
    client.post('/signing_group_member', { group: buyers, signatory });

  test('removes the group’s assignment when it is unmarked, and that assignment can no longer be changed', async () => {
    const { uuid } = (await assignGroup()).body;
    expect((await mark(pages[0], false)).status).toBe(200);
    expect([await signers(), await team.list('/assignments/dynamic_assignment')]).toEqual([[], []]);
    expect((await client.patch(groupAssignment(uuid), { header: 'BUYERS' })).status).toBe(404);
    expect((await client.delete(groupAssignment(uuid))).status).toBe(204);
    expect((await assignGroup()).status).toBe(404);
    expect((await join(await team.person('Ann'))).status).toBe(201);
    expect(await signers()).toEqual([]);
  });

  test('is signed by the current members when it is restored', async () => {
    const { uuid } = (await assignGroup()).body;
    await mark(pages[0], false);
    const [member] = await team.list('/signing_group_member');
    expect(member).toMatchObject({ signatory: jane });
    await client.delete(`/signing_group_member/${member?.uuid}`);
    const ann = await team.person('Ann');
    await join(ann);
    expect((await team.restore('signature_page', pages[0] ?? '')).status).toBe(204);
    expect(new Set(await signers())).toEqual(new Set([john, ann]));
    expect((await client.patch(groupAssignment(uuid), { header: 'BUYERS' })).body).toMatchObject({
      uuid,
      header: 'BUYERS',
    });
  });
});
