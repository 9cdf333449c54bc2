import { invalid, notFound } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { liveItem } from '../../store/deals/items.ts';

/**
 * Checks that an item's signature pages can be in the file of this other item.
 * @throws {Refusal} `invalid` for the item itself; `not_found` for one that the deal doesn't have
 */
export async function assertHasPages(
  { tx, deal }: DealWrite,
  item: string,
  embeddedIn: string | null | undefined,
): Promise<void> {
  if (embeddedIn == null) return;
  if (embeddedIn === item)
    throw invalid(
      'Choose another document, or none if the signature pages are in this one.',
      'pages_embedded_in',
    );
  if (!(await liveItem(tx, deal.uuid, embeddedIn))) throw notFound('The document with the signature pages');
}
