import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePacketKind } from '../../../../server/queue/job-kinds.ts';
import { RealServer } from '../../../chaos/real-server.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { until } from '../../../support/until.ts';
import { teamOf } from '../deal-team.ts';

const SIGNATORIES = 20;
const DOCUMENTS = 2;

let server: RealServer;

beforeAll(async () => {
  server = await RealServer.start();
});
afterAll(async () => server.stop());

test('packets whose server is killed while it creates them are each created once after it starts again', async () => {
  const [owner] = await server.addMembers(1);
  if (!owner) throw new Error('There are no members.');
  const { client } = owner;
  const { body: deal } = await client.post('/transactions/transaction', { name: 'Project Alder' });
  const team = teamOf({ services: server }, client, deal.uuid);
  const signatories: string[] = [];
  for (let at = 0; at < SIGNATORIES; at += 1) signatories.push(await team.person(`Signatory ${at}`));
  for (const name of ['SPA', 'NDA']) {
    const item = await team.item(name);
    const assignments = signatories.map((signatory) => ({ item, signatory }));
    expect((await client.post('/assignments/assignment/bulk_create', { assignments })).status).toBe(201);
  }
  const asked = { uuid: v7(), transaction: team.deal, signatories };
  const create = async () => client.post('/assignments/create_packet', asked);
  const progress = async () => (await client.get(`/assignments/create_packet/${asked.uuid}`)).body;
  const rowsOf = () =>
    server.db
      .selectFrom('packets')
      .select(['uuid', 'status', 'file_key', 'num_pages', 'version'])
      .where('transaction', '=', team.deal);

  const { body: requested } = await create();
  await until('the first packets are created', async () => (await progress()).progress > 0);
  const done = await server.db.transaction().execute(async (tx) => {
    // The job that creates the next packet waits for this lock, and is killed.
    await sql`select from transactions where uuid = ${team.deal} for update`.execute(tx);
    await until('a packet is being created', async () => {
      const { rows } = await sql`
        select from pgboss.job where name = ${makePacketKind.name} and state = 'active'
      `.execute(tx);
      return rows.length > 0;
    });
    await server.kill();
    return rowsOf().where('status', '=', 'ready').orderBy('uuid').execute();
  });
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThan(SIGNATORIES);
  await server.start();

  // The device repeats its request, as it does without a response.
  const again = await create();
  expect(again.status, again.text).toBe(201);
  const uuidsOf = ({ packets }: { packets: { uuid: string }[] }) => packets.map(({ uuid }) => uuid);
  expect(uuidsOf(again.body)).toEqual(uuidsOf(requested));
  expect((await progress()).progress).toBeGreaterThanOrEqual(done.length / SIGNATORIES);
  await until('all packets are created', async () => (await progress()).status === 'ready', 120_000);
  expect((await progress()).progress).toBe(1);

  const rows = await rowsOf().orderBy('uuid').execute();
  expect(rows).toHaveLength(SIGNATORIES);
  // What existed before the kill stays unchanged.
  expect(rows.filter(({ uuid }) => done.some((each) => each.uuid === uuid))).toEqual(done);
  const { count } = await server.db
    .selectFrom('packet_pages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('transaction', '=', team.deal)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(SIGNATORIES * DOCUMENTS);
  const killed = rows.find(({ uuid }) => !done.some((each) => each.uuid === uuid));
  const { body: found } = await client.post(`/packet/${killed?.uuid}/download`);
  const file = new Uint8Array(await (await fetch(found.redirect_url)).arrayBuffer());
  expect(await seePdf(file, 1)).toHaveLength(DOCUMENTS);
});
