import { byWire } from '../../../src/contract/collections/deal-collections.ts';
import type { Changes, DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import { dealChecksum } from '../../../src/contract/rules/transactions/deal-checksum.ts';
import { readDealRows } from '../../present/read-rows.ts';
import { Refusal } from '../../refusal.ts';
import { epochsOf, touchedSince, type TouchedRows } from '../../store/deals/change-log.ts';
import { readDealContent } from '../../store/deals/deal-content.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { childrenOf, listsOf } from '../../store/deals/elements.ts';
import { readTransaction } from './read-transaction.ts';

type Asked = {
  id: string;
  since?: number | undefined;
  epoch?: string | undefined;
  checksum?: boolean | undefined;
};

type Content = Pick<Changes, 'transaction' | 'puts' | 'deletes' | 'lists'>;

const NOTHING = byWire(() => []);

/**
 * Returns what changed in a deal since a cursor, or everything without one. All of it is from the scope's snapshot.
 * @throws {Refusal} `cursor_too_old` if the cursor is from another history or too far behind
 */
export async function readChanges(scope: DealRead, { since, epoch, checksum }: Asked): Promise<Changes> {
  const { tx, deal } = scope;
  const { version } = deal;
  const epochs = await epochsOf(tx, deal.uuid, since === undefined ? [version] : [version, since]);
  if (since !== undefined) {
    const known = since >= deal.changes_from && epoch !== undefined && epochs.get(since) === epoch;
    if (!known) throw cursorTooOld();
  }
  return {
    epoch: epochs.get(version) ?? '',
    version,
    complete: since === undefined,
    ...(since === undefined ? await readEverything(scope) : await readSince(scope, since)),
    checksum: checksum === true ? dealChecksum(await readDealContent(tx, deal.uuid)) : null,
  };
}

async function readEverything(scope: DealRead): Promise<Content> {
  const { tx, deal } = scope;
  const puts = await readDealRows(tx, deal.uuid);
  return {
    transaction: await readTransaction(scope),
    puts,
    deletes: NOTHING,
    lists: [...listsOf(puts.elements)].map(([parent, children]) => ({ parent, children })),
  };
}

async function readSince(scope: DealRead, since: number): Promise<Content> {
  const { tx, deal } = scope;
  if (since === deal.version) return { transaction: null, puts: NOTHING, deletes: NOTHING, lists: [] };
  const touched = await touchedSince(tx, deal.uuid, since);
  if (!touched) throw cursorTooOld();
  const puts = await readDealRows(tx, deal.uuid, touched);
  const parents = (touched.get('child_lists') ?? []).map((row) => (row === deal.uuid ? null : row));
  const lists = await childrenOf(tx, deal.uuid, parents);
  return {
    transaction: await readTransaction(scope),
    puts,
    deletes: goneAmong(touched, puts),
    lists: [...lists].map(([parent, children]) => ({ parent, children })),
  };
}

/** Returns the ids of touched rows that no longer exist, whatever happened to them in between. */
function goneAmong(touched: TouchedRows, present: DealRows): Changes['deletes'] {
  return byWire(({ wire }) => {
    const there = new Set(present[wire].map((row) => row.uuid));
    return (touched.get(wire) ?? []).filter((uuid) => !there.has(uuid));
  });
}

function cursorTooOld(): Refusal {
  return new Refusal(
    'cursor_too_old',
    'The server no longer knows what changed since then. The whole transaction is loaded again.',
  );
}
