import type { MirrorDatabase } from '../database.ts';
import { KEEP_OPENED_MS, openedSince } from '../opened-deals.ts';
import type { TransactionRow } from '../rows.ts';

/** Something that can be gone to from anywhere. */
export interface PaletteEntry {
  id: string;
  kind: 'deal' | 'document' | 'person';
  name: string;
  /** Where it is, or whose: the client of a deal, the deal of a document, the address of a person. */
  hint: string;
  /** The deal that it is or lies in; null of a person. */
  deal: string | null;
  /** Of a document, its uuid and the place on the checklist where it has one. */
  document: string | null;
  element: string | null;
  /** When the deal was last open on this device, epoch milliseconds; 0 = not within the last 30 days. */
  openedAt: number;
}

/** Every deal, document and person that stands in the mirror. */
export async function paletteEntries(db: MirrorDatabase): Promise<PaletteEntry[]> {
  const tables = [db.transactions, db.items, db.documents, db.elements, db.meta];
  return db.transaction('r', tables, async () => {
    const [deals, items, documents, elements, opened] = await Promise.all([
      db.transactions.toArray(),
      db.items.toArray(),
      db.documents.toArray(),
      db.elements.toArray(),
      openedSince(db, Date.now() - KEEP_OPENED_MS),
    ]);
    const dealOf = new Map(deals.map((deal) => [deal.uuid, deal]));
    const placeOf = new Map(elements.flatMap(({ uuid, item }) => (item === null ? [] : [[item, uuid]])));
    const inDeal = (transaction: string) => ({
      hint: dealOf.get(transaction)?.name ?? '',
      deal: transaction,
      openedAt: opened.get(transaction) ?? 0,
    });
    return [
      ...deals.map(({ uuid, name, clientName, matterNumber }): PaletteEntry => ({
        id: uuid,
        kind: 'deal',
        name,
        ...inDeal(uuid),
        hint: [clientName, matterNumber].filter(Boolean).join(' · '),
        document: null,
        element: null,
      })),
      ...items.map(({ uuid, name, transaction, document }): PaletteEntry => ({
        id: uuid,
        kind: 'document',
        name,
        ...inDeal(transaction),
        document,
        element: placeOf.get(uuid) ?? null,
      })),
      ...documents
        .filter(({ inQueue }) => inQueue)
        .map(({ uuid, name, transaction }): PaletteEntry => ({
          id: uuid,
          kind: 'document',
          name,
          ...inDeal(transaction),
          document: uuid,
          element: null,
        })),
      ...peopleIn(deals),
    ];
  });
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
      element: null,
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
