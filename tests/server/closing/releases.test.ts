import { v7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant } from '../support/test-server.ts';
import { client, openSigning, server, team } from '../signing/open-signing.ts';

let partner: TestClient;
let counsel: TestClient;

openSigning({ role: 'web' });
beforeAll(async () => {
  partner = await server.signIn('admin@firm.test');
  counsel = await server.signIn('counsel@outside.test');
});
beforeEach(async () => {
  await addParticipant(server, team.deal, 'counsel@outside.test');
});

const PATH = '/transactions/release';

/** Creates a document with one signature of each person, all with this status. */
async function signedItem(name: string, people: readonly string[], status: 'sent' | 'executed' = 'executed') {
  const item = await team.item(name);
  const assignments: string[] = [];
  for (const person of people) {
    const { uuid } = await team.assign(item, person);
    await team.status(uuid, status);
    assignments.push(uuid);
  }
  return { item, assignments };
}

async function prepare(body: object): Promise<string> {
  const made = await client.post(PATH, { transaction: team.deal, ...body });
  expect(made.status, made.text).toBe(201);
  return made.body.uuid;
}

const act = async (by: TestClient, release: string, name: string, body: object = {}) =>
  by.post(`${PATH}/${release}/${name}`, body);

async function confirmTwice(release: string): Promise<void> {
  for (const by of [client, partner]) {
    const answer = await act(by, release, 'confirm');
    expect(answer.status, answer.text).toBe(200);
  }
}

const statuses = async () =>
  Object.fromEntries((await team.list('/assignments/assignment')).map((row) => [row.uuid, row['status']]));

