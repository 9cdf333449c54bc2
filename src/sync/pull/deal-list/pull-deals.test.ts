import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEAL_FACTS } from '../../../../tests/support/deal-facts.ts';
import { newFileRow } from '../../../../tests/support/rows.ts';
import { ScriptedServer, type Answering, type Seen } from '../../../../tests/support/scripted-server.ts';
import type { Transaction } from '../../../contract/entities/transactions/transaction.ts';
import { deleteTransaction } from '../../../db/commands/transactions/delete-transaction.ts';
import { updateTransaction } from '../../../db/commands/transactions/update-transaction.ts';
import { MirrorDatabase } from '../../../db/database.ts';
import { keepSent, keepSentFile } from '../../../db/outbox/sent-edits.ts';
import { ACCOUNT_LANE } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { DEALS_A_PAGE } from './pull-deals.ts';
import { pullSource } from '../pull.ts';
import { createTransport, type Transport } from '../../transport/transport.ts';

const user = newUuid();

let server: ScriptedServer;
let transport: Transport;
let db: MirrorDatabase;
/** The server's content. */
let deals: Transaction[];

beforeAll(async () => {
  server = await ScriptedServer.start();
  transport = createTransport({ origin: server.origin });
});
afterAll(async () => server.close());
beforeEach(async () => {
  server.seen.length = 0;
  server.script = pageOfDeals;
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  // Two full pages and a partial one, all opened in different minutes.
  deals = Array.from({ length: 2 * DEALS_A_PAGE + 3 }, (_, n) => deal(n));
  await pull();
  server.seen.length = 0;
  return async () => db.delete();
});

function deal(minute: number): Transaction {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return {
    ...DEAL_FACTS,
    uuid: newUuid(),
    name: `Project ${minute}`,
    created_at: at,
    created_by: { uuid: user, name: 'Margaret Whitfield' },
    organization: user,
    url: '',
    version: 1,
    modified_at: at,
    modified_by: user,
  };
}

const place = ({ created_at, uuid }: Transaction) => `${created_at}_${uuid}`;

/** Responds like the server, with a tag derived from the content of the page. */
function pageOfDeals({ url, headers }: Seen): Answering {
  if (!url.includes('/transaction?'))
    return { status: 404, body: { code: 'not_found', error_message: 'No such deal.' } };
  const query = new URL(url, server.origin).searchParams;
  const after = query.get('after') ?? '';
  const archived = query.has('archived');
  const body = deals
    .filter((each) => each.archived === archived && place(each) > after)
    .toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
    .slice(0, Number(query.get('limit')));
  const etag = `"${body.map(({ uuid, version }) => `${uuid.slice(-6)}${version}`).join('')}"`.slice(-4000);
  return headers['if-none-match'] === etag ? { status: 304 } : { status: 200, body, headers: { etag } };
}

const pull = async () => pullSource({ db, epoch: 1 }, transport, ACCOUNT_LANE, 'transactions');

/** The names on this device that differ from the server's. */
async function differences(): Promise<string[]> {
  const here = new Map((await db.transactions.toArray()).map((row) => [row.uuid, row.name]));
  const there = new Map(deals.map(({ uuid, name }) => [uuid, name]));
  const names = [...new Set([...here.keys(), ...there.keys()])];
  return names.filter((uuid) => here.get(uuid) !== there.get(uuid));
}

/** Returns how the pages of the list were answered, in order, since the last call. */
async function answers(): Promise<number[]> {
  const seen = server.seen.splice(0).filter(({ url }) => !url.includes('archived'));
  return seen.map((request) => pageOfDeals(request).status);
}

describe('a deal list of more than one page', () => {
  it('[PULL1] arrives in full, page by page, and is not sent again while unchanged', async () => {
    expect(await differences()).toEqual([]);
    expect(await pull()).toEqual({ outcome: 'applied' });
    expect(await answers()).toEqual([304, 304, 304]);
    expect(await differences()).toEqual([]);
  });

  it('[PULL1] reads only the page with a changed deal again, and keeps the others', async () => {
    deals = deals.map((each, n) =>
      n === DEALS_A_PAGE + 7 ? { ...each, name: 'Renamed', version: 2 } : each,
    );
    await pull();
    expect(await answers()).toEqual([304, 200, 304]);
    expect(await differences()).toEqual([]);
  });

  it('[PULL1] reads only its last page again when a deal is created', async () => {
    deals = [...deals, deal(50_000)];
    await pull();
    expect(await answers()).toEqual([304, 304, 200]);
    expect(await differences()).toEqual([]);
  });

  it('[PULL1] drops a deleted deal from any page', async () => {
    for (const at of [0, DEALS_A_PAGE, DEALS_A_PAGE + 2, -1]) {
      const gone = deals.at(at)?.uuid;
      deals = deals.filter(({ uuid }) => uuid !== gone);
      await pull();
      expect(await differences()).toEqual([]);
    }
  });

  it('[PULL1] ends if the server has fewer deals than fit on a page, even none', async () => {
    deals = deals.slice(0, DEALS_A_PAGE);
    await pull();
    expect(await differences()).toEqual([]);
    deals = [];
    await pull();
    expect(await differences()).toEqual([]);
    expect(await db.transactions.count()).toBe(0);
  });
});

it('[LOST5] losing a deal deletes the copies of its files, but not those of others', async () => {
  server.script = (seen) =>
    seen.url.includes('/unknown')
      ? { status: 200, body: { unknown: [], restored_to: null } }
      : pageOfDeals(seen);
  const [lost = deal(0), other = deal(1)] = deals;
  const files = [lost, other].map(({ uuid }) => newFileRow(uuid));
  for (const file of files) {
    await db.fileBytes.add({ uuid: file.uuid, bytes: new Blob(['%PDF']) });
    await keepSentFile(db, file, newUuid(), new Date());
  }
  deals = deals.filter(({ uuid }) => uuid !== lost.uuid);
  await pull();
  expect(await db.fileBytes.toCollection().primaryKeys()).toEqual([files[1]?.uuid]);
});

describe('a deal that the user has deleted, and that the list lacks after an older backup was restored', () => {
  /** Deletes the first deal after an edit of it that the server has lost; returns the edit's id. */
  async function loseEdit({ acknowledged }: { acknowledged: boolean }): Promise<string> {
    const { uuid } = deals[0] ?? deal(0);
    await updateTransaction(db, { uuid, edits: { name: 'Project Alder' } });
    const edit = await db.outbox.toCollection().first();
    if (!edit) throw new Error('The edit is not in the outbox.');
    await keepSent(db, edit, new Date());
    await db.outbox.where({ id: edit.id }).delete();
    await deleteTransaction(db, { uuid });
    if (acknowledged) await db.outbox.toCollection().modify({ state: 'acked', tick: 1, awaiting: [] });
    deals = deals.filter((each) => each.uuid !== uuid);
    const unknown = { unknown: [edit.id], restored_to: null };
    server.script = (seen) =>
      seen.url.includes('/unknown') ? { status: 200, body: unknown } : pageOfDeals(seen);
    await pull();
    return edit.id;
  }

  it('[LOST1] leaves the lost edits in the tray if the user lost access before the deletion was sent', async () => {
    const id = await loseEdit({ acknowledged: false });
    expect(await db.rejected.toArray()).toMatchObject([{ id, code: 'restored' }]);
    expect(await db.sent.count()).toBe(0);
  });

  it('[LOST1, PULL5] leaves nothing in the tray if the server has deleted the deal for the user', async () => {
    await loseEdit({ acknowledged: true });
    expect(await db.rejected.count()).toBe(0);
    expect(await differences()).toEqual([]);
  });
});
