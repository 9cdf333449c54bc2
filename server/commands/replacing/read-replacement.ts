import { sql } from 'kysely';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import type { DocumentReplacement } from '../../../src/contract/entities/documents/document-replacement.ts';
import {
  isChanged,
  sameLookingPage,
  uncomparedPages,
  whySignAgain,
} from '../../../src/contract/rules/closing/carry-over.ts';
import {
  countsAsSignature,
  isOut,
  wentOut,
} from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { isDeed } from '../../../src/contract/rules/signing/packets/deed.ts';
import { invalid } from '../../refusal.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { itemById, type ItemWithPlace } from '../../store/deals/items.ts';
import { signaturesOfVersion } from '../../store/deals/packets/signed-versions.ts';
import type { Tx } from '../../store/tables.ts';
import { assertConverted } from '../checklist/add-documents-to-checklist.ts';
import { nameOfItem } from '../../signing/read-page-sheets.ts';
import { openCapacitySentences } from '../packets/sending/capacity-sentences.ts';

/** How a marked page looks in the new version. */
type PageLook = 'same' | 'changed' | 'removed';

type ReadOfDeal = Pick<DealRead, 'tx' | 'deal'>;

/** A replacement of a document, and the rows that it is about. */
export interface ReadReplacement extends DocumentReplacement {
  readonly item: ItemWithPlace;
  readonly to: RowOf<'documents'>;
  /** Signatures that were given or are out, except those that were released without the current version. */
  readonly rows: readonly RowOf<'assignments'>[];
}

/**
 * Reads what making a version of a document current would change.
 * @param pageMap the marked pages whose page in the new version is known
 * @throws {Refusal} `not_found`; `invalid` if there is nothing to replace, or the version isn't converted
 */
export async function readReplacement(
  scope: ReadOfDeal,
  { id, document }: { id: string; document: string },
  pageMap: ReadonlyMap<string, number | null> = new Map(),
): Promise<ReadReplacement> {
  const { tx, deal } = scope;
  const item = await itemById(tx, deal.uuid, id);
  const to = await versionOf(tx, item, document);
  if (item.document === null || item.document === document)
    throw invalid(`That version of ${item.name} is already current.`, 'document');
  const compared = await tx
    .selectFrom('document_comparisons')
    .selectAll()
    .where('before_document', '=', item.document)
    .where('after_document', '=', document)
    .executeTakeFirst();
  const current = item.document;
  const pages =
    compared?.status === 'failed'
      ? uncomparedPages(await pagesOf(tx, current), await pagesOf(tx, document))
      : (compared?.pages ?? []);
  const marked = (await selectRows(tx, signaturePageCollection, { deal: deal.uuid }))
    .filter((page) => page.item === id && page.document === current && page.ref_page_number !== null)
    .map(({ uuid: page, ref_page_number: number }) => ({ page, number: number ?? 0 }))
    .map((page) => {
      const said = pageMap.get(page.page);
      return { ...page, to: said === undefined ? sameLookingPage(pages, page.number) : said };
    });
  const looks = new Map<string, PageLook>(
    marked.map(({ page, number, to: after }) => [
      page,
      pageMap.get(page) === null ? 'removed' : looksOf(pages, number, after),
    ]),
  );
  const { rows, signatures } = await readSignatures(scope, { item, current }, looks);
  return {
    item,
    to,
    rows,
    status: compared?.status ?? 'processing',
    error_message: compared?.error_message ?? null,
    before: { document: current, version: await numberOf(tx, id, current) },
    after: { document, version: await numberOf(tx, id, document) },
    pages,
    marked,
    signatures,
  };
}

/** A page that isn't matched yet counts as the same until somebody matches it. */
function looksOf(pages: DocumentReplacement['pages'], number: number, after: number | null): PageLook {
  const pair = pages.find(({ before }) => before === number);
  if (after === null) return 'same';
  return pair?.after === after && !isChanged(pair) ? 'same' : 'changed';
}

