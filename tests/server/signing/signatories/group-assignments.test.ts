import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { isSwitchedOn } from '../../../../server/store/account/features.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

let jane: string;
let john: string;
let buyers: string;
let sellers: string;
let spa: string;

openSigning({ role: 'web' });
beforeEach(async () => {
  jane = await team.person('Jane');
  john = await team.person('John');
  buyers = await team.group('Buyers', [jane, john]);
  sellers = await team.group('Sellers');
  spa = await team.item('SPA');
});

type Named = { uuid: string };

const assignDynamic = async (body: object = {}, group = buyers) =>
  client.post(`/signing_group/${group}/assign_dynamic`, { item: spa, ...body });
const assignments = async () => team.list('/assignments/assignment');
const signers = async () => (await assignments()).map(({ signatory }) => String(signatory)).toSorted();
const pages = async () => team.list('/transactions/signature_page');
const members = async (group: string) =>
  (await team.list('/signing_group_member'))
    .filter((row) => row['group'] === group)
    .map(({ signatory }) => signatory);
const memberOf = async (group: string, signatory: string) =>
  (await team.list('/signing_group_member')).find(
    (row) => row['group'] === group && row['signatory'] === signatory,
  )?.uuid ?? '';
const move = async (id: string, target: string) =>
  client.post(`/signing_group_member/${id}/move`, { target, to_index: 0 });

test('assignments follow a group on the server unless the operator has turned that off', async () => {
  expect(await isSwitchedOn(server.services.db, 'BACKEND_SIGNING_GROUP_LOGIC')).toBe(true);
});

describe('a document that two people assign to one group', () => {
  test('is assigned once, so that no member signs it twice', async () => {
    const asked = { uuid: v7(), item_page_uuid: v7() };
    const { body: first } = await assignDynamic(asked);
    const { body: second } = await assignDynamic({ uuid: v7(), item_page_uuid: v7() });
    expect(first).toMatchObject(asked);
    expect(second).toEqual(first);
    expect((await assignDynamic()).body).toEqual(first);
    expect(await signers()).toEqual([jane, john].toSorted());
    expect(await pages()).toHaveLength(1);
  });

  test('is assigned twice if they name two existing pages', async () => {
    const { item_page_uuid } = await team.assign(spa, await team.person('Ann'));
    await assignDynamic();
    expect((await assignDynamic({ item_page_uuid })).body).toMatchObject({ item_page_uuid });
    expect((await assignDynamic({ item_page_uuid })).status).toBe(201);
    expect(await team.list('/assignments/assignment')).toHaveLength(5);
  });

  test('is not assigned to a deleted page', async () => {
    const { uuid, item_page_uuid } = await team.assign(spa, jane);
    await client.delete(`/assignments/assignment/${uuid}`);
    expect((await assignDynamic({ item_page_uuid })).status).toBe(404);
    expect([await signers(), await pages()]).toEqual([[], []]);
  });
});

describe('a member of a group who is also assigned to the document alone', () => {
  test('signs it once, whichever assignment came first', async () => {
    const alone = await team.assign(spa, jane);
    await assignDynamic();
    expect(await signers()).toEqual([jane, john].toSorted());
    expect(await team.assign(spa, john)).not.toMatchObject({ signing_group_assignment: null });
    await client.post('/signing_group_member', { group: buyers, signatory: await team.person('Ann') });
    expect(await signers()).toHaveLength(3);
    expect((await assignments()).filter(({ signatory }) => signatory === jane)).toMatchObject([
      { uuid: alone.uuid, signing_group_assignment: null },
    ]);
  });

  test('signs with the group once their own assignment is removed', async () => {
    const { uuid } = await team.assign(spa, jane);
    await assignDynamic();
    expect((await client.delete(`/assignments/assignment/${uuid}`)).status).toBe(204);
    expect(await signers()).toEqual([jane, john].toSorted());
    expect(await pages()).toHaveLength(1);
  });
});

