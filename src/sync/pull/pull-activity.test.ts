import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEAL_FACTS } from '../../../tests/support/deal-facts.ts';
import { ScriptedServer } from '../../../tests/support/scripted-server.ts';
import type { Act, Activity } from '../../contract/entities/transactions/activity.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { camelize } from '../../db/codec.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { moveElements } from '../../db/commands/checklist/move-elements.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { ACCOUNT_LANE } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { applyDeals } from './deal-list/apply-deals.ts';
import type { Leadership } from '../engine/leader.ts';
import { pullSource } from './pull.ts';
import { createTransport, type Transport } from '../transport/transport.ts';

const AT = '2026-01-01T00:00:00.000Z';
const deal = newUuid();
const user = newUuid();

let server: ScriptedServer;
let transport: Transport;
let db: MirrorDatabase;
let leadership: Leadership;

beforeAll(async () => {
  server = await ScriptedServer.start();
  transport = createTransport({ origin: server.origin });
});
afterAll(async () => server.close());
beforeEach(async () => {
  server.seen.length = 0;
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  leadership = { db, epoch: 1 };
  await db.transactions.put(
    camelize({
      ...DEAL_FACTS,
      uuid: deal,
      name: 'Project Alder',
      created_at: AT,
      created_by: { uuid: user, name: 'Margaret Whitfield' },
      organization: user,
      url: '',
      version: 1,
      modified_at: AT,
      modified_by: user,
    }),
  );
  return async () => db.delete();
});

function act(version: number): Act {
  const actor = { uuid: user, name: 'Margaret Whitfield' };
  return { version, at: AT, actor, command: 'elements.create', subjects: [], num_subjects: 1 };
}

/** The server's log, in pages of two acts. */
function serve(epoch: string, ...versions: number[]): void {
  server.script = ({ url }) => {
    const query = new URL(url, 'http://server').searchParams;
    const goesOn = query.get('epoch') === epoch;
    const acts = versions.filter((version) => !goesOn || version > Number(query.get('since')));
    const page = acts.slice(0, 2);
    const body: Activity = {
      epoch,
      version: page.at(-1) ?? versions.at(-1) ?? 0,
      complete: !goesOn,
      more: acts.length > 2,
      acts: page.map(act),
    };
    return { status: 200, body };
  };
}

async function pull(): Promise<unknown> {
  return pullSource(leadership, transport, deal, 'activity');
}

async function known(): Promise<number[]> {
  return (await db.activity.toArray()).map(({ version }) => version);
}

test('[PULL16] the activity arrives page by page, and later only new entries are requested', async () => {
  serve('one', 1, 2, 3, 4, 5);
  await pull();
  expect(await known()).toEqual([1, 2, 3, 4, 5]);
  expect(server.seen).toHaveLength(3);
  serve('one', 1, 2, 3, 4, 5, 7);
  await pull();
  expect(await known()).toEqual([1, 2, 3, 4, 5, 7]);
  expect(server.seen.at(-1)?.url).toContain('since=5');
});

test('[PULL16] a pull that was interrupted between two pages continues from there', async () => {
  serve('one', 1, 2, 3);
  const { script } = server;
  server.script = (request) =>
    request.url.includes('since') ? { status: 503, body: 'down' } : script(request);
  expect(await pull()).toMatchObject({ outcome: 'held' });
  expect(await known()).toEqual([1, 2]);
  serve('one', 1, 2, 3);
  await pull();
  expect(await known()).toEqual([1, 2, 3]);
});

test('[PULL16] a log of a server with a different history is read from the beginning', async () => {
  serve('one', 1, 2, 3);
  await pull();
  serve('two', 1, 3);
  await pull();
  expect(await known()).toEqual([1, 3]);
});

test('[PULL16] a deal that was purged and listed again during a pull is read from the beginning', async () => {
  serve('one', 1, 2, 3, 4);
  const { script } = server;
  const row = await db.transactions.get(deal);
  server.script = async (request) => {
    if (request.url.includes('since=2') && row) {
      await applyDeals(leadership, { tick: 1000, told: [], pages: [], unchanged: [] });
      await db.transactions.put(row);
    }
    return script(request);
  };
  await pull();
  expect(await known()).toEqual([]);
  server.script = script;
  await pull();
  expect(await known()).toEqual([1, 2, 3, 4]);
});

