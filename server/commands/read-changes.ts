import type { Changes } from '../../src/contract/entities/changes.ts';
import { dealChecksum } from '../../src/contract/rules/deal-checksum.ts';
import { presentDocument } from '../present/present-document.ts';
import { presentElement } from '../present/present-element.ts';
import { notFound, Refusal } from '../refusal.ts';
import { epochsOf, touchedSince, type TouchedRows } from '../store/change-log.ts';
import { readDealContent } from '../store/deal-content.ts';
import { listDocuments } from '../store/documents.ts';
import { childrenOf, listElements, listsOf } from '../store/elements.ts';
import type { ChangeCollection } from '../store/tables.ts';
import type { DealRead } from './deal-scope.ts';
import { readItems } from './read-items.ts';
import { readTransaction } from './read-transaction.ts';

type Asked = {
  id: string;
  since?: number | undefined;
  epoch?: string | undefined;
  checksum?: boolean | undefined;
};

type Content = Pick<Changes, 'transaction' | 'puts' | 'deletes' | 'lists'>;

/**
 * What changed in a deal since a cursor; without one, everything. All of it is of the one snapshot that the scope is.
 * @throws {Refusal} `cursor_too_old` where the cursor is of another history or too far behind; `not_found` where the
 * server offers no change feed
 */
export async function readChanges(scope: DealRead, { since, epoch, checksum }: Asked): Promise<Changes> {
  const { services, tx, deal } = scope;
  if (!services.settings.changeFeed) throw notFound('The change feed');
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
  const elements = await listElements(tx, deal.uuid);
  return {
    transaction: await readTransaction(scope),
    puts: {
      elements: elements.map(presentElement),
      items: await readItems(tx, deal.uuid),
      documents: (await listDocuments(tx, deal.uuid)).map((row) =>
        presentDocument(row, { thumbnails: true }),
      ),
    },
    deletes: { elements: [], items: [], documents: [] },
    lists: [...listsOf(elements)].map(([parent, children]) => ({ parent, children })),
  };
}

async function readSince(scope: DealRead, since: number): Promise<Content> {
  const { tx, deal } = scope;
  if (since === deal.version) {
    return {
      transaction: null,
      puts: { elements: [], items: [], documents: [] },
      deletes: { elements: [], items: [], documents: [] },
      lists: [],
    };
  }
  const touched = await touchedSince(tx, deal.uuid, since);
  if (!touched) throw cursorTooOld();
  const among = (collection: ChangeCollection) => touched.get(collection) ?? [];
  const elements = await listElements(tx, deal.uuid, among('elements'));
  const items = await readItems(tx, deal.uuid, among('items'));
  const documents = await listDocuments(tx, deal.uuid, { among: among('documents') });
  const parents = among('child_lists').map((row) => (row === deal.uuid ? null : row));
  const lists = await childrenOf(tx, deal.uuid, parents);
  return {
    transaction: await readTransaction(scope),
    puts: {
      elements: elements.map(presentElement),
      items,
      documents: documents.map((row) => presentDocument(row, { thumbnails: true })),
    },
    deletes: {
      elements: goneOf(touched, 'elements', elements),
      items: goneOf(touched, 'items', items),
      documents: goneOf(touched, 'documents', documents),
    },
    lists: [...lists].map(([parent, children]) => ({ parent, children })),
  };
}

/** What was touched and does not stand any more, whatever happened to it in between. */
function goneOf(
  touched: TouchedRows,
  collection: ChangeCollection,
  standing: readonly { uuid: string }[],
): string[] {
  const there = new Set(standing.map((row) => row.uuid));
  return (touched.get(collection) ?? []).filter((uuid) => !there.has(uuid));
}

function cursorTooOld(): Refusal {
  return new Refusal(
    'cursor_too_old',
    'The server cannot tell any more what changed since then. The transaction has to be loaded as a whole.',
  );
}
