import { byWire, type WireName } from '../../src/contract/collections/deal-collections.ts';
import { COLLECTION_SCHEMAS } from '../../src/contract/entities/collection-schemas.ts';
import type { DealRows } from '../../src/contract/entities/transactions/changes.ts';
import type { RowOf } from '../store/deals/collection-rows.ts';
import { instant } from './present-row.ts';

/** A column's value on the wire. */
type OnWire<Value> = Value extends Date ? string : Value;

/** The fields of a row on the wire that are columns of its table. */
export type Columns<Wire extends WireName> = {
  [Field in keyof RowOf<Wire> & keyof DealRows[Wire][number]]: OnWire<RowOf<Wire>[Field]>;
};

const FIELDS = byWire(({ wire }) => Object.keys(COLLECTION_SCHEMAS[wire].row.shape));

/** Returns the columns of a row that its schema names, times as ISO 8601. Other columns stay on the server. */
export function presentColumns<Wire extends WireName>(wire: Wire, row: RowOf<Wire>): Columns<Wire>;
export function presentColumns(
  wire: WireName,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of FIELDS[wire]) {
    const value = row[field];
    shown[field] = value instanceof Date ? instant(value) : value;
  }
  return shown;
}