test('[PULL16] the activity is deleted with its deal, and does not return with a late response', async () => {
  serve('one', 1, 2, 3);
  const purge = async () => applyDeals(leadership, { tick: 1000, told: [], pages: [], unchanged: [] });
  const { script } = server;
  server.script = async (request) => {
    if (request.url.includes('since')) await purge();
    return script(request);
  };
  await pull();
  expect(await known()).toEqual([]);
  expect(await db.cursors.toCollection().primaryKeys()).toEqual([`${ACCOUNT_LANE}/transactions`]);
});

describe('[PULL19] the notice that another’s move came after the user’s own', () => {
  const header = newUuid();
  const moved = (version: number, uuid: string, name: string): Act => ({
    ...act(version),
    actor: { uuid, name },
    subjects: [
      {
        kind: 'header',
        uuid: header,
        op: 'put',
        name: 'Corporate',
        was: null,
        fields: ['order', 'parent_element'],
        values: {},
      },
    ],
  });
  const mine = (version: number) => moved(version, db.userId, 'Daniel Okafor');
  const theirs = (version: number) => moved(version, user, 'Margaret Whitfield');
  /** The server's answers, one after another. */
  const tell = async (...pages: { complete?: boolean; acts: Act[] }[]) => {
    const left = [...pages];
    server.script = () => {
      const { complete = false, acts = [] } = left.shift() ?? {};
      const more = left.length > 0;
      const body: Activity = { epoch: 'one', version: acts.at(-1)?.version ?? 0, complete, more, acts };
      return { status: 200, body };
    };
    await pull();
  };
  const told = async () => (await db.notices.toArray()).map(({ message }) => message);
  const message =
    'Margaret Whitfield moved “Corporate” in Project Alder after you did. It is now where they put it.';

  test('appears once, with the name of the deal, and not if all activity is read again', async () => {
    await tell({ complete: true, acts: [mine(1)] });
    await tell({ acts: [theirs(2)] });
    await tell({ acts: [act(3)] });
    expect(await told()).toEqual([message]);
    await tell({ complete: true, acts: [mine(1), theirs(2)] });
    expect(await told()).toEqual([message]);
  });

  test('does not appear for later pages of a deal that is read from the beginning', async () => {
    await tell({ complete: true, acts: [mine(1)] }, { acts: [act(2)] }, { acts: [theirs(3)] });
    expect(await told()).toEqual([]);
    await tell({ acts: [mine(4)] });
    await tell({ acts: [theirs(5)] });
    expect(await told()).toEqual([message]);
  });

  test('does not appear if reading from the beginning was interrupted', async () => {
    const whole: Activity = { epoch: 'one', version: 1, complete: true, more: true, acts: [mine(1)] };
    server.script = ({ url }) =>
      url.includes('since') ? { status: 503, body: 'down' } : { status: 200, body: whole };
    await pull();
    await tell({ acts: [theirs(2)] });
    expect(await told()).toEqual([]);
  });

  test('does not appear for a row that the user moved again, on a later page or in an unsent edit', async () => {
    await tell({ complete: true, acts: [mine(1)] });
    await tell({ acts: [theirs(2)] }, { acts: [mine(3)] });
    expect(await told()).toEqual([]);
    await createHeader(db, { transaction: deal, uuid: header, label: 'Corporate', parent: TOP, after: null });
    await db.outbox.clear();
    await moveElements(db, { transaction: deal, ids: [header], parent: TOP, after: null });
    await tell({ acts: [theirs(4)] });
    expect(await told()).toEqual([]);
  });

  test('covers pages that are new together, and no earlier ones', async () => {
    await tell({ complete: true, acts: [mine(1), theirs(2)] });
    await tell({ acts: [mine(3)] }, { acts: [theirs(4)] });
    expect(await told()).toEqual([message]);
  });
});
