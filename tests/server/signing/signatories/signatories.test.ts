import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { addParticipant } from '../../support/test-server.ts';
import { openDeal } from '../deal-team.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

openSigning({ role: 'web' });

const titles = async (entity: string) =>
  (await team.list('/signatory/representative'))
    .filter((row) => row['entity'] === entity)
    .map(({ title }) => title);

describe('signatories', () => {
  test('are added one by one or together, edited, and moved among the others', async () => {
    const jane = await team.person('Jane Doe', { email: 'jane@alpha.test' });
    const added = await client.post('/signatory/bulk_create', {
      transaction: team.deal,
      signatories: [{ full_name: 'محمد علي' }, { full_name: 'Alpha Corp.', is_org: true }],
    });
    expect(added.status, added.text).toBe(201);
    await client.patch(`/signatory/${added.body[1].uuid}`, { order: 0, entity_description: 'a corporation' });
    expect(await team.list('/signatory')).toMatchObject([
      { full_name: 'Alpha Corp.', entity_description: 'a corporation', is_org: true, order: 0 },
      { uuid: jane, full_name: 'Jane Doe', email: 'jane@alpha.test', order: 1 },
      { full_name: 'محمد علي', order: 2 },
    ]);
  });

  test('are refused with an invalid email address, and none of the list is added', async () => {
    const signatories = [{ full_name: 'Jane' }, { full_name: 'Joe', email: 'joe doe@alpha.test' }];
    const answer = await client.post('/signatory/bulk_create', { transaction: team.deal, signatories });
    expect(answer.status).toBe(422);
    expect(await team.list('/signatory')).toEqual([]);
  });

  test('are deleted and restored with exactly their own rows', async () => {
    const [alpha, jane, john] = [
      await team.entity('Alpha Corp.'),
      await team.person('Jane'),
      await team.person('John'),
    ];
    await team.relation(alpha, jane, 'President');
    await team.relation(alpha, john, 'Secretary');
    const group = await team.group('Buyers', [jane, john]);
    const item = await team.item('SPA');
    const earlier = await team.assign(item, jane);
    await client.delete(`/assignments/assignment/${earlier.uuid}`);
    const [assignment] = [await team.assign(item, jane), await team.assign(item, john)];
    const members = await team.list('/signing_group_member');
    await client.delete(`/signatory/${jane}`);
    expect(await titles(alpha)).toEqual(['Secretary']);
    expect(await team.list('/signing_group_member')).toMatchObject([{ group, signatory: john, order: 0 }]);
    expect(await team.list('/assignments/assignment')).toMatchObject([{ signatory: john }]);
    expect(await team.list('/transactions/signature_page')).toMatchObject([{ order: 0 }]);

    expect((await team.restore('signatory', jane)).status).toBe(204);
    expect(await titles(alpha)).toEqual(['President', 'Secretary']);
    expect((await team.list('/signing_group_member')).map(({ uuid }) => uuid)).toEqual(
      members.map(({ uuid }) => uuid),
    );
    const back = await team.list('/assignments/assignment');
    expect(back.map(({ signatory }) => String(signatory)).toSorted()).toEqual([jane, john].toSorted());
    expect(back.map(({ uuid }) => uuid)).toContain(assignment?.uuid);
    expect((await team.list('/transactions/signature_page')).map(({ order }) => order)).toEqual([0, 1]);
  });

  test('with a sent page can’t be deleted, nor can a person who signs it for an entity', async () => {
    const [alpha, jane] = [await team.entity('Alpha Corp.'), await team.person('Jane')];
    const auth_rep = await team.relation(alpha, jane);
    const { uuid } = await team.assign(await team.item('SPA'), alpha, { auth_rep });
    await team.status(uuid, 'sent');
    for (const [id, name] of [
      [alpha, 'Alpha Corp.'],
      [jane, 'Jane'],
    ]) {
      const answer = await client.delete(`/signatory/${id}`);
      expect(answer.status).toBe(422);
      expect(answer.body.error_message).toBe(
        `${name} can’t be deleted: signature pages of “SPA” were already sent or signed.`,
      );
    }
    expect((await client.delete(`/signatory/${alpha}/representative/${auth_rep}`)).status).toBe(422);
  });

  test('can’t change if a page was sent through them, even in the middle of a chain', async () => {
    const [fund, partner, jane] = [
      await team.entity('Fund, L.P.'),
      await team.entity('Partner Corp.'),
      await team.person('Jane'),
    ];
    const toPartner = await team.relation(fund, partner, 'general partner');
    const auth_rep = await team.relation(partner, jane);
    const other = await team.person('John');
    const { uuid } = await team.assign(await team.item('SPA'), fund, { auth_rep });
    await team.status(uuid, 'sent');
    const path = `/signatory/${fund}/representative/${toPartner}`;
    for (const refused of [
      await client.delete(`/signatory/${partner}`),
      await client.delete(path),
      await client.patch(path, { signatory: other }),
      await client.patch(path, { title: 'managing partner' }),
      await client.patch(`/signatory/${partner}`, { full_name: 'Partner Inc.' }),
      await client.patch(`/signatory/${jane}`, { is_org: true }),
    ]) {
      expect(refused.status).toBe(422);
      expect(refused.body.error_message).toContain('“SPA”');
    }
    expect((await client.patch(path, { order: 0 })).status).toBe(200);
    expect((await client.patch(`/signatory/${other}`, { is_org: true })).status).toBe(200);
  });

  test('are listed with all of their rows, and found by a part of their name or address', async () => {
    const [alpha, jane] = [
      await team.entity('Alpha Corp.'),
      await team.person('Jane Doe', { email: 'jane@beta.test' }),
    ];
    const auth_rep = await team.relation(alpha, jane, 'CEO');
    const keys = { transaction: team.deal, custom_keys: [{ key: 'State' }] };
    const [key] = (await client.post('/transactions/custom_key/bulk_create', keys)).body;
    const value = { transaction: team.deal, signatory: alpha, custom_key: key.uuid, value: 'Delaware' };
    await client.post('/transactions/custom_value', value);
    await team.assign(await team.item('SPA'), alpha, { auth_rep });
    const { body: listed } = await client.get(`/signatory/${alpha}`);
    expect(listed).toMatchObject({
      full_name: 'Alpha Corp.',
      organizations: [],
      organization_relations: [
        { uuid: auth_rep, representative: { uuid: auth_rep, signatory: jane, title: 'CEO', order: 0 } },
      ],
      custom_values: [value],
      assignments: [{ auth_rep, status: 'assigned', packet: null, signing_group_assignment: null }],
      packets: [],
      read_only_signing_url: null,
    });
    expect((await client.get(`/signatory/${jane}`)).body.organizations).toEqual([
      { uuid: alpha, full_name: 'Alpha Corp.', title: 'CEO' },
    ]);
    const found = async (query: string) =>
      (await client.get(`/signatory?transaction=${team.deal}&query=${query}`)).body.map(
        ({ full_name }: { full_name: string }) => full_name,
      );
    expect(await found('BETA.')).toEqual(['Jane Doe']);
    expect(await found('alpha')).toEqual(['Alpha Corp.']);
    expect(await found('nobody')).toEqual([]);
  });

  test('have an audit log of who did what, newest first', async () => {
    const jane = await team.person('Jane');
    const alpha = await team.entity('Alpha Corp.');
    await client.patch(`/signatory/${jane}`, { email: 'jane@alpha.test' });
    await team.relation(alpha, jane);
    const { body } = await client.get(`/signatory/${jane}/audit_log`);
    expect(body).toMatchObject([
      { command: 'representatives.create', subject: 'representative', op: 'put' },
      { command: 'signatories.update', subject: 'signatory', uuid: jane, fields: ['email'] },
      { command: 'signatories.create', actor: { name: 'Mo Member' } },
    ]);
  });
});

