import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ScriptedServer, type Answering, type Seen } from '../../../tests/support/scripted-server.ts';
import { newTransactionRow, NO_ROWS } from '../../../tests/support/rows.ts';
import type { Changes } from '../../contract/entities/transactions/changes.ts';
import type { Element } from '../../contract/entities/checklist/element.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { newUuid } from '../../db/uuid.ts';
import { elementRows } from '../../db/wire-rows.ts';
import { openChecklistView, type ChecklistView } from '../../db/views/checklist-view.ts';
import { pullSource } from './pull.ts';
import { createTransport, type Transport } from '../transport/transport.ts';

const birch = newTransactionRow('Birch');
const [FETCHED, MISSING] = ['Loading document', 'Missing document'];

let server: ScriptedServer;
let transport: Transport;
let db: MirrorDatabase;
let view: ChecklistView;
/** The places that the server sends, without their content. */
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

/** Another place, as the first transaction of a large response writes it. */
function elementRowsOf(version: number) {
  addPlace(version);
  const { elements } = elementRows(birch.uuid, places.slice(-1));
  return { rows: elements };
}

function serve({ url }: Seen): Answering {
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
  return { status: 404, body: { code: 'not_found', error_message: 'Not in this test.' } };
}

async function pull(): Promise<void> {
  const pulled = await pullSource({ db, epoch: 1 }, transport, birch.uuid, 'changes');
  expect(pulled).toEqual({ outcome: 'applied' });
}

/** Waits until the places show these texts. */
async function expectPlaces(...said: (string | undefined)[]): Promise<void> {
  const names = () => places.map(({ uuid }) => view.getSnapshot().entries.get(uuid)?.name);
  await expect.poll(names).toEqual(said);
  // Even after everything else has arrived.
  await db.meta.toArray();
  expect(names()).toEqual(said);
}

it('[PULL21] a place whose document was deleted is marked as missing, even after another pull', async () => {
  addPlace(3);
  await pull();
  await expectPlaces(MISSING);
  addPlace(5);
  await pull();
  await expectPlaces(MISSING, MISSING);
});

it('[PULL21] a place that arrives before the deal’s last rows says that its document is loading', async () => {
  addPlace(3);
  await pull();
  const { rows } = elementRowsOf(5);
  await db.elements.bulkPut(rows);
  view.close();
  view = openChecklistView(db, birch.uuid);
  await expectPlaces(MISSING, FETCHED);
  await pull();
  await expectPlaces(MISSING, MISSING);
});
