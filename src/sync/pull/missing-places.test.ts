import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ScriptedServer, type Answering, type Seen } from '../../../tests/support/scripted-server.ts';
import { newTransactionRow, NO_ROWS } from '../../../tests/support/rows.ts';
import type { Changes } from '../../contract/entities/changes.ts';
import type { Element } from '../../contract/entities/element.ts';
import { MirrorDatabase } from '../../db/database.ts';
import type { CursorRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { openChecklistView, type ChecklistView } from '../../db/views/checklist-view.ts';
import { pullCollection } from './pull.ts';
import { createTransport, type Transport } from '../transport/transport.ts';

const birch = newTransactionRow('Birch');
const [FETCHED, MISSING] = ['Document being fetched', 'Missing document'];

let server: ScriptedServer;
let transport: Transport;
let db: MirrorDatabase;
let view: ChecklistView;
/** The places that the server tells; of what stands in them it has nothing. */
let places: Element[];

beforeAll(async () => {
  server = await ScriptedServer.start();
  transport = createTransport({ origin: server.origin });
});
afterAll(async () => server.close());
beforeEach(async () => {
  server.script = serve;
  places = [];
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  await db.transactions.put(birch);
  view = openChecklistView(db, birch.uuid);
  return async () => {
    view.close();
    await db.delete();
  };
});

function addPlace(version: number): void {
  places.push({
    uuid: newUuid(),
    transaction: birch.uuid,
    item: newUuid(),
    task: null,
    label: null,
    order: places.length,
    parent_element: null,
    version,
    modified_at: '2026-01-01T00:00:00.000Z',
    modified_by: null,
  });
}

function serve({ url, headers }: Seen): Answering {
  if (url.includes('/changes')) {
    const body: Changes = {
      epoch: 'one',
      version: Math.max(...places.map(({ version }) => version)),
      complete: true,
      transaction: null,
      puts: { ...NO_ROWS, elements: places },
      deletes: NO_ROWS,
      lists: [{ parent: null, children: places.map(({ uuid }) => uuid) }],
      checksum: null,
    };
    return { status: 200, body };
  }
  const body = url.includes('/element') ? places : [];
  const etag = `"${body.map(({ version }) => version).join()}"`;
  return headers['if-none-match'] === etag ? { status: 304 } : { status: 200, body, headers: { etag } };
}

async function pull(...collections: CursorRow['collection'][]): Promise<void> {
  for (const collection of collections) {
    const pulled = await pullCollection({ db, epoch: 1 }, transport, birch.uuid, collection);
    expect(pulled).toEqual({ outcome: 'applied' });
  }
}

/** What the places say, once they say this. */
async function expectPlaces(...said: (string | undefined)[]): Promise<void> {
  const names = () => places.map(({ uuid }) => view.getSnapshot().entries.get(uuid)?.name);
  await expect.poll(names).toEqual(said);
  // Also after everything else that has come.
  await db.meta.toArray();
  expect(names()).toEqual(said);
}

it('[PULL21] by lists a document that is gone is missing once its list was asked for after its place, and stays so', async () => {
  addPlace(3);
  await pull('items', 'elements');
  await expectPlaces(FETCHED);
  await pull('tasks');
  await expectPlaces(FETCHED);
  // Within the same minute, and unchanged.
  await pull('items');
  await expectPlaces(MISSING);
  await pull('elements');
  await expectPlaces(MISSING);
  addPlace(5);
  await pull('elements');
  await expectPlaces(MISSING, FETCHED);
  view.close();
  view = openChecklistView(db, birch.uuid);
  await expectPlaces(MISSING, FETCHED);
  await pull('items');
  await expectPlaces(MISSING, MISSING);
});

it('[PULL21] so it is by a list that knew of the deal’s version from elsewhere', async () => {
  await db.transactions.update(birch.uuid, { version: 3 });
  await pull('items');
  addPlace(3);
  await pull('elements');
  await expectPlaces(MISSING);
});

it('[PULL21] by the feed it is missing at once, also where places are listed again after that', async () => {
  addPlace(3);
  await pull('changes');
  await expectPlaces(MISSING);
  await pull('elements');
  await expectPlaces(MISSING);
});