describe('signatories of another deal', () => {
  test('are copied with the relations among them; existing ones are not', async () => {
    const source = await openDeal(server, client);
    const [fund, corp, jane, john] = [
      await source.entity('Fund, L.P.'),
      await source.entity('Corp.'),
      await source.person('Jane', { email: 'jane@x.test' }),
      await source.person('John'),
    ];
    await source.relation(fund, corp, 'general partner');
    await source.relation(corp, jane, 'President');
    await source.relation(corp, john, 'Secretary');
    const own = await team.person('JANE', { email: 'Jane@x.test' });
    const body = { transaction: team.deal, signatories: [fund, corp, jane] };
    const answer = await client.post('/signatory/bulk_duplicate', body);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.map(({ full_name }: { full_name: string }) => full_name)).toEqual([
      'Fund, L.P.',
      'Corp.',
      'JANE',
    ]);
    expect(answer.body[2].uuid).toBe(own);
    expect(await titles(answer.body[0].uuid)).toEqual(['general partner']);
    expect(await titles(answer.body[1].uuid)).toEqual(['President']);
    await client.post('/signatory/bulk_duplicate', body);
    expect(await team.list('/signatory')).toHaveLength(3);
    expect(await team.list('/signatory/representative')).toHaveLength(2);
  });

  test('get the ids that the call gives them and their relations, once', async () => {
    const source = await openDeal(server, client);
    const [fund, jane] = [await source.entity('Fund, L.P.'), await source.person('Jane')];
    const relation = await source.relation(fund, jane, 'President');
    const ids = new Map([fund, jane, relation].map((each) => [each, v7()]));
    const body = {
      transaction: team.deal,
      signatories: [jane, fund],
      copies: [...ids].map(([from, uuid]) => ({ source: from, uuid })),
    };
    const answer = await client.post('/signatory/bulk_duplicate', body);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject([
      { uuid: ids.get(jane), order: 0 },
      { uuid: ids.get(fund), organization_relations: [{ uuid: ids.get(relation) }] },
    ]);
    await client.patch(`/signatory/${ids.get(jane)}`, { full_name: 'Jane Smith' });
    const path = `/signatory/${ids.get(fund)}/representative/${ids.get(relation)}`;
    await client.patch(path, { title: 'CEO' });
    const again = await client.post('/signatory/bulk_duplicate', body);
    expect([again.status, await titles(ids.get(fund) ?? '')]).toEqual([201, ['CEO']]);
    expect(await team.list('/signatory')).toHaveLength(2);
    await client.delete(`/signatory/${ids.get(jane)}`);
    const gone = await client.post('/signatory/bulk_duplicate', body);
    expect([gone.status, gone.body.code]).toEqual([409, 'uuid_taken']);
    const twice = { ...body, copies: [fund, jane].map((from) => ({ source: from, uuid: v7() })) };
    const [first] = twice.copies;
    const same = { ...twice, copies: twice.copies.map((each) => ({ ...each, uuid: first?.uuid })) };
    expect((await client.post('/signatory/bulk_duplicate', same)).status).toBe(422);
  });

  test('are returned in the order requested, even if two of them are the same person', async () => {
    const source = await openDeal(server, client);
    const [jane, twin, john] = [
      await source.person('Jane'),
      await source.person('jane '),
      await source.person('John'),
    ];
    const body = { transaction: team.deal, signatories: [john, twin, jane] };
    const { body: copies } = await client.post('/signatory/bulk_duplicate', body);
    expect(copies.map(({ full_name }: { full_name: string }) => full_name)).toEqual(['John', 'jane', 'jane']);
    expect(copies[1].uuid).toBe(copies[2].uuid);
    expect(await team.list('/signatory')).toHaveLength(2);
  });

  test('can’t be found by someone without access to that deal', async () => {
    const jane = await team.person('Jane');
    const outsider = await server.signIn('counsel@outside.test');
    const other = await openDeal(server, outsider);
    const body = { transaction: other.deal, signatories: [jane] };
    expect((await outsider.post('/signatory/bulk_duplicate', body)).status).toBe(404);
  });
});

