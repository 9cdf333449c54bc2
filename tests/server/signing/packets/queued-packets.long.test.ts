import { v7 } from 'uuid';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../../support/test-client.ts';
import { client, desk, mailbox, openSigning, server, team } from '../open-signing.ts';

const WAIT = { timeout: 60_000 };

let colleague: TestClient;

openSigning();
beforeAll(async () => {
  colleague = await server.signIn('colleague@firm.test');
});
beforeEach(async () => {
  const user_uuid = (await colleague.get('/authentication/user/me')).body.uuid;
  const added = await client.post('/transactions/participant', { transaction_uuid: team.deal, user_uuid });
  expect(added.status, added.text).toBe(201);
});

interface Person {
  signatory: string;
  email: string;
  assignments: string[];
}

/** Creates a person who signs a document that has no file yet. */
async function person(name: string, given: { email?: string } = {}): Promise<Person> {
  const email = given.email ?? `${v7()}@alpha.test`;
  const signatory = await team.person(name, { email });
  const { uuid } = await team.assign(await team.item(`SPA of ${name}`), signatory);
  return { signatory, email, assignments: [uuid] };
}

interface Chain {
  fund: string;
  partner: string;
  /** The relation between the partner and Jane. */
  relation: string;
  jane: Person;
}

/** Creates a chain: Jane signs for a partner, which signs for a fund. */
async function signsForFund(): Promise<Chain> {
  const email = `${v7()}@alpha.test`;
  const signatory = await team.person('Jane Doe', { email });
  const [fund, partner] = [await team.entity('Fund LP'), await team.entity('GP Corp')];
  const relation = await team.relation(partner, signatory);
  await team.relation(fund, partner);
  const { uuid } = await team.assign(await team.item('SPA of Fund LP'), fund);
  return { fund, partner, relation, jane: { signatory, email, assignments: [uuid] } };
}

/** The warning about a document that has no file yet. */
const noFile = (name: string) =>
  `SPA of ${name}: there is no document yet, so signatories see only the signature page.`;

const rowOf = async (packet: string) => (await team.list('/packet')).find(({ uuid }) => uuid === packet);

/**
 * Sends what a device sends once it is online again: the creation of the packet, and the request that queues
 * it.
 */
function decided(name: string, { signatory, assignments }: Person, change: object = {}) {
  const packet = v7();
  const creation = {
    uuid: v7(),
    transaction: team.deal,
    signatories: [signatory],
    packets: [{ uuid: packet, signatory, needs_paper: false }],
  };
  const seen = { version: Number.MAX_SAFE_INTEGER, assignments, warnings: [noFile(name)], ...change };
  const sending = { message: 'From the plane.', expires_on: null, after: [] as string[], seen };
  return { packet, creation, sending };
}

type Decided = ReturnType<typeof decided>;

async function replay({ packet, creation, sending }: Decided, key?: string): Promise<void> {
  const extra = (name: string) =>
    key === undefined ? {} : { headers: { 'idempotency-key': `${key.slice(0, -1)}${name}` } };
  const made = await client.post('/assignments/create_packet', creation, extra('1'));
  expect(made.status, made.text).toBe(201);
  const queued = await client.post(`/packet/${packet}/queue`, { sending }, extra('2'));
  expect(queued.status, queued.text).toBe(200);
}

const versionOf = async () => {
  const { version } = await server.services.db
    .selectFrom('transactions')
    .select('version')
    .where('uuid', '=', team.deal)
    .executeTakeFirstOrThrow();
  return version;
};

/** Waits until a packet is created and held. Returns the reason in the sender's notification. */
async function heldReason(packet: string): Promise<string> {
  await expect.poll(async () => (await rowOf(packet))?.['held_reason'], WAIT).toEqual(expect.any(String));
  const row = await rowOf(packet);
  expect(row).toMatchObject({ status: 'ready', queued: null, sent_at: null });
  const reason = String(row?.['held_reason']);
  const { body: notifications } = await client.get('/notifications');
  const titles = notifications
    .filter((each: { notification_type: string }) => each.notification_type === 'packet_held')
    .map(({ title }: { title: string }) => title);
  expect(titles).toContainEqual(expect.stringContaining(`wasn’t sent. ${reason}`));
  return reason;
}

test('a packet that was created and sent without a network goes out once it is made, and only once', async () => {
  const jane = await person('Jane Doe');
  const plan = decided('Jane Doe', jane);
  const key = v7();
  await replay(plan, key);
  await replay(plan, key);
  const room = await desk.open(await desk.linkFor(jane.email));
  expect(room.message).toBe('From the plane.');
  // The response to the first request was lost, and its key has expired.
  await replay(plan);
  expect(await rowOf(plan.packet)).toMatchObject({ status: 'sent', queued: null });
  expect(await team.list('/packet')).toHaveLength(1);
  expect(mailbox.received.filter(({ to }) => to.includes(jane.email))).toHaveLength(1);
});