async function readSignatures(
  scope: ReadOfDeal,
  { item, current }: { item: ItemWithPlace; current: string },
  looks: ReadonlyMap<string, PageLook>,
): Promise<{ rows: RowOf<'assignments'>[]; signatures: DocumentReplacement['signatures'] }> {
  const { tx, deal } = scope;
  const all = await selectRows(tx, assignmentCollection, {
    deal: deal.uuid,
    naming: { field: 'item', rows: [item.uuid] },
  });
  const forCurrent = new Set(await signaturesOfVersion(tx, deal.uuid, current));
  const rows = all.filter(
    ({ uuid, status }) =>
      countsAsSignature(status) && wentOut(status) && (status !== 'released' || forCurrent.has(uuid)),
  );
  const shownIn = await readShown(
    tx,
    item.uuid,
    rows.map(({ uuid }) => uuid),
  );
  const capacityOf = await openCapacitySentences(scope);
  const signatures = rows.map((row) => {
    const capacity = capacityOf(row);
    const shown = shownIn.get(row.uuid);
    const printed = shown?.printed_name ?? null;
    const page = looks.get(row.item_page_uuid) ?? null;
    return {
      uuid: row.uuid,
      capacity,
      status: row.status,
      page: page === null ? null : row.item_page_uuid,
      sign_again: whySignAgain({
        isGiven: !isOut(row.status),
        isDeed: isDeed(item, deal),
        // Packets from before printed names were stored have the document's name on the checklist.
        title:
          printed === null
            ? { signed: shown?.name ?? item.name, today: item.name }
            : { signed: printed, today: nameOfItem(item) },
        party: { signed: shown?.capacity ?? capacity, today: capacity },
        page,
      }),
    };
  });
  return { rows, signatures };
}

/** A packet's record of a signature. */
interface Shown {
  name: string | null;
  printed_name: string | null;
  capacity: string | null;
}

/** Returns the document's name and the capacity of each signature, as its packet has them. */
async function readShown(tx: Tx, item: string, assignments: readonly string[]): Promise<Map<string, Shown>> {
  if (assignments.length === 0) return new Map();
  const { rows } = await sql<Shown & { assignment: string }>`
    select assignments.uuid as assignment, shown.name, shown.printed_name, packets.capacities ->> assignments.uuid::text as capacity
    from assignments
      join packets on packets.transaction = assignments.transaction and packets.deleted_at is null
        and packets.status in ('ready', 'sent', 'viewed', 'partially_signed', 'completed')
        and assignments.uuid = any(packets.assignments)
      left join packet_documents as shown on shown.packet = packets.uuid and shown.item = ${item}::uuid
    where assignments.uuid = any(${[...assignments]}::uuid[])
    order by packets.created_at
  `.execute(tx);
  return new Map(rows.map(({ assignment, ...shown }) => [assignment, shown]));
}

async function versionOf(tx: Tx, item: ItemWithPlace, document: string): Promise<RowOf<'documents'>> {
  const row = await tx
    .selectFrom('documents')
    .selectAll()
    .where('uuid', '=', document)
    .where('item_id', '=', item.uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw invalid(`That file is not a version of ${item.name}, or has been deleted.`, 'document');
  assertConverted(row, 'document');
  return row;
}

async function pagesOf(tx: Tx, document: string): Promise<number> {
  const row = await tx
    .selectFrom('documents')
    .select('num_pages')
    .where('uuid', '=', document)
    .executeTakeFirst();
  return row?.num_pages ?? 0;
}

/** Page numbers counted from 1, as users count them. */
async function numberOf(tx: Tx, item: string, document: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from documents as version join documents as asked on asked.uuid = ${document}::uuid
    where version.item_id = ${item}::uuid and version.deleted_at is null
      and (version.created_at, version.uuid) <= (asked.created_at, asked.uuid)
  `.execute(tx);
  return Math.max(rows[0]?.count ?? 1, 1);
}