describe('a signatory', () => {
  test('is in a group once per capacity, however often they are added', async () => {
    const { body } = await client.post('/signing_group_member', {
      group: buyers,
      signatory: jane,
      uuid: v7(),
    });
    expect(body.uuid).toBe(await memberOf(buyers, jane));
    const ann = await team.person('Ann');
    const several = [{ signatory: john }, { signatory: ann }, { signatory: ann, uuid: v7() }];
    const bulk = await client.post('/signing_group_member/bulk_create', { group: buyers, members: several });
    const [first, second, third] = bulk.body.map(({ uuid }: Named) => uuid);
    expect([first, third]).toEqual([await memberOf(buyers, john), second]);
    expect(await members(buyers)).toEqual([jane, john, ann]);
  });

  test('can’t be added under the same id as another signatory', async () => {
    const uuid = v7();
    const ann = await team.person('Ann');
    const bo = await team.person('Bo');
    const answer = await client.post('/signing_group_member/bulk_create', {
      group: buyers,
      members: [
        { signatory: ann, uuid },
        { signatory: bo, uuid },
      ],
    });
    expect([answer.status, answer.body.error_message]).toEqual([
      422,
      'Each signing group member needs its own id.',
    ]);
    expect(await members(buyers)).toEqual([jane, john]);
  });

  test('is not moved into a group that they are already in', async () => {
    await client.post('/signing_group_member', { group: sellers, signatory: jane });
    const refused = await move(await memberOf(buyers, jane), sellers);
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'Jane is already in “Sellers” in this capacity.',
    ]);
    expect([await members(buyers), await members(sellers)]).toEqual([[jane, john], [jane]]);
  });

  test('does not return to a group that they have rejoined', async () => {
    const removed = await memberOf(buyers, jane);
    await client.delete(`/signing_group_member/${removed}`);
    await client.post('/signing_group_member', { group: buyers, signatory: jane });
    expect((await team.restore('signing_group_member', removed)).status).toBe(204);
    expect(await members(buyers)).toEqual([john, jane]);
  });

  test('does not get the capacity of another membership in the group', async () => {
    const fund = await team.entity('Fund');
    const [first, second] = [await team.relation(fund, jane), await team.relation(fund, john)];
    const add = async (auth_rep: string) =>
      (await client.post('/signing_group_member', { group: sellers, signatory: fund, auth_rep })).body.uuid;
    await add(first);
    const other = await add(second);
    const refused = await client.patch(`/signing_group_member/${other}`, { auth_rep: first });
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'Fund is already in “Sellers” in this capacity.',
    ]);
  });

  test('moved by two people at once is in the group of the last move, and signs only its documents', async () => {
    const lenders = await team.group('Lenders');
    for (const group of [buyers, sellers, lenders]) await assignDynamic({}, group);
    const member = await memberOf(buyers, jane);
    expect((await move(member, sellers)).status).toBe(200);
    expect((await move(member, lenders)).status).toBe(200);
    expect([await members(buyers), await members(sellers), await members(lenders)]).toEqual([
      [john],
      [],
      [jane],
    ]);
    expect(await signers()).toEqual([jane, john].toSorted());
    expect((await move(member, lenders)).status).toBe(200);
    expect(await members(lenders)).toEqual([jane]);
  });

  test('moved to two groups at the same instant is in one of them, and signs only its documents', async () => {
    const lenders = await team.group('Lenders');
    for (const group of [sellers, lenders]) await assignDynamic({}, group);
    const member = await memberOf(buyers, jane);
    const answers = await Promise.all(
      [sellers, lenders, sellers, lenders].map(async (to) => move(member, to)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [inSellers, inLenders] = [await members(sellers), await members(lenders)];
    expect([...inSellers, ...inLenders]).toEqual([jane]);
    expect(await members(buyers)).toEqual([john]);
    const signed = (await team.list('/assignments/assignment')).map(
      ({ signing_group_assignment: from }) => from,
    );
    expect(signed).toMatchObject([{ signing_group: inSellers.length > 0 ? sellers : lenders }]);
  });

  test('who has left a group in the meantime is not moved', async () => {
    const member = await memberOf(buyers, jane);
    await client.delete(`/signing_group_member/${member}`);
    expect((await move(member, sellers)).status).toBe(404);
    expect(await members(sellers)).toEqual([]);
  });

  test('stays in their group if the other one was deleted', async () => {
    await client.delete(`/signing_group/${sellers}`);
    expect((await move(await memberOf(buyers, jane), sellers)).status).toBe(404);
    expect(await members(buyers)).toEqual([jane, john]);
  });
});