describe('the representatives of an entity', () => {
  test('can’t form a cycle by a create, change or restore', async () => {
    const [a, b, c] = [await team.entity('A'), await team.entity('B'), await team.entity('C')];
    const toB = await team.relation(a, b);
    const refused = await client.post(`/signatory/${b}/representative`, { title: 'X', signatory: a });
    expect(refused.status).toBe(422);
    expect(refused.body.error_message).toBe('B already signs for A, so A can’t sign for B.');
    const toC = await team.relation(b, c);
    expect((await client.patch(`/signatory/${b}/representative/${toC}`, { signatory: a })).status).toBe(422);
    await client.delete(`/signatory/${a}/representative/${toB}`);
    await team.relation(b, a);
    expect((await team.restore('representative', toB)).status).toBe(422);
    expect(await titles(a)).toEqual([]);
  });

  test('are at most 8 in a chain', async () => {
    const entities = [];
    for (let at = 0; at < 9; at += 1) entities.push(await team.entity(`E${at}`));
    for (let at = 0; at < 8; at += 1) await team.relation(entities[at] ?? '', entities[at + 1] ?? '');
    const jane = await team.person('Jane');
    const answer = await client.post(`/signatory/${entities[8]}/representative`, {
      title: 'CEO',
      signatory: jane,
    });
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toContain('at most 8');
  });

  test('edited by two people offline keep both edits of different parts, and reject the second edit of the same part', async () => {
    const colleague = await server.signIn('colleague@firm.test');
    await addParticipant(server, team.deal, 'colleague@firm.test');
    const [alpha, jane, john] = [
      await team.entity('A'),
      await team.person('Jane'),
      await team.person('John'),
    ];
    const relation = `/signatory/${alpha}/representative/${await team.relation(alpha, jane)}`;
    const seen = (await client.patch(relation, { title: 'CEO' })).body.version;
    const upon = { headers: { 'x-base-version': String(seen) } };
    const theirs = await colleague.patch(relation, { title: 'Chair' }, upon);
    expect(theirs.status, theirs.text).toBe(200);
    const disputed = await client.patch(relation, { title: 'President' }, upon);
    expect(disputed.status).toBe(409);
    expect(disputed.body).toMatchObject({
      code: 'changed_meanwhile',
      fields: ['title'],
      current: { title: 'Chair' },
      changed_by: 'Cleo Colleague',
    });
    expect((await client.patch(relation, { signatory: john }, upon)).body).toMatchObject({
      title: 'Chair',
      signatory: john,
    });
    await colleague.delete(relation);
    expect((await client.patch(relation, { title: 'President' }, upon)).status).toBe(404);
    expect(await titles(alpha)).toEqual([]);
  });

  test('are changed and removed only through their own entity', async () => {
    const [alpha, beta, jane] = [await team.entity('A'), await team.entity('B'), await team.person('Jane')];
    const toJane = await team.relation(alpha, jane);
    const foreign = `/signatory/${beta}/representative/${toJane}`;
    expect((await client.patch(foreign, { title: 'CEO' })).status).toBe(404);
    expect((await client.delete(foreign)).status).toBe(404);
    expect(await titles(alpha)).toEqual(['President']);
  });

  test('can’t form a cycle when a signatory is restored', async () => {
    const [a, x, b] = [await team.entity('A'), await team.entity('X'), await team.entity('B')];
    await team.relation(a, x);
    await team.relation(x, b);
    await client.delete(`/signatory/${x}`);
    await team.relation(b, a);
    expect((await team.restore('signatory', x)).status).toBe(422);
    expect(await team.list('/signatory')).toHaveLength(2);
  });

  test('get one new person if the call names no existing signatory', async () => {
    const alpha = await team.entity('Alpha Corp.');
    const body = { uuid: v7(), title: 'President' };
    for (const _time of [1, 2])
      expect((await client.post(`/signatory/${alpha}/representative`, body)).body).toMatchObject(body);
    expect(await team.list('/signatory')).toMatchObject([
      { uuid: alpha },
      { full_name: 'Unnamed signatory', is_org: false },
    ]);
    expect((await client.patch(`/signatory/${alpha}`, { is_org: false })).status).toBe(422);
  });

  test('are replaced in open assignments and memberships, and the refusal names sent documents', async () => {
    const [alpha, jane, john] = [
      await team.entity('Alpha Corp.'),
      await team.person('Jane'),
      await team.person('John'),
    ];
    const [from, to] = [await team.relation(alpha, jane, 'CEO'), await team.relation(alpha, john, 'CFO')];
    const group = await team.group('Buyers');
    await client.post('/signing_group_member', { group, signatory: alpha, auth_rep: from });
    const sent = await team.assign(await team.item('SPA'), alpha, { auth_rep: from });
    const open = await team.assign(await team.item('NDA'), alpha, { auth_rep: from });
    await team.status(sent.uuid, 'sent');
    const body = { entity_pk: alpha, existing_representative_pk: from, new_representative_pk: to };
    const refused = await client.post('/signatory/replace-representative', body);
    expect(refused.status).toBe(422);
    expect(refused.body.error_message).toContain('“SPA”');
    expect(refused.body.error_message).not.toContain('“NDA”');
    const answer = await client.post('/signatory/replace-representative', { ...body, open_only: true });
    expect(answer.body).toMatchObject([{ uuid: open.uuid, auth_rep: to }]);
    expect(await team.list('/signing_group_member')).toMatchObject([{ auth_rep: to }]);
    const after = await team.list('/assignments/assignment');
    expect(after.find(({ uuid }) => uuid === sent.uuid)).toMatchObject({ auth_rep: from });
    const foreign = { ...body, entity_pk: jane, open_only: true };
    expect((await client.post('/signatory/replace-representative', foreign)).status).toBe(422);
  });
});

