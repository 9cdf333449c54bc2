import type { DealCollection, WireName } from '../../../src/contract/collections/deal-collections.ts';
import { invalid } from '../../refusal.ts';
import { selectRows, type Declared } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/**
 * Refuses duplicate names.
 * @param rows as they are about to be written
 * @throws {Refusal} `invalid` if a row would share the text of the declared field with another one of the deal, ignoring case
 */
export async function assertUnique(
  { tx, deal }: DealWrite,
  collection: Declared<WireName> & Pick<DealCollection, 'unique'>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const { unique, nouns } = collection;
  if (unique === null || rows.length === 0) return;
  const written = new Set(rows.map(({ uuid }) => uuid));
  const others = (await selectRows(tx, collection, { deal: deal.uuid })).filter(
    ({ uuid }) => !written.has(uuid),
  );
  const taken = new Map<string, string>();
  for (const row of [...others, ...rows]) {
    const text: unknown = Reflect.get(row, unique);
    if (typeof text !== 'string') continue;
    const twin = taken.get(text.toLowerCase());
    if (twin !== undefined)
      throw invalid(`This transaction already has a ${nouns.one} named “${twin}”.`, unique);
    taken.set(text.toLowerCase(), text);
  }
}
