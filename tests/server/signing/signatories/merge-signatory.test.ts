import { v7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { client, openSigning, team } from '../open-signing.ts';

let kept: string;
let gone: string;

openSigning({ role: 'web' });
beforeEach(async () => {
  kept = await team.person('Jane Doe');
  gone = await team.person('Jane Doe');
});

const merge = async () => client.post(`/signatory/${gone}/merge`, { into: kept });
const people = async () => (await team.list('/signatory')).map(({ uuid }) => uuid);
const give = async (assignment: string, signatory: string) =>
  client.patch(`/assignments/assignment/${assignment}`, { signatory });
const NOT_MOVED =
  'The entry for Jane Doe wasn’t deleted, because not everything could be moved to the other one. Merge them again.';

test('a duplicate is deleted only once the other entry has its documents, capacities and groups', async () => {
  const alpha = await team.entity('Alpha Corp.');
  const relation = await team.relation(alpha, gone);
  const { uuid: signature } = await team.assign(await team.item('SPA'), gone);
  const group = await team.group('Buyers', [gone]);
  const expectRefused = async () => {
    const refused = await merge();
    expect([refused.status, refused.body.error_message]).toEqual([422, NOT_MOVED]);
    expect(await people()).toContain(gone);
  };
  await expectRefused();
  const tab = { uuid: v7(), assignment: signature, tab_type: 'custom', x_position: 0.1, y_position: 0.1 };
  await client.post('/tab', tab);
  const moved = await give(signature, kept);
  expect(moved.body, moved.text).toMatchObject({ uuid: signature, signatory: kept, status: 'assigned' });
  await expectRefused();
  await client.patch(`/signatory/${alpha}/representative/${relation}`, { signatory: kept });
  await expectRefused();
  await client.post('/signing_group_member', { group, signatory: kept });
  const merged = await merge();
  expect(merged.status, merged.text).toBe(204);
  expect(await people()).toEqual([kept, alpha]);
  expect(await team.list('/assignments/assignment')).toMatchObject([{ uuid: signature, signatory: kept }]);
  expect(await team.list('/tab'), 'its fields stay').toMatchObject([{ assignment: signature }]);
  expect((await merge()).status, 'a repeated request').toBe(204);
  expect((await team.restore('signatory', gone)).status).toBe(204);
  expect(await people()).toContain(gone);
});

test('a document that both entries sign stays with the kept one', async () => {
  const item = await team.item('SPA');
  const own = await team.assign(item, kept);
  const other = await team.assign(item, gone);
  const refused = await give(other.uuid, kept);
  expect([refused.status, refused.body.error_message]).toEqual([
    422,
    'This signatory already signs the document in that capacity.',
  ]);
  expect((await merge()).status).toBe(204);
  expect((await team.list('/assignments/assignment')).map(({ uuid }) => uuid)).toEqual([own.uuid]);
});

test('a group that has both entries keeps one of them and all of its other members', async () => {
  const wei = await team.person('Wei Chen');
  const group = await team.group('Buyers', [gone, kept, wei]);
  const before = await team.list('/signing_group_member');
  const own = before.find(({ signatory }) => signatory === kept);
  const merged = await merge();
  expect(merged.status, merged.text).toBe(204);
  const members = await team.list('/signing_group_member');
  const inOrder = members.toSorted((one, other) => Number(one['order']) - Number(other['order']));
  expect(inOrder).toMatchObject([
    { uuid: own?.uuid, group, signatory: kept, order: 0 },
    { group, signatory: wei, order: 1 },
  ]);
});

test('an entry to which pages were sent can’t be merged into another one', async () => {
  const { uuid } = await team.assign(await team.item('SPA'), gone);
  await team.sentPacket([uuid]);
  expect((await give(uuid, kept)).status).toBe(422);
  const refused = await merge();
  expect(refused.status).toBe(422);
  expect(await people()).toEqual([kept, gone]);
});

test('entities can’t be merged, nor a person with themselves', async () => {
  const alpha = await team.entity('Alpha Corp.');
  for (const into of [alpha, gone]) {
    const refused = await client.post(`/signatory/${gone}/merge`, { into });
    expect([refused.status, refused.body.error_message]).toEqual([422, 'Only two people can be merged.']);
  }
});