test('a packet that has a warning which its sender hasn’t seen is held', async () => {
  const plan = decided('Jane Doe', await person('Jane Doe'), { warnings: [] });
  await replay(plan);
  expect(await heldReason(plan.packet)).toBe(`Check this, then send it: ${noFile('Jane Doe')}`);
});

test('a packet with a page that was assigned in the meantime is held', async () => {
  const jane = await person('Jane Doe');
  const plan = decided('Jane Doe', jane);
  await team.assign(await team.item('Side Letter'), jane.signatory);
  await replay(plan);
  expect(await heldReason(plan.packet)).toContain('It has a page that you hadn’t seen');
});

test('a packet whose signatory a colleague has renamed in the meantime is held, but not because of the sender’s own changes', async () => {
  const [jane, john] = [await person('Jane Doe'), await person('John Roe')];
  const version = await versionOf();
  await client.patch(`/signatory/${john.signatory}`, { full_name: 'John A. Roe' });
  await colleague.patch(`/signatory/${jane.signatory}`, { full_name: 'Jane B. Doe' });
  const [changed, own] = [decided('Jane Doe', jane, { version }), decided('John Roe', john, { version })];
  await replay(changed);
  await replay(own);
  expect(await heldReason(changed.packet)).toContain('Someone else has changed its pages');
  await desk.linkFor(john.email);
});

test.each([
  [
    'the entity at the top',
    async ({ fund }: Chain) => colleague.patch(`/signatory/${fund}`, { full_name: 'Fund II LP' }),
  ],
  [
    'the entity in between',
    async ({ partner }: Chain) => colleague.patch(`/signatory/${partner}`, { full_name: 'GP II Corp' }),
  ],
  [
    'a title in the chain',
    async ({ partner, relation }: Chain) =>
      colleague.patch(`/signatory/${partner}/representative/${relation}`, { title: 'Director' }),
  ],
  [
    'the paper size',
    async () => colleague.patch(`/transactions/transaction/${team.deal}`, { paper_size: 'a4' }),
  ],
  [
    'the deal’s name',
    async () => colleague.patch(`/transactions/transaction/${team.deal}`, { name: 'Project Birch' }),
  ],
])('a packet is held if a colleague has changed %s in the meantime', async (_what, change) => {
  const chain = await signsForFund();
  const plan = decided('Fund LP', chain.jane, { version: await versionOf() });
  expect((await change(chain)).status).toBe(200);
  await replay(plan);
  expect(await heldReason(plan.packet)).toContain('Someone else has changed its pages');
});

