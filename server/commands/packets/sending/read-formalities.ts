import {
  FORMALITIES,
  formalitiesOf,
  type Formality,
} from '../../../../src/contract/rules/signing/packets/formalities.ts';
import type { TransactionRow, Tx } from '../../../store/tables.ts';

/** The formalities of signatures that the signing room can't handle. */
export interface Formalities {
  /** Returns the formalities of these signatures of a document. */
  of: (item: string, assignments: ReadonlySet<string>) => Formality[];
  /** Returns the formalities of one signature. */
  ofSignature: (assignment: string) => readonly Formality[];
}

/**
 * Reads the formalities of a deal's signatures that the signing room can't handle. Generated pages have a place for a
 * witness.
 */
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