test('a group with an entity whose representative was removed signs documents in an unclear capacity', async () => {
  const fund = await team.entity('Fund');
  const auth_rep = await team.relation(fund, jane);
  await client.post('/signing_group_member', { group: sellers, signatory: fund, auth_rep });
  await client.delete(`/signatory/${fund}/representative/${auth_rep}`);
  expect((await assignDynamic({}, sellers)).status).toBe(201);
  const item = await team.item('NDA');
  expect((await client.post(`/signing_group/${sellers}/assign`, { item })).status).toBe(201);
  expect(await assignments()).toMatchObject([
    { signatory: fund, item: spa },
    { signatory: fund, item },
  ]);
});

describe('a page that was sent', () => {
  test('keeps its own member in the group, but doesn’t stop others from joining, leaving or moving', async () => {
    await assignDynamic();
    const sent = (await assignments()).find((row) => row['signatory'] === jane);
    await team.status(sent?.uuid ?? '', 'sent');
    const ann = await team.person('Ann');
    expect((await client.post('/signing_group_member', { group: buyers, signatory: ann })).status).toBe(201);
    expect((await move(await memberOf(buyers, john), sellers)).status).toBe(200);
    expect((await move(await memberOf(buyers, jane), sellers)).status).toBe(422);
    expect((await client.delete(`/signing_group_member/${await memberOf(buyers, jane)}`)).status).toBe(422);
    expect(await signers()).toEqual([ann, jane].toSorted());
  });

  test('to a representative who was replaced stays, and the group can still change', async () => {
    const fund = await team.entity('Fund');
    const [before, after] = [await team.relation(fund, jane), await team.relation(fund, john)];
    await client.post('/signing_group_member', { group: sellers, signatory: fund, auth_rep: before });
    await assignDynamic({}, sellers);
    const [sent] = await assignments();
    await team.status(sent?.uuid ?? '', 'sent');
    const replaced = await client.post('/signatory/replace-representative', {
      entity_pk: fund,
      existing_representative_pk: before,
      new_representative_pk: after,
      open_only: true,
    });
    expect(replaced.status, replaced.text).toBe(200);
    const added = await client.post('/signing_group_member', { group: sellers, signatory: john });
    expect(added.status, added.text).toBe(201);
    expect((await client.delete(`/signing_group_member/${added.body.uuid}`)).status).toBe(204);
    // The entity signs the page once, as originally requested.
    expect(await assignments()).toMatchObject([{ uuid: sent?.uuid, signatory: fund, status: 'sent' }]);
    expect((await client.delete(`/signing_group_member/${await memberOf(sellers, fund)}`)).status).toBe(204);
    expect(await assignments()).toMatchObject([{ uuid: sent?.uuid }]);
  });
});

describe('after a restore', () => {
  const leaveAndJoin = async () => {
    await client.delete(`/signing_group_member/${await memberOf(buyers, jane)}`);
    const ann = await team.person('Ann');
    await client.post('/signing_group_member', { group: buyers, signatory: ann });
    return ann;
  };

  test('the current members sign a group’s document', async () => {
    const { body } = await assignDynamic();
    await client.delete(`/assignments/dynamic_assignment/${body.uuid}`);
    const ann = await leaveAndJoin();
    expect((await team.restore('dynamic_assignment', body.uuid)).status).toBe(204);
    expect(await signers()).toEqual([ann, john].toSorted());
    expect(await pages()).toHaveLength(1);
  });

  test('the current members sign a deleted document', async () => {
    await assignDynamic();
    await client.delete(`/transactions/item/${spa}`);
    const ann = await leaveAndJoin();
    expect((await team.restore('item', spa)).status).toBe(204);
    expect(await signers()).toEqual([ann, john].toSorted());
  });

  test('a deleted signatory signs what their group was assigned in the meantime', async () => {
    await client.delete(`/signatory/${jane}`);
    await assignDynamic();
    expect(await signers()).toEqual([john]);
    await team.restore('signatory', jane);
    expect(await signers()).toEqual([jane, john].toSorted());
  });

  test('a member has no assignment without their group’s assignment, or without the membership', async () => {
    const { body } = await assignDynamic();
    const own = (await assignments()).find((row) => row['signatory'] === jane);
    await leaveAndJoin();
    const refused = await team.restore('assignment', own?.uuid ?? '');
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'This signatory is no longer in the signing group. Add them to the group instead.',
    ]);
    const johns = (await assignments()).find((row) => row['signatory'] === john);
    await client.delete(`/assignments/dynamic_assignment/${body.uuid}`);
    expect((await team.restore('assignment', johns?.uuid ?? '')).status).toBe(404);
    expect(await signers()).toEqual([]);
  });
});