/** Creates a packet for Jane, who signs with a group and has a value for a field. */
async function signsWithGroup() {
  const email = `${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  const group = await team.group('Buyers', [jane]);
  const asked = { item: await team.item('SPA of Jane Doe') };
  const { body: followed } = await client.post(`/signing_group/${group}/assign_dynamic`, asked);
  const field = { transaction: team.deal, custom_keys: [{ key: 'Amount' }] };
  const [{ uuid: key }] = (await client.post('/transactions/custom_key/bulk_create', field)).body;
  const value = { transaction: team.deal, signatory: jane, custom_key: key, value: '$5' };
  expect((await client.post('/transactions/custom_value', value)).status).toBe(201);
  const assignments = (await team.list('/assignments/assignment')).map(({ uuid }) => uuid);
  return { group, followed: String(followed.uuid), key, jane: { signatory: jane, email, assignments } };
}

type WithGroup = Awaited<ReturnType<typeof signsWithGroup>>;

test.each([
  [
    'the caption of a group on its page',
    async ({ followed }: WithGroup) =>
      colleague.patch(`/assignments/dynamic_assignment/${followed}`, { header: 'THE BUYERS' }),
  ],
  [
    'the name of a group',
    async ({ group }: WithGroup) => colleague.patch(`/signing_group/${group}`, { name: 'Purchasers' }),
  ],
  [
    'the key of a field',
    async ({ key }: WithGroup) => colleague.patch(`/transactions/custom_key/${key}`, { key: 'Commitment' }),
  ],
  [
    'whether the deal’s documents are deeds',
    async () => colleague.patch(`/transactions/transaction/${team.deal}`, { is_deed_transaction: true }),
  ],
])(
  'a packet of a group’s member is held if a colleague has changed %s in the meantime',
  async (_what, change) => {
    const whole = await signsWithGroup();
    const plan = decided('Jane Doe', whole.jane, { version: await versionOf() });
    const changed = await change(whole);
    expect(changed.status, changed.text).toBe(200);
    await replay(plan);
    expect(await heldReason(plan.packet)).toContain('Someone else has changed its pages');
  },
);

test('a change of the deal that no page shows doesn’t hold a packet', async () => {
  const { jane } = await signsForFund();
  const plan = decided('Fund LP', jane, { version: await versionOf() });
  const changed = await colleague.patch(`/transactions/transaction/${team.deal}`, {
    description: 'Closes in May.',
  });
  expect(changed.status, changed.text).toBe(200);
  await replay(plan);
  await desk.linkFor(jane.email);
});

test('a packet whose pages have to be signed on paper by now is held under the id that its device gave it', async () => {
  const jane = await person('Jane Doe');
  const plan = decided('Jane Doe', jane);
  const noted = await colleague.patch(`/assignments/assignment/${jane.assignments[0]}`, {
    requires_notary: true,
  });
  expect(noted.status, noted.text).toBe(200);
  await replay(plan);
  await heldReason(plan.packet);
  expect(await rowOf(plan.packet)).toMatchObject({ needs_paper: true });
});

test('a colleague’s decision about a packet is neither replaced nor withdrawn by another one', async () => {
  const [jane, john] = [await person('Jane Doe'), await person('John Roe')];
  const [first, then] = [decided('Jane Doe', jane), decided('John Roe', john)];
  then.sending.after = [first.packet];
  await replay(first);
  await replay(then);
  const refused = await colleague.post(`/packet/${then.packet}/queue`, { sending: then.sending });
  expect(refused.status).toBe(422);
  expect(refused.body.error_message).toContain('A colleague has already queued this packet');
  const kept = await colleague.post(`/packet/${then.packet}/queue`, { sending: null });
  expect(kept.status).toBe(422);
  expect(kept.body.error_message).toContain('A colleague has queued this packet, so it stays queued');
  expect(await rowOf(then.packet)).toMatchObject({ queued: { waits_for: [first.packet] } });
});

test('a packet that can’t be sent is held with what is wrong, and goes out later by hand', async () => {
  const jane = await person('Jane Doe', { email: '' });
  const plan = decided('Jane Doe', jane);
  await replay(plan);
  expect(await heldReason(plan.packet)).toBe('Jane Doe has no email address.');
  const email = `${v7()}@alpha.test`;
  await client.patch(`/signatory/${jane.signatory}`, { email });
  const sent = await client.post(`/packet/${plan.packet}/send`, {});
  expect(sent.body, sent.text).toMatchObject({ status: 'sent', held_reason: null });
});

test('packets are sent in the order that was chosen without a network', async () => {
  const [jane, john] = [await person('Jane Doe'), await person('John Roe')];
  const [first, then] = [decided('Jane Doe', jane), decided('John Roe', john)];
  then.sending.after = [first.packet];
  await replay(first);
  await replay(then);
  const token = await desk.linkFor(jane.email);
  expect(await rowOf(then.packet)).toMatchObject({ sent_at: null, queued: { waits_for: [first.packet] } });
  await desk.signAll(token);
  await desk.act(token, 'finish');
  await desk.linkFor(john.email);
});

test('a decision can be taken back until the packet is sent', async () => {
  const [jane, john] = [await person('Jane Doe'), await person('John Roe')];
  const [first, then] = [decided('Jane Doe', jane), decided('John Roe', john)];
  then.sending.after = [first.packet];
  await replay(first);
  await replay(then);
  const kept = await client.post(`/packet/${then.packet}/queue`, { sending: null });
  expect(kept.body, kept.text).toMatchObject({ queued: null, held_reason: null });
  await desk.linkFor(jane.email);
  const tooLate = await client.post(`/packet/${first.packet}/queue`, { sending: null });
  expect(tooLate.status).toBe(422);
  expect(tooLate.body.error_message).toContain('This packet has already been sent. Cancel it instead.');
});

test('a packet that a colleague has canceled in the meantime isn’t sent', async () => {
  const plan = decided('Jane Doe', await person('Jane Doe'));
  const made = await client.post('/assignments/create_packet', plan.creation);
  expect(made.status, made.text).toBe(201);
  await colleague.post(`/packet/${plan.packet}/cancel`, { reason: 'A new draft.' });
  const refused = await client.post(`/packet/${plan.packet}/queue`, { sending: plan.sending });
  expect(refused.status).toBe(422);
  expect(refused.body.error_message).toContain('This packet has ended, so it wasn’t sent.');
});

test('an id that another packet already has is refused', async () => {
  const [jane, john] = [await person('Jane Doe'), await person('John Roe')];
  const first = decided('Jane Doe', jane);
  await client.post('/assignments/create_packet', first.creation);
  const other = decided('John Roe', john);
  other.creation.packets = [{ uuid: first.packet, signatory: john.signatory, needs_paper: false }];
  const refused = await client.post('/assignments/create_packet', other.creation);
  expect(refused.body.error_code ?? refused.body.code, refused.text).toBe('uuid_taken');
});