describe('a release', () => {
  test('needs every condition, every page and two people, says what is missing, and releases everything at once', async () => {
    const jane = await team.person('Jane Doe');
    const spa = await signedItem('SPA', [jane]);
    const nda = await signedItem('NDA', [jane, await team.person('Sam Roe')], 'sent');
    const condition = v7();
    const release = await prepare({
      items: [spa.item, nda.item],
      effective_date: '2026-03-02',
      conditions: [{ uuid: condition, text: 'Funds received' }],
    });
    const tooEarly = await act(client, release, 'release');
    expect(tooEarly.status).toBe(422);
    expect(tooEarly.body.error_message).toBe(
      'These pages aren’t signed and accepted yet: Jane Doe in “NDA” and Sam Roe in “NDA”. These conditions aren’t met yet: “Funds received”. 2 people must confirm the release.',
    );
    expect((await act(client, release, 'confirm')).status).toBe(422);
    for (const each of nda.assignments) await team.status(each, 'executed');
    const met = await act(client, release, 'meet', { condition });
    expect(met.body.conditions[0]).toMatchObject({ met_by: expect.any(String), met_at: expect.any(String) });
    await act(client, release, 'confirm');
    await act(client, release, 'confirm');
    const alone = await act(client, release, 'release');
    expect(alone.body.error_message).toBe('One more person must confirm the release.');
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['executed']));
    await act(partner, release, 'confirm');
    const released = await act(client, release, 'release');
    expect(released.status, released.text).toBe(200);
    expect(released.body).toMatchObject({ status: 'released', effective_date: '2026-03-02' });
    expect(released.body.signatures.toSorted()).toEqual([...spa.assignments, ...nda.assignments].toSorted());
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['released']));
  });

  test('can’t be confirmed by a person who saw different signatures or an earlier date', async () => {
    const { item, assignments } = await signedItem('SPA', [await team.person('Jane Doe')]);
    const release = await prepare({ items: [item] });
    const { version } = (await client.get(`${PATH}?transaction=${team.deal}`)).body[0];
    const seen = await act(partner, release, 'confirm', { signatures: [v7()] });
    expect([seen.status, seen.body.error_message]).toEqual([
      422,
      'The signatures in this release have changed. Review them, then confirm again.',
    ]);
    await client.patch(`${PATH}/${release}`, { effective_date: '2026-03-03' });
    const confirm = async (base: number) =>
      partner.post(
        `${PATH}/${release}/confirm`,
        { signatures: assignments },
        { headers: { 'x-base-version': String(base) } },
      );
    expect((await confirm(version)).status).toBe(409);
    const { version: current } = (await client.get(`${PATH}?transaction=${team.deal}`)).body[0];
    expect((await confirm(current)).status).toBe(200);
  });

  test('does not count the confirmation of somebody who has left the transaction', async () => {
    const { item } = await signedItem('SPA', [await team.person('Jane Doe')]);
    const release = await prepare({ items: [item] });
    await confirmTwice(release);
    const { db } = server.services;
    await db
      .updateTable('participants')
      .set({ deleted: true })
      .where('transaction', '=', team.deal)
      .where('user_uuid', 'in', (users) =>
        users.selectFrom('users').select('uuid').where('email', '=', 'member@firm.test'),
      )
      .execute();
    const refused = await act(partner, release, 'release');
    expect(refused.body.error_message).toBe('One more person must confirm the release.');
  });

  test('covers part of a deal: the pages of one party, and those that replaced them', async () => {
    const [jane, sam] = [await team.person('Jane Doe'), await team.person('Sam Roe')];
    const { item, assignments } = await signedItem('SPA', [jane, sam]);
    const [own = '', other = ''] = assignments;
    const release = await prepare({ assignments: [own] });
    const page = (await team.list('/assignments/assignment')).find(({ uuid }) => uuid === own);
    await team.status(own, 'rejected');
    const again = await team.assign(item, jane, { item_page_uuid: page?.['item_page_uuid'] });
    expect((await act(client, release, 'release')).body.error_message).toContain('Jane Doe in “SPA”');
    await team.status(again.uuid, 'executed');
    await confirmTwice(release);
    expect((await act(client, release, 'release')).status).toBe(200);
    expect(await statuses()).toMatchObject({
      [own]: 'rejected',
      [again.uuid]: 'released',
      [other]: 'executed',
    });
  });

  test('needs new confirmations after a change, a reopened condition or another page', async () => {
    const jane = await team.person('Jane Doe');
    const { item } = await signedItem('SPA', [jane]);
    const condition = v7();
    const release = await prepare({
      items: [item],
      conditions: [{ uuid: condition, text: 'Funds received' }],
    });
    await act(client, release, 'meet', { condition });
    const missing = async () => (await act(client, release, 'release')).body.error_message;

    await confirmTwice(release);
    await client.patch(`${PATH}/${release}`, { effective_date: '2026-03-03' });
    expect(await missing()).toMatch(/^2 people must confirm/);

    await confirmTwice(release);
    await act(client, release, 'meet', { condition, met: false });
    await act(client, release, 'meet', { condition });
    expect(await missing()).toMatch(/^2 people must confirm/);

    await confirmTwice(release);
    const added = await team.assign(item, await team.person('Sam Roe'));
    await team.status(added.uuid, 'executed');
    expect(await missing()).toMatch(/^2 people must confirm/);

    await confirmTwice(release);
    await act(partner, release, 'confirm', { confirmed: false });
    expect(await missing()).toBe('One more person must confirm the release.');
  });

  test('that was withdrawn releases nothing and stays as it is', async () => {
    const { item, assignments } = await signedItem('SPA', [await team.person('Jane Doe')]);
    const release = await prepare({ items: [item] });
    await confirmTwice(release);
    const withdrawn = await act(client, release, 'withdraw', { reason: 'The bank needs a day.' });
    expect(withdrawn.body).toMatchObject({ status: 'withdrawn', withdrawn_reason: 'The bank needs a day.' });
    for (const name of ['release', 'confirm', 'withdraw']) {
      const answer = await act(partner, release, name);
      expect(answer.status).toBe(422);
      expect(answer.body.error_message).toBe(
        'Mo Member has withdrawn this release, so nothing was released.',
      );
    }
    expect((await client.patch(`${PATH}/${release}`, { name: 'B' })).status).toBe(422);
    expect(await statuses()).toEqual({ [assignments[0] ?? '']: 'executed' });
  });

  test('happens once if two people carry it out at the same time, and the second one learns who was first', async () => {
    const { item } = await signedItem('SPA', [await team.person('Jane Doe')]);
    const release = await prepare({ items: [item] });
    await confirmTwice(release);
    const answers = await Promise.all([act(client, release, 'release'), act(partner, release, 'release')]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422']);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error_message).toMatch(/^(Mo Member|Ada Admin) has already released these pages\.$/);
    const ledger = await team.list('/transactions/ledger');
    expect(ledger.filter(({ event }) => event === 'released')).toHaveLength(1);
  });

  test('at the same time as a rejection either releases the page and the page stays, or releases nothing and the page is rejected', async () => {
    for (let round = 0; round < 6; round += 1) {
      const jane = await team.person(`Jane ${round}`);
      const { item, assignments } = await signedItem(`Document ${round}`, [
        jane,
        await team.person(`Sam ${round}`),
      ]);
      const [first = '', second = ''] = assignments;
      const release = await prepare({ items: [item] });
      await confirmTwice(release);
      const reject = () =>
        partner.post(`/assignments/assignment/${first}/reject`, { reason: 'Wrong name.', send_again: false });
      const race =
        round % 2 === 0
          ? [act(client, release, 'release'), reject()]
          : [reject(), act(client, release, 'release')];
      const answers = await Promise.all(race);
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422']);
      const now = await statuses();
      expect([now[first], now[second]]).toEqual(
        now[first] === 'released' ? ['released', 'released'] : ['rejected', 'executed'],
      );
    }
  });

  test('of pages that the deal doesn’t have, of nothing, or of both kinds is refused', async () => {
    const { item, assignments } = await signedItem('SPA', [await team.person('Jane Doe')]);
    const refused = [
      await client.post(PATH, { transaction: team.deal }),
      await client.post(PATH, { transaction: team.deal, items: [item], assignments }),
      await client.post(PATH, { transaction: team.deal, items: [await team.item('Empty')] }),
      await client.post(PATH, { transaction: team.deal, items: [v7()] }),
      await client.post(PATH, { transaction: team.deal, assignments: [v7()] }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 404, 404]);
  });

  test('keeps a condition’s state as long as its text stays the same', async () => {
    const { item } = await signedItem('SPA', [await team.person('Jane Doe')]);
    const [funds, lien] = [v7(), v7()];
    const release = await prepare({
      items: [item],
      conditions: [
        { uuid: funds, text: 'Funds received' },
        { uuid: lien, text: 'Lien released' },
      ],
    });
    for (const condition of [funds, lien]) await act(client, release, 'meet', { condition });
    const edited = await client.patch(`${PATH}/${release}`, {
      conditions: [
        { uuid: funds, text: 'Funds received' },
        { uuid: lien, text: 'All liens released' },
        { text: 'Opinion delivered' },
      ],
    });
    expect(edited.body.conditions.map((each: { met_at: unknown }) => each.met_at !== null)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test('isn’t overwritten by an older edit, and meeting a condition is no conflict', async () => {
  const { item } = await signedItem('SPA', [await team.person('Jane Doe')]);
  const condition = v7();
  const conditions = [{ uuid: condition, text: 'Funds received' }];
  const release = await prepare({ items: [item], conditions });
  const [{ version }] = (await client.get(`${PATH}?transaction=${team.deal}`)).body;
  const edit = async (by: TestClient, body: object) =>
    by.patch(`${PATH}/${release}`, body, { headers: { 'x-base-version': String(version) } });
  await act(partner, release, 'meet', { condition });
  const more = [...conditions, { text: 'Lien released' }];
  expect((await edit(partner, { conditions: more })).status).toBe(200);
  const late = await edit(client, { conditions });
  expect(late.status).toBe(409);
  expect(late.body.error_message).toMatch(/^Someone else changed this release\./);
  expect((await edit(client, { effective_date: '2026-03-02' })).body.conditions).toHaveLength(2);
});

describe('who may release', () => {
  test('is the organization that leads the deal, while others may confirm only pages that they collected', async () => {
    const { item, assignments } = await signedItem('SPA', [await team.person('Jane Doe')]);
    const release = await prepare({ items: [item] });
    const refused = [
      await counsel.post(PATH, { transaction: team.deal, items: [item] }),
      await counsel.patch(`${PATH}/${release}`, { name: 'Ours' }),
      await act(counsel, release, 'release'),
      await act(counsel, release, 'withdraw'),
      await act(counsel, release, 'confirm'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    await collect(counsel, assignments);
    await confirmTwice(release);
    expect((await act(client, release, 'release')).body.error_message).toMatch(
      /^.+ must confirm because it collected some of these pages\.$/,
    );
    expect((await act(counsel, release, 'confirm')).status).toBe(200);
    expect((await act(client, release, 'release')).status).toBe(200);
  });

  test('doesn’t include an organization that has left the deal, and the ledger says without whom it was released', async () => {
    const { item, assignments } = await signedItem('SPA', [await team.person('Jane Doe')]);
    const release = await prepare({ items: [item] });
    await collect(counsel, assignments);
    await act(counsel, release, 'confirm');
    const people = (await client.get(`/transactions/participant?transaction=${team.deal}`)).body;
    const outside = people.find(({ email }: { email: string }) => email === 'counsel@outside.test');
    const removed = await client.delete(`/transactions/participant/${outside.uuid}`);
    expect(removed.status, removed.text).toBeLessThan(300);
    expect((await act(client, release, 'release')).status).toBe(422);
    await confirmTwice(release);
    const released = await act(client, release, 'release');
    expect(released.status, released.text).toBe(200);
    const last = (await team.list('/transactions/ledger')).at(-1);
    expect(last).toMatchObject({ event: 'released', details: { without: [expect.stringMatching(/./)] } });
  });

  test('can be one person if an owner of the deal has decided so, and the ledger says so', async () => {
    const { item } = await signedItem('SPA', [await team.person('Jane Doe')]);
    const deal = `/transactions/transaction/${team.deal}`;
    expect((await client.get(deal)).body.release_confirmations).toBe(2);
    expect((await counsel.patch(deal, { release_confirmations: 1 })).status).toBe(403);
    expect((await client.patch(deal, { release_confirmations: 3 })).status).toBe(422);
    expect((await client.patch(deal, { release_confirmations: 1 })).body.release_confirmations).toBe(1);
    const release = await prepare({ items: [item] });
    await act(client, release, 'confirm');
    expect((await act(client, release, 'release')).status).toBe(200);
    const [first] = await team.list('/transactions/ledger');
    expect(first).toMatchObject({ event: 'confirmations_needed', details: { needed: 1, before: 2 } });
  });

  test('has to be confirmed again once fewer people are enough, but not once more are needed', async () => {
    const { item } = await signedItem('SPA', [await team.person('Jane Doe')]);
    const release = await prepare({ items: [item] });
    const deal = `/transactions/transaction/${team.deal}`;
    const confirmations = async () =>
      (await team.list(PATH)).find(({ uuid }) => uuid === release)?.['confirmations'];
    await act(client, release, 'confirm');
    await client.patch(deal, { release_confirmations: 1 });
    expect(await confirmations()).toEqual([]);
    expect((await act(client, release, 'release')).status).toBe(422);
    expect((await team.list('/transactions/ledger')).at(-1)).toMatchObject({
      event: 'confirmations_needed',
      details: { needed: 1, before: 2, cleared: [release] },
    });
    await act(client, release, 'confirm');
    await client.patch(deal, { release_confirmations: 2 });
    expect(await confirmations()).toHaveLength(1);
  });
});

/** Records these signatures as collected by another organization. */
async function collect(by: TestClient, assignments: readonly string[]): Promise<void> {
  const { organization } = (await by.get('/authentication/user/me')).body;
  const made = await client.post('/assignments/create_packet', {
    uuid: v7(),
    transaction: team.deal,
    assignments: [(await team.assign(await team.item('Other'), await team.person('Kim Poe'))).uuid],
  });
  await server.services.db
    .updateTable('packets')
    .set({ status: 'completed', sent_for: organization, assignments: [...assignments] })
    .where('uuid', '=', made.body.packets[0].uuid)
    .execute();
}