test('a change of a signatory’s block ignores fields that the server doesn’t know', async () => {
  const alpha = await team.entity('Alpha Corp.');
  const known = { entity: 'its', individual: true };
  const changed = await client.patch(`/signatory/${alpha}`, {
    instapages_config: { ...known, serif: true },
    nickname: 'A',
  });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.body.instapages_config).toEqual(known);
});

test('an entity’s new representative also signs for those for whom the entity signs', async () => {
  const [fund, partner, jane, john] = [
    await team.entity('Fund A'),
    await team.entity('Partner Corp.'),
    await team.person('Jane'),
    await team.person('John'),
  ];
  await team.relation(fund, partner);
  const [from, to] = [await team.relation(partner, jane), await team.relation(partner, john)];
  const chosen = await team.assign(await team.item('SPA'), fund, { auth_rep: from });
  const byDefault = await team.assign(await team.item('NDA'), fund);
  const sent = await team.assign(await team.item('Lease'), fund, { auth_rep: from });
  await team.status(sent.uuid, 'sent');
  const group = await team.group('Buyers');
  await client.post('/signing_group_member', { group, signatory: fund, auth_rep: from });
  const body = { entity_pk: partner, existing_representative_pk: from, new_representative_pk: to };
  const refused = await client.post('/signatory/replace-representative', body);
  expect(refused.body.error_message).toContain('“Lease”');
  await client.post('/signatory/replace-representative', { ...body, open_only: true });
  const after = await team.list('/assignments/assignment');
  const representative = (id: string) => after.find(({ uuid }) => uuid === id)?.auth_rep;
  expect([chosen, byDefault, sent].map(({ uuid }) => representative(uuid))).toEqual([to, to, from]);
  expect(await team.list('/signing_group_member')).toMatchObject([{ auth_rep: to }]);
});

