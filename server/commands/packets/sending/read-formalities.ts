import {
  FORMALITIES,
  formalitiesOf,
  type Formality,
} from '../../../../src/contract/rules/signing/packets/formalities.ts';
import type { TransactionRow, Tx } from '../../../store/tables.ts';

/** What signatures need that the signing room has no place for. */
export interface Formalities {
  /** What these signatures of a document need. */
  of: (item: string, assignments: ReadonlySet<string>) => Formality[];
  /** What one signature needs. */
  ofSignature: (assignment: string) => readonly Formality[];
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
    .select(['assignments.requires_witness', 'assignments.requires_notary', 'page.source'])
    .select('items.requires_original_signatures')
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
  const needs = new Map(
    rows.map(({ source, ...row }) => [
      row.uuid,
      { item: row.item, kinds: formalitiesOf({ ...row, isOnFile: source === 'file' }, row, deal) },
    ]),
  );
  return {
    of: (item, assignments) => {
      const needing = [...assignments].flatMap((uuid) => needs.get(uuid) ?? []);
      return FORMALITIES.filter((each) =>
        needing.some((row) => row.item === item && row.kinds.includes(each)),
      );
    },
    ofSignature: (assignment) => needs.get(assignment)?.kinds ?? [],
  };
}
