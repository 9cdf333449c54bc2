import type { EntityTable } from 'dexie';
import type { MirrorDatabase } from '../../database.ts';
import { KEEP_OPENED_MS, openedSince } from '../../offline/opened-deals.ts';
import type { TransactionRow } from '../../rows.ts';

/** A place that the user can go to from anywhere. */
export interface PaletteEntry {
  /** The uuid of its row; a document on the checklist has its item's, a header its element's. */
  id: string;
  kind: 'document' | 'header' | 'task' | 'deal' | 'person';
  name: string;
  /** The client of a deal, the email address of a person, or the deal of anything else. */
  hint: string;
  /** The deal itself, or the deal that it belongs to; null for a person. */
  deal: string | null;
  /** For a document, its file, or null. */
  document: string | null;
  /** When the deal was last open on this device, epoch milliseconds; 0 = not within the last 30 days. */
  openedAt: number;
}

/** The number of rows that are read in one task. A keystroke in the meantime waits no longer than this. */
const ROWS_AT_ONCE = 500;

/** Every deal and every person in the mirror. */
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
 * Passes every document, header and task of the mirror to `take` in parts, as long as it returns true. A document on the
 * checklist is listed once, by its item. Each part is a separate transaction, so an edit waits for at most one part.
 */
export async function paletteRows(
  db: MirrorDatabase,
  take: (part: readonly PaletteEntry[]) => boolean,
): Promise<void> {
  const [deals, opened] = await Promise.all([db.transactions.toArray(), openedRecently(db)]);
  const dealNames = new Map(deals.map(({ uuid, name }) => [uuid, name]));
  const asEntry = (
    { uuid, name, transaction }: { uuid: string; name: string; transaction: string },
    kind: PaletteEntry['kind'],
    document: string | null = null,
  ): PaletteEntry => ({
    id: uuid,
    kind,
    name,
    hint: dealNames.get(transaction) ?? '',
    deal: transaction,
    document,
    openedAt: opened.get(transaction) ?? 0,
  });
  const goOn = await inParts(db.items, (items) =>
    take(items.map((item) => asEntry(item, 'document', item.document))),
  );
  if (!goOn) return;
  // Few of thousands are in upload queues, so only the keys of the others are read.
  const [all, filed] = await db.transaction('r', db.documents, async () =>
    Promise.all([
      db.documents.toCollection().primaryKeys(),
      db.documents.where('itemId').above('').primaryKeys(),
    ]),
  );
  const withItem = new Set(filed);
  const others = await db.documents.bulkGet(all.filter((uuid) => !withItem.has(uuid)));
  const queued = others.flatMap((document) =>
    document?.inQueue ? [asEntry(document, 'document', document.uuid)] : [],
  );
  if (!take(queued)) return;
  if (!(await inParts(db.tasks, (tasks) => take(tasks.map((task) => asEntry(task, 'task')))))) return;
  await inParts(db.elements, (elements) =>
    take(
      elements.flatMap(({ label, ...element }) =>
        label === null ? [] : [asEntry({ ...element, name: label }, 'header')],
      ),
    ),
  );
}

/** Reads a table in parts; returns whether `take` wanted all of them. */
async function inParts<Row extends { uuid: string }>(
  table: EntityTable<Row, 'uuid'>,
  take: (part: readonly Row[]) => boolean,
): Promise<boolean> {
  let rows = await table.orderBy('uuid').limit(ROWS_AT_ONCE).toArray();
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    if (!take(rows)) return false;
    rows = await table.where('uuid').above(last.uuid).limit(ROWS_AT_ONCE).toArray();
  }
  return true;
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

/** The deals of a participant, by uuid. */
export async function dealsWith(db: MirrorDatabase, person: string): Promise<ReadonlySet<string>> {
  const deals = await db.transactions
    .filter(({ participants }) =>
      participants.some(({ userUuid, deleted }) => userUuid === person && !deleted),
    )
    .primaryKeys();
  return new Set(deals);
}
