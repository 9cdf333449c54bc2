import type { SignaturePageDesign } from '../../../../contract/entities/signing/signature-page-design.ts';
import {
  signersBySheet,
  type PageSigner,
} from '../../../../contract/rules/signature-page/signers/page-signer.ts';
import { nameOnPages } from '../../../../contract/rules/signature-page/design/read-design.ts';
import { isDeed } from '../../../../contract/rules/signing/packets/deed.ts';
import {
  documentWarnings,
  stillConverting,
  withoutAddress,
  withoutWholeDocument,
  type Unread,
} from '../../../../contract/rules/signing/packets/packet-checks.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow, ItemRow, TransactionRow } from '../../../rows.ts';
import { readDealRows, type DealRows } from '../../../views/deal-rows.ts';
import { pagesOf, SIGNER_TABLES, type ShownPage } from '../pages/signature-pages.ts';
import { inChecklistOrder } from '../signatories/signatory-documents.ts';

type PacketRow = CollectionRow<'packets'>;

const TABLES = [...SIGNER_TABLES, 'documents', 'elements', 'packets'] as const;
type Rows = DealRows<(typeof TABLES)[number]>;

/** A page of a packet, to the extent that this device can show it. */
export interface DevicePage {
  /** The document's name on the page. */
  document: string;
  /** Null for a page of the document's file, which only the server copies. */
  generated: { design: SignaturePageDesign; signers: readonly PageSigner[] } | null;
  /** The page of the file. */
  number: number | null;
}

/** What this device knows about a packet before it is sent. */
export interface DeviceCheck {
  /** What keeps it from being sent. */
  problems: string[];
  /** What the server will check again before it is sent. */
  notes: string[];
  /** What to check about its documents. */
  warnings: string[];
  pages: DevicePage[];
  /** The version of the deal up to which this device has every change. The sender hasn't seen later changes by others. */
  version: number;
}

/** Checks packets on this device before they are sent, from one snapshot of the mirror. */
export async function deviceChecks(
  db: MirrorDatabase,
  transaction: string,
  packets: readonly string[],
): Promise<ReadonlyMap<string, DeviceCheck>> {
  // Read before the rows, so that a change that arrives in between counts as unseen, although the sender sees it.
  const feed = await db.cursors.get(`${transaction}/changes`);
  const [deal, { rows }, lists] = await Promise.all([
    db.transactions.get(transaction),
    readDealRows(db, transaction, TABLES),
    db.childLists.where({ transaction }).toArray(),
  ]);
  if (!deal) return new Map();
  const byPlace = inChecklistOrder([...rows.elements.values()], lists);
  const shown = new Map([...pagesOf(rows, deal).values()].flat().map((page) => [page.row.uuid, page]));
  return new Map(
    packets.flatMap((uuid) => {
      const packet = rows.packets.get(uuid);
      if (!packet) return [];
      const found = itemsOf(packet, rows).toSorted(byPlace);
      const email = rows.signatories.get(packet.signatory)?.email ?? '';
      const name = rows.signatories.get(packet.signatory)?.fullName ?? '';
      const check = {
        problems: email === '' ? [withoutAddress([name])] : [],
        notes: notesOn(found, rows, deal),
        warnings: [...new Set([...packet.warnings, ...found.flatMap((each) => warningsOf(each, rows))])],
        pages: found.flatMap((each) => pagesIn(packet, each, { rows, shown })),
        version: feed?.version ?? 0,
      };
      return [[uuid, check] as const];
    }),
  );
}

interface SignedItem {
  item: string;
  row: ItemRow;
}

function itemsOf({ assignments }: PacketRow, { assignments: known, items }: Rows): SignedItem[] {
  const signed = new Set(assignments.flatMap((uuid) => known.get(uuid)?.item ?? []));
  return [...signed].flatMap((item) => {
    const row = items.get(item);
    return row ? [{ item, row }] : [];
  });
}

function documentOf({ document }: ItemRow, { documents }: Rows) {
  return document === null ? undefined : documents.get(document);
}

function warningsOf({ row }: SignedItem, rows: Rows): string[] {
  const document = documentOf(row, rows);
  return documentWarnings({
    name: nameOnPages(row),
    unread: unreadOf(row, document),
    unfilled: document?.hasVariables ? 'on_all_pages' : undefined,
  });
}

function unreadOf(
  row: ItemRow,
  document: Pick<CollectionRow<'documents'>, 'conversionStatus'> | undefined,
): Unread | undefined {
  if (row.document === null) return 'no_file';
  return document?.conversionStatus === 'error' ? 'not_converted' : undefined;
}

function notesOn(found: readonly SignedItem[], rows: Rows, deal: TransactionRow): string[] {
  const converting = found.filter(({ row }) => documentOf(row, rows)?.conversionStatus === 'processing');
  const deeds = found.filter(
    ({ row }) =>
      row.document === null &&
      isDeed(
        { is_deed: row.isDeed, for_signing: row.forSigning },
        { is_deed_transaction: deal.isDeedTransaction },
      ),
  );
  const namesOf = (some: readonly SignedItem[]) => some.map(({ row }) => row.name);
  return [
    ...(converting.length === 0 ? [] : [stillConverting(namesOf(converting))]),
    ...(deeds.length === 0 ? [] : [withoutWholeDocument(namesOf(deeds))]),
  ];
}

function pagesIn(
  { assignments }: PacketRow,
  { item, row }: SignedItem,
  { rows, shown }: { rows: Rows; shown: ReadonlyMap<string, ShownPage> },
): DevicePage[] {
  const wanted = new Set(assignments);
  const signed = new Set(assignments.flatMap((uuid) => rows.assignments.get(uuid)?.itemPageUuid ?? []));
  const document = nameOnPages(row);
  return [...rows.signaturePages.values()]
    .filter((page) => page.item === item && signed.has(page.uuid))
    .toSorted((one, other) => one.order - other.order || one.uuid.localeCompare(other.uuid))
    .flatMap((page): DevicePage[] => {
      if (page.source === 'file') return [{ document, generated: null, number: page.refPageNumber }];
      const { design = null, groups = [] } = shown.get(page.uuid) ?? {};
      if (!design) return [];
      const signers = groups.flatMap((group) => group.signers).filter(({ id }) => wanted.has(id));
      return signersBySheet(signers, design.consolidate_signer).map((each) => ({
        document,
        generated: { design, signers: each },
        number: null,
      }));
    });
}