test('an entity that represents another is replaced with everything that was signed through it', async () => {
  const [fund, partner, successor, jane, ann] = [
    await team.entity('Fund A'),
    await team.entity('Partner Corp.'),
    await team.entity('Successor Corp.'),
    await team.person('Jane'),
    await team.person('Ann'),
  ];
  const [from, to] = [await team.relation(fund, partner), await team.relation(fund, successor)];
  const byJane = await team.relation(partner, jane);
  await team.relation(successor, ann);
  const open = await team.assign(await team.item('SPA'), fund, { auth_rep: byJane });
  const sent = await team.assign(await team.item('Lease'), fund, { auth_rep: byJane });
  await team.status(sent.uuid, 'sent');
  const group = await team.group('Buyers');
  await client.post('/signing_group_member', { group, signatory: fund, auth_rep: byJane });
  const body = { entity_pk: fund, existing_representative_pk: from, new_representative_pk: to };
  const refused = await client.post('/signatory/replace-representative', body);
  expect(refused.status).toBe(422);
  expect(refused.body.error_message).toContain('“Lease”');
  const answer = await client.post('/signatory/replace-representative', { ...body, open_only: true });
  expect(answer.body).toMatchObject([{ uuid: open.uuid, auth_rep: to }]);
  expect(await team.list('/signing_group_member')).toMatchObject([{ auth_rep: to }]);
});

