import { needsWitness } from '../../../src/contract/rules/signing/deed.ts';
import { FORMALITIES, type Formality } from '../../signing/packets/packet-source.ts';
import type { TransactionRow, Tx } from '../../store/tables.ts';

type Needs = Record<Formality, boolean> & { item: string };

/** What signatures need that the signing room has no place for. */
export interface Formalities {
  /** What these signatures of a document need. */
  of: (item: string, assignments: ReadonlySet<string>) => Formality[];
}

/** Reads what the signatures of a deal need that the signing room has no place for. Generated pages have a place for a witness. */
export async function readFormalities(
  tx: Tx,
  deal: Pick<TransactionRow, 'uuid' | 'is_deed_transaction'>,
): Promise<Formalities> {
  const rows = await tx
    .selectFrom('assignments')
    .innerJoin('items', 'items.uuid', 'assignments.item')
    .leftJoin('signature_pages as page', 'page.uuid', 'assignments.item_page_uuid')
    .select(['assignments.uuid', 'assignments.item', 'items.is_deed', 'items.for_signing'])
    .select(['assignments.requires_witness', 'assignments.requires_notary as notary', 'page.source'])
    .select('items.requires_original_signatures as original')
    .where('assignments.transaction', '=', deal.uuid)
    .where((where) =>
      where.or([
        where('items.is_deed', '=', true),
        ...(deal.is_deed_transaction ? [where('items.for_signing', '=', true)] : []),
        where('items.requires_original_signatures', '=', true),
        where('assignments.requires_witness', '=', true),
        where('assignments.requires_notary', '=', true),
      ]),
    )
    .execute();
  const needs = new Map<string, Needs>(
    rows.map(({ uuid, item, notary, original, ...row }) => {
      const witness = row.source === 'file' && needsWitness(row, row, deal);
      return [uuid, { item, witness, notary, original }];
    }),
  );
  return {
    of: (item, assignments) => {
      const needing = [...assignments].flatMap((uuid) => needs.get(uuid) ?? []);
      return FORMALITIES.filter((each) => needing.some((row) => row.item === item && row[each]));
    },
  };
}
