import { liveQuery } from 'dexie';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '../../../src/contract/version.ts';
import { openDatabase } from '../../../src/db/open-database.ts';
import { dealList, dealPage } from '../../../src/db/queries/transactions/deals.ts';
import { dealStep } from '../../../src/db/queries/status/last-synced.ts';
import { allNotices } from '../../../src/db/queries/status/notices.ts';
import { trayEntries } from '../../../src/db/queries/status/rejected.ts';
import { me } from '../../../src/db/queries/account/session.ts';
import { syncStatus } from '../../../src/db/queries/status/sync-status.ts';
import { uploadQueueView } from '../../../src/db/queries/documents/upload-queue.ts';
import { ACCOUNT_LANE } from '../../../src/db/rows.ts';
import { openChecklistView } from '../../../src/db/views/checklist-view.ts';
import { pullSource } from '../../../src/sync/pull/pull.ts';
import { createTransport } from '../../../src/sync/transport/transport.ts';
import { rest, since, type WirePull } from '../sync/contender.ts';
import { DEAL } from '../sync/deal-wire.ts';
import { takeLead } from './take-lead.ts';

/** Long enough for a live query to run again, in milliseconds. */
const SETTLED_MS = 1000;

/**
 * Both pulls must be within the same minute: the text “Synced at 10:42” changes every minute, and its query
 * then delivers again. At least this many milliseconds of the minute must be left.
 */
const MINUTE_LEFT_MS = 20_000;

/**
 * Signs in and pulls the deal twice. The first pull returns everything. The second returns nothing, because
 * nothing has changed.
 */
async function pullTwice(loginId: string, password: string): Promise<WirePull> {
  const userId = await signIn(loginId, password);
  const db = openDatabase(userId);
  const leadership = await takeLead(userId);
  const transport = createTransport({ origin: location.origin, userId });
  const pull = async (lane: string, source: 'transactions' | 'changes') => {
    const { outcome } = await pullSource(leadership, transport, lane, source);
    if (outcome !== 'applied') throw new Error(`the pull of ${source} was ${outcome}`);
  };
  await pull(ACCOUNT_LANE, 'transactions');
  const left = 60_000 - (Date.now() % 60_000);
  if (left < MINUTE_LEFT_MS) await rest(left);
  const began = performance.now();
  await pull(DEAL, 'changes');
  const first = since(began);

  const fired: string[] = [];
  const view = openChecklistView(db, DEAL);
  const uploadQueue = uploadQueueView(db, DEAL);
  const startedAt = new Date().toISOString();
  const asked: Record<string, () => Promise<unknown>> = {
    elements: () => db.elements.where({ transaction: DEAL }).toArray(),
    items: () => db.items.where({ transaction: DEAL }).toArray(),
    documents: () => db.documents.where({ transaction: DEAL }).toArray(),
    'child lists': () => db.childLists.where({ transaction: DEAL }).toArray(),
    dealList: () => dealList(db),
    dealPage: () => dealPage(db, DEAL),
    dealStep: () => dealStep(db, DEAL),
    me: () => me(db),
    noticesSince: async () => (await allNotices(db)).filter(({ at }) => at >= startedAt),
    trayEntries: () => trayEntries(db),
    syncStatus: () => syncStatus(db),
    uploadQueue: () => uploadQueue(view.getSnapshot().queued),
  };
  for (const [name, query] of Object.entries(asked)) liveQuery(query).subscribe(() => fired.push(name));
  view.subscribe(() => fired.push('checklist view'));
  while (new Set(fired).size <= Object.keys(asked).length) await rest();
  await rest(SETTLED_MS);

  fired.length = 0;
  const written = countWrites();
  const again = performance.now();
  await pull(DEAL, 'changes');
  const noOp = since(again);
  await rest(SETTLED_MS);
  return { first, noOp, written: Object.fromEntries(written), fired, rows: view.getSnapshot().entries.size };
}

async function signIn(loginId: string, password: string): Promise<string> {
  const response = await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [CONTRACT_HEADER]: String(CONTRACT_VERSION) },
    body: JSON.stringify({ loginId, password }),
  });
  if (!response.ok) throw new Error(`Could not sign in: ${response.status}`);
  const { user } = await response.json();
  return user.uuid;
}

/** Starts counting this page's writes to IndexedDB, by store. */
function countWrites(): Map<string, number> {
  const written = new Map<string, number>();
  const { prototype } = IDBObjectStore;
  for (const method of ['put', 'add', 'delete'] as const) {
    const original: (this: IDBObjectStore, ...values: never[]) => IDBRequest = prototype[method];
    prototype[method] = function count(this: IDBObjectStore, ...values: never[]) {
      written.set(this.name, (written.get(this.name) ?? 0) + 1);
      return original.apply(this, values);
    };
  }
  return written;
}

globalThis.contender = { pullTwice };
