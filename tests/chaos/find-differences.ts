import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../src/contract/entities/checklist/item.ts';
import { camelize } from '../../src/db/codec.ts';
import { openedSince } from '../../src/db/offline/opened-deals.ts';
import { elementRows, mirrorRow } from '../../src/db/wire-rows.ts';
import { saysSaved, type Device } from './device.ts';

/**
 * Returns a sentence for each way in which the device is not idle or differs from the server's lists, which
 * are read without the proxy.
 */
export async function findDifferences(device: Device): Promise<string[]> {
  const { db, person } = device;
  const differences: string[] = [];
  for (const { name, state, lastError } of await db.outbox.toArray())
    differences.push(`the outbox still holds ${name} (${state}${lastError ? `: ${lastError}` : ''})`);
  const base = await db.base.count();
  if (base > 0) differences.push(`${base} rows are left in base`);
  if (differences.length > 0) return differences;

  const compare = (what: string, shown: Rows, onServer: Rows): void => {
    for (const [key, row] of onServer) {
      const mine = shown.get(key);
      if (mine === undefined) differences.push(`${what} ${key} is not on the device`);
      else if (!isDeepStrictEqual(mine, row))
        differences.push(`${what} ${key} is ${JSON.stringify(mine)}, not ${JSON.stringify(row)}`);
    }
    for (const key of shown.keys())
      if (!onServer.has(key)) differences.push(`${what} ${key} is only on the device`);
  };
  const list = async <Row>(path: string): Promise<Row[]> => {
    const answer = await person.client.get(path);
    if (answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.status} ${answer.text}`);
    return answer.body;
  };

  const deals = [
    ...(await list<Wire>('/transactions/transaction')),
    ...(await list<Wire>('/transactions/transaction?archived=true')),
  ];
  compare('deal', byKey(await db.transactions.toArray()), byKey(deals.map((deal) => camelize(deal))));
  const opened = await openedSince(db, 0);
  for (const { uuid } of deals) {
    const onServer = elementRows(uuid, await list(`/transactions/element?transaction=${uuid}`));
    const items = await list<Item>(`/transactions/item?transaction=${uuid}`);
    const mine = { transaction: uuid };
    // A deal that was never opened here is not stored on this device.
    if (!opened.has(uuid)) continue;
    compare('element', byKey(await db.elements.where(mine).toArray()), byKey(onServer.elements));
    compare(
      'item',
      byKey(await db.items.where(mine).toArray()),
      byKey(items.map((item) => mirrorRow('items', item))),
    );
    compare('list', listsOf(await db.childLists.where(mine).toArray()), listsOf(onServer.lists));
  }
  const known = new Set(deals.map((deal) => deal.uuid));
  for (const table of [db.elements, db.items, db.documents, db.childLists]) {
    const strays = await table.filter((row) => !known.has(row.transaction)).count();
    if (strays > 0) differences.push(`${strays} rows of ${table.name} belong to no deal`);
  }

  const sentence = await device.sentence();
  if ((await db.rejected.count()) === 0 && !saysSaved(sentence))
    differences.push(`the indicator says “${sentence}”`);
  return differences;
}

type Wire = { uuid: string };
type Rows = Map<string, unknown>;

function byKey(rows: readonly { uuid: string }[]): Rows {
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** Ignores empty lists. */
function listsOf(lists: readonly { parent: string; children: readonly string[] }[]): Rows {
  return new Map(
    lists.filter((list) => list.children.length > 0).map((list) => [list.parent, list.children]),
  );
}