test('replacing a representative affects one entity, and nobody signs twice for it', async () => {
  const [fund, other, partner, jane, john] = [
    await team.entity('Fund A'),
    await team.entity('Fund B'),
    await team.entity('Partner Corp.'),
    await team.person('Jane'),
    await team.person('John'),
  ];
  await team.relation(fund, partner);
  await team.relation(other, partner);
  const from = await team.relation(partner, jane);
  const to = await team.relation(fund, john);
  const [spa, nda] = [await team.item('SPA'), await team.item('NDA')];
  const mine = await team.assign(spa, fund, { auth_rep: from });
  const theirs = await team.assign(spa, other, { auth_rep: from });
  const twice = await team.assign(nda, fund, { auth_rep: from });
  await team.assign(nda, fund, { auth_rep: to });
  const group = await team.group('Buyers');
  for (const signatory of [fund, other])
    await client.post('/signing_group_member', { group, signatory, auth_rep: from });
  const body = { entity_pk: fund, existing_representative_pk: from, new_representative_pk: to };
  const refused = await client.post('/signatory/replace-representative', body);
  expect([refused.status, refused.body.error_message]).toEqual([
    422,
    'The representative can’t be replaced: the new one would sign “NDA” twice for one signatory. Remove one of the two assignments first.',
  ]);
  const answer = await client.post('/signatory/replace-representative', { ...body, open_only: true });
  expect(answer.body).toMatchObject([{ uuid: mine.uuid, auth_rep: to }]);
  const after = await team.list('/assignments/assignment');
  for (const { uuid } of [theirs, twice])
    expect(after.find((each) => each.uuid === uuid)).toMatchObject({ auth_rep: from });
  expect(await team.list('/signing_group_member')).toMatchObject([{ auth_rep: to }, { auth_rep: from }]);
});

test('if two officers of a replaced entity sign, everything is refused, or one signature remains', async () => {
  const [fund, partner, successor, jane, john, ann] = [
    await team.entity('Fund A'),
    await team.entity('Partner Corp.'),
    await team.entity('Successor Corp.'),
    await team.person('Jane'),
    await team.person('John'),
    await team.person('Ann'),
  ];
  const [from, to] = [await team.relation(fund, partner), await team.relation(fund, successor)];
  const [byJane, byJohn] = [await team.relation(partner, jane), await team.relation(partner, john)];
  await team.relation(successor, ann);
  const spa = await team.item('SPA');
  const first = await team.assign(spa, fund, { auth_rep: byJane });
  const second = await team.assign(spa, fund, { auth_rep: byJohn });
  const nda = await team.assign(await team.item('NDA'), fund, { auth_rep: byJohn });
  const capacities = async () =>
    new Map((await team.list('/assignments/assignment')).map(({ uuid, auth_rep }) => [uuid, auth_rep]));
  const body = { entity_pk: fund, existing_representative_pk: from, new_representative_pk: to };
  const refused = await client.post('/signatory/replace-representative', body);
  expect(refused.status).toBe(422);
  expect(refused.body.error_message).toContain('would sign “SPA” twice');
  expect((await capacities()).get(nda.uuid)).toBe(byJohn);
  await client.post('/signatory/replace-representative', { ...body, open_only: true });
  const after = await capacities();
  expect([first, second, nda].map(({ uuid }) => after.get(uuid))).toEqual([to, byJohn, to]);
});

describe('a reminder', () => {
  test('goes to a person with a page out for signature, also through an entity, once a day', async () => {
    const [alpha, jane] = [
      await team.entity('Alpha Corp.'),
      await team.person('Jane', { email: 'jane@alpha.test' }),
    ];
    const auth_rep = await team.relation(alpha, jane);
    const remind = async (body: object = {}) => client.post(`/signatory/${jane}/send_reminder`, body);
    const { uuid } = await team.assign(await team.item('SPA'), alpha, { auth_rep });
    expect((await remind()).body.error_message).toBe('Nothing is waiting for Jane’s signature.');
    await team.sentPacket([uuid]);
    expect((await remind()).status).toBe(204);
    const again = await remind();
    expect([again.status, again.body.error_message]).toEqual([
      422,
      'Jane was already reminded in the last 24 hours.',
    ]);
    expect((await remind({ force: true })).status).toBe(204);
    const mails = await server.services.db
      .selectFrom('mails')
      .select(['to_address', 'text'])
      .where('kind', '=', 'signing_reminder')
      .execute();
    expect(mails).toHaveLength(2);
    expect(mails[0]).toMatchObject({ to_address: 'jane@alpha.test' });
    expect(mails[0]?.text).toContain('“SPA”');
    const { body } = await client.get(`/signatory/${jane}/audit_log`);
    const reminder = body.find(({ subject }: { subject: string }) => subject === 'reminder');
    expect(reminder).toMatchObject({ actor: { name: 'Mo Member' } });
  });
});
