import type { MirrorDatabase } from '../database.ts';
import { KEEP_OPENED_MS, openedSince } from '../opened-deals.ts';
import type { TransactionRow } from '../rows.ts';

/** Something that can be gone to from anywhere. */
export interface PaletteEntry {
  /** Of a document, its item's; of one in an upload queue its own. */
  id: string;
  kind: 'deal' | 'document' | 'person';
  name: string;
  /** Where it is, or whose: the client of a deal, the deal of a document, the address of a person. */
  hint: string;
  /** The deal that it is or lies in; null of a person. */
  deal: string | null;
  /** Of a document, the file in it; null = it has none. */
  document: string | null;
  /** When the deal was last open on this device, epoch milliseconds; 0 = not within the last 30 days. */
  openedAt: number;
}

/** Documents that are made into objects in one task: a key that is typed meanwhile waits for no more. */
const ROWS_AT_ONCE = 500;

/** Every deal and every person that stands in the mirror. */
export async function paletteDeals(db: MirrorDatabase): Promise<PaletteEntry[]> {
  return db.transaction('r', db.transactions, db.meta, async () => {
    const [deals, opened] = await Promise.all([db.transactions.toArray(), openedRecently(db)]);
    return [
      ...deals.map(({ uuid, name, clientName, matterNumber }): PaletteEntry => ({
        id: uuid,
        kind: 'deal',
        name,
        hint: [clientName, matterNumber].filter(Boolean).join(' · '),
        deal: uuid,
        document: null,
        openedAt: opened.get(uuid) ?? 0,
      })),
      ...peopleIn(deals),
    ];
  });
}

/**
 * Every document that stands in the mirror, by its item where it has one; in parts, which `take` is given for as long as it
 * answers that it wants more. Each part is a transaction of its own: what is edited meanwhile waits for one of them at most.
 */
export async function paletteDocuments(
  db: MirrorDatabase,
  take: (part: readonly PaletteEntry[]) => boolean,
): Promise<void> {
  const [deals, opened] = await Promise.all([db.transactions.toArray(), openedRecently(db)]);
  const dealNames = new Map(deals.map(({ uuid, name }) => [uuid, name]));
  const asEntry = (
    { uuid, name, transaction }: { uuid: string; name: string; transaction: string },
    document: string | null,
  ): PaletteEntry => ({
    id: uuid,
    kind: 'document',
    name,
    hint: dealNames.get(transaction) ?? '',
    deal: transaction,
    document,
    openedAt: opened.get(transaction) ?? 0,
  });
  let items = await db.items.orderBy('uuid').limit(ROWS_AT_ONCE).toArray();
  for (let last = items.at(-1); last; last = items.at(-1)) {
    if (!take(items.map((item) => asEntry(item, item.document)))) return;
    items = await db.items.where('uuid').above(last.uuid).limit(ROWS_AT_ONCE).toArray();
  }
  // Those of the upload queues are few among thousands, of which nothing but the keys is read.
  const [all, filed] = await db.transaction('r', db.documents, async () =>
    Promise.all([
      db.documents.toCollection().primaryKeys(),
      db.documents.where('itemId').above('').primaryKeys(),
    ]),
  );
  const withItem = new Set(filed);
  const others = await db.documents.bulkGet(all.filter((uuid) => !withItem.has(uuid)));
  take(others.flatMap((document) => (document?.inQueue ? [asEntry(document, document.uuid)] : [])));
}

async function openedRecently(db: MirrorDatabase): Promise<ReadonlyMap<string, number>> {
  return openedSince(db, Date.now() - KEEP_OPENED_MS);
}

function peopleIn(deals: readonly TransactionRow[]): PaletteEntry[] {
  const people = new Map<string, PaletteEntry>();
  for (const { userUuid, fullName, email, deleted } of deals.flatMap(({ participants }) => participants)) {
    if (deleted || people.has(userUuid)) continue;
    people.set(userUuid, {
      id: userUuid,
      kind: 'person',
      name: fullName,
      hint: email,
      deal: null,
      document: null,
      openedAt: 0,
    });
  }
  return [...people.values()];
}

/** The deals that somebody works on, by their uuids. */
export async function dealsWith(db: MirrorDatabase, person: string): Promise<ReadonlySet<string>> {
  const deals = await db.transactions
    .filter(({ participants }) =>
      participants.some(({ userUuid, deleted }) => userUuid === person && !deleted),
    )
    .primaryKeys();
  return new Set(deals);
}
