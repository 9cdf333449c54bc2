import { byWire, DEAL_COLLECTIONS, type WireName } from '../../src/contract/collections/deal-collections.ts';
import { documentCollection } from '../../src/contract/collections/documents.ts';
import { bulkSignatoryUploadCollection } from '../../src/contract/collections/bulk-signatory-uploads.ts';
import { packetCollection } from '../../src/contract/collections/packets.ts';
import { signaturePageCollection } from '../../src/contract/collections/signature-pages.ts';
import type { DealRows } from '../../src/contract/entities/transactions/changes.ts';
import { notFound } from '../refusal.ts';
import type { TouchedRows } from '../store/deals/change-log.ts';
import { lastReminders } from '../store/deals/packets/last-reminders.ts';
import { namesOfOrganizations } from '../store/account/organization-names.ts';
import { selectRows, type Which } from '../store/deals/collection-rows.ts';
import { pagesOfDocuments, selectItems } from '../store/deals/items.ts';
import type { Tx } from '../store/tables.ts';
import { presentColumns, type Columns } from './present-columns.ts';
import { presentDocument } from './present-document.ts';
import { presentItem } from './present-item.ts';
import { presentPacket } from './present-packet.ts';
import { presentSignaturePage } from './present-signature-page.ts';

type Readers = { [Wire in WireName]: (tx: Tx, which: Which) => Promise<DealRows[Wire]> };

/** The collections whose rows have additional fields on the wire, even optional ones. */
type SpecialName = {
  [Wire in WireName]: Columns<Wire> extends Required<DealRows[Wire][number]> ? never : Wire;
}[WireName];

const SPECIAL: Pick<Readers, SpecialName> = {
  async items(tx, which) {
    const rows = await selectItems(tx, which);
    const documents = rows.flatMap(({ document }) => document ?? []);
    const pages = await pagesOfDocuments(tx, documents);
    return rows.map((row) => presentItem(row, pages.get(row.document ?? '') ?? []));
  },
  async documents(tx, which) {
    const rows = await selectRows(tx, documentCollection, which);
    return rows.map((row) => presentDocument(row, { thumbnails: true }));
  },
  async bulk_signatory_uploads(tx, which) {
    const rows = await selectRows(tx, bulkSignatoryUploadCollection, which);
    // A list with errors is refused, and creates no row.
    return rows.map((row) => ({ ...presentColumns('bulk_signatory_uploads', row), errors: [] }));
  },
  signature_pages: async (tx, which) =>
    (await selectRows(tx, signaturePageCollection, which)).map(presentSignaturePage),
  async packets(tx, which) {
    const rows = await selectRows(tx, packetCollection, which);
    const firms = await namesOfOrganizations(
      tx,
      rows.flatMap(({ sent_for }) => sent_for ?? []),
    );
    const reminders = await lastReminders(
      tx,
      rows.flatMap(({ uuid, sent_at }) => (sent_at === null ? [] : uuid)),
    );
    return rows.map((row) => presentPacket(row, firms, reminders));
  },
};

/** How the rows of each collection are read, as the deal's participants see them. */
export const readRows: Readers = readersOf(SPECIAL);

function readersOf(special: Pick<Readers, SpecialName>): Readers;
function readersOf(special: Partial<Record<WireName, unknown>>): Record<WireName, unknown> {
  return byWire(
    (collection) =>
      special[collection.wire] ??
      (async (tx: Tx, which: Which) =>
        (await selectRows(tx, collection, which)).map((row) => presentColumns(collection.wire, row))),
  );
}

/** Returns live rows of the deal in the order of the ids. @throws {Refusal} `not_found` */
export async function readRowsByIds<Wire extends WireName>(
  tx: Tx,
  wire: Wire,
  deal: string,
  uuids: readonly string[],
): Promise<DealRows[Wire][number][]> {
  const byId = new Map<string, DealRows[Wire][number]>();
  for (const row of await readRows[wire](tx, { deal, among: uuids })) byId.set(row.uuid, row);
  return uuids.map((uuid) => {
    const row = byId.get(uuid);
    if (!row) throw notFound();
    return row;
  });
}

/** Returns a live row of the deal. @throws {Refusal} `not_found` */
export async function readRow<Wire extends WireName>(
  tx: Tx,
  wire: Wire,
  deal: string,
  uuid: string,
): Promise<DealRows[Wire][number]> {
  const rows = await readRows[wire](tx, { deal, among: [uuid] });
  const row = rows[0];
  if (!row) throw notFound();
  return row;
}

/** Returns everything in a deal, or only the `touched` rows that still exist. */
export function readDealRows(tx: Tx, deal: string, touched?: TouchedRows): Promise<DealRows>;
export async function readDealRows(
  tx: Tx,
  deal: string,
  touched?: TouchedRows,
): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const { wire } of DEAL_COLLECTIONS)
    rows[wire] = await readRows[wire](tx, { deal, among: touched && (touched.get(wire) ?? []) });
  return rows;
}
