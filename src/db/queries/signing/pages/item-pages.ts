import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';

/** Returns the deal of an item, or null if the item isn't on the device. */
export async function dealOfItem(db: MirrorDatabase, item: string): Promise<string | null> {
  return (await db.items.get(item))?.transaction ?? null;
}

interface FirstPage {
  /** The item's name; null if the item isn't on the device. */
  readonly name: string | null;
  /** Its first generated page or, if it has none, its first marked page. */
  readonly page: CollectionRow<'signaturePages'> | null;
}

/** Returns the first signature page of an item, from one snapshot of the mirror. */
export async function firstSignaturePage(db: MirrorDatabase, item: string): Promise<FirstPage> {
  const [row, pages] = await db.transaction('r', db.items, db.signaturePages, async () =>
    Promise.all([db.items.get(item), db.signaturePages.where({ item }).toArray()]),
  );
  const inOrder = pages.toSorted(byOrder);
  const page = inOrder.find(({ source }) => source === 'generated') ?? inOrder[0] ?? null;
  return { name: row?.name ?? null, page };
}
