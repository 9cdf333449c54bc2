import { sql } from 'kysely';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import { TOP } from '../../../src/contract/rules/checklist/child-lists.ts';
import type { PlanItem, PlanPage, PlanSigner } from '../../../src/contract/rules/closing/download-plan.ts';
import { releasedSignatures } from '../../../src/contract/rules/closing/released-signatures.ts';
import { isOfEarlierVersion } from '../../../src/contract/rules/signing/pages/file-pages.ts';
import { countsAsSignature } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { loadTree, type ChecklistTree } from '../../store/deals/checklist-tree.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import { selectItems, type ItemWithPlace } from '../../store/deals/items.ts';
import type { TransactionRow, Tx } from '../../store/tables.ts';
import { readFilePages, type FilePageSource } from '../packets/read-file-pages.ts';
import { readPageSources, type PageSource } from '../read-page-sheets.ts';
import { readDealSheets, type DealSheets, type StoredPage } from './signed-sheets.ts';

/** A stored PDF. */
export interface StoredPdf {
  readonly key: string;
  /** The approximate size in bytes. A PDF made from a Word file counts as large as that file. */
  readonly size: number;
}

/** The PDF of a document's file. */
type Body = StoredPdf & { readonly pages: number };

/** Everything from which the PDFs of a deal's documents are made, from one snapshot. */
export interface DealDocuments {
  /** Documents with their attachments, from the top of the checklist to the bottom. */
  readonly items: readonly PlanItem[];
  readonly bodies: ReadonlyMap<string, Body>;
  /** Sealed executed documents. */
  readonly executed: ReadonlyMap<string, StoredPdf>;
  readonly sheets: DealSheets;
  readonly signedSheets: ReadonlyMap<string, readonly StoredPage[]>;
  readonly pages: ReadonlyMap<string, PageSource | FilePageSource>;
  /** For each released signature, the date that its release gave it. */
  readonly effectiveDates: ReadonlyMap<string, string>;
  /** For each item, the latest date of its releases: for signatures whose release has none. */
  readonly datesOfItems: ReadonlyMap<string, string>;
  /** The items with released signatures whose signed pages are still being drawn. */
  readonly notReady: ReadonlySet<string>;
  /** The names of people, and of documents. */
  readonly names: ReadonlyMap<string, string>;
  readonly itemNames: ReadonlyMap<string, string>;
}

/**
 * Reads all documents of a deal.
 * @param bodyOf the version of an item's file, if not the current one
 */
export async function readDealDocuments(
  tx: Tx,
  deal: Pick<TransactionRow, 'uuid' | 'paper_size' | 'is_deed_transaction'>,
  bodyOf: ReadonlyMap<string, string> = new Map(),
): Promise<DealDocuments> {
  const items = await selectItems(tx, { deal: deal.uuid });
  const versionOf = new Map(items.map(({ uuid, document }) => [uuid, bodyOf.get(uuid) ?? document]));
  const bodies = await readBodies(tx, versionOf);
  const generated = (await readPageSources(tx, deal)).flatMap((each) => ('problem' in each ? [] : each));
  const sources = [...(await readFilePages(tx, deal)), ...generated];
  const pages = new Map(sources.map((source) => [source.page.uuid, source]));
  const assignments = await selectRows(tx, assignmentCollection, { deal: deal.uuid });
  const sheets = await readDealSheets(tx, deal.uuid);
  const statusOf = new Map(assignments.map(({ uuid, status }) => [uuid, status]));
  // A sheet of text may belong to several signatures, each of which has its own sheet.
  const isHeld = (assignment: string) => {
    const status = statusOf.get(assignment);
    return status !== undefined && countsAsSignature(status) && status !== 'released';
  };
  const isShown = releasedSignatures(
    statusOf,
    sheets.signed.map((sheet) => sheet.assignments),
  );
  const signedSheets = sheetsByAssignment(
    sheets.signed.filter(({ assignments: here }) => !here.some(isHeld)),
    isShown,
  );
  const drawn = new Set(sheets.signed.flatMap((sheet) => sheet.assignments));
  const undrawn = assignments.filter(({ uuid, status }) => status === 'released' && !drawn.has(uuid));
  const inOrder = sources.toSorted((one, other) => one.page.order - other.page.order);
  const pagesOf = Map.groupBy(inOrder, ({ page }) => page.item);
  const embeddedPagesOf = ({ pages_embedded_in: file }: ItemWithPlace) =>
    (pagesOf.get(file ?? '') ?? []).filter(({ page }) => page.source === 'file');
  const undrawnPages = new Set(undrawn.map(({ item_page_uuid: page }) => page));
  const waitingForPages = items.flatMap((item) =>
    embeddedPagesOf(item).some(({ page }) => undrawnPages.has(page.uuid)) ? item.uuid : [],
  );
  const tree = await loadTree(tx, deal.uuid);
  const planned = planItems(items, tree, (item) => {
    const body = bodies.get(item.uuid);
    return {
      uuid: item.uuid,
      name: item.name,
      bodyPages: body?.pages ?? null,
      isUnconverted: item.document !== null && !body,
      isForSigning: item.for_signing,
      isFullyExecuted: item.fully_executed,
      isCollated: item.collated_at !== null && !bodyOf.has(item.uuid),
      pages: [
        ...(pagesOf.get(item.uuid) ?? []).map((source) => planPage(source, versionOf, isShown, body)),
        ...embeddedPagesOf(item).map((source) => ({
          ...planPage(source, versionOf, isShown),
          embeddedIn: source.page.item,
        })),
      ],
    };
  });
  const signatories = await selectRows(tx, signatoryCollection, { deal: deal.uuid });
  return {
    items: planned,
    bodies,
    executed: new Map(
      items.flatMap(({ uuid, executed_file_key: key, executed_size: size }) =>
        key === null ? [] : [[uuid, { key, size: size ?? 0 }]],
      ),
    ),
    sheets,
    signedSheets,
    pages,
    effectiveDates: await readEffectiveDates(tx, deal.uuid),
    datesOfItems: await readDatesOfItems(tx, deal.uuid),
    notReady: new Set([...undrawn.map(({ item }) => item), ...waitingForPages]),
    itemNames: new Map(items.map(({ uuid, name }) => [uuid, name])),
    names: new Map(signatories.map(({ uuid, full_name }) => [uuid, full_name])),
  };
}

function planPage(
  source: PageSource | FilePageSource,
  versionOf: ReadonlyMap<string, string | null>,
  isReleased: ReadonlySet<string>,
  body?: Body,
): PlanPage {
  const { page } = source;
  const sheets =
    'groups' in source
      ? source.groups.map(({ signers }) => signers)
      : // Everything that a person signs on a page of a file is on one sheet.
        [...Map.groupBy(source.signers, ({ human }) => human.id).values()];
  const isEarlier = isOfEarlierVersion(page, versionOf.get(page.item));
  return {
    uuid: page.uuid,
    bodyPage: isEarlier || !body ? null : page.ref_page_number,
    isEarlier,
    sheets: sheets.map((sheet) =>
      sheet.map(({ id, human }): PlanSigner => ({
        assignment: id,
        human: human.id,
        isReleased: isReleased.has(id),
      })),
    ),
  };
}

function sheetsByAssignment(
  signed: readonly StoredPage[],
  isShown: ReadonlySet<string>,
): Map<string, StoredPage[]> {
  const byAssignment = new Map<string, StoredPage[]>();
  for (const sheet of signed)
    for (const assignment of sheet.assignments.filter((each) => isShown.has(each)))
      byAssignment.set(assignment, [...(byAssignment.get(assignment) ?? []), sheet]);
  return byAssignment;
}

/** The PDFs of the items' versions. */
async function readBodies(tx: Tx, versionOf: ReadonlyMap<string, string | null>): Promise<Map<string, Body>> {
  const wanted = new Map(
    [...versionOf].flatMap(([item, version]) => (version === null ? [] : [[item, version] as const])),
  );
  if (wanted.size === 0) return new Map();
  const rows = await tx
    .selectFrom('documents')
    .select(['uuid', 'pdf_file_key', 'num_pages', 'size'])
    .where(sql<boolean>`uuid = any(${[...new Set(wanted.values())]}::uuid[])`)
    .where('malware', 'is', null)
    .execute();
  const known = new Map(rows.map((row) => [row.uuid, row]));
  return new Map(
    [...wanted].flatMap(([item, document]) => {
      const row = known.get(document);
      if (!row || row.pdf_file_key === null || row.num_pages === null) return [];
      return [[item, { key: row.pdf_file_key, pages: row.num_pages, size: row.size }] as const];
    }),
  );
}

/** Lists the items in the order of the checklist, each with the items below it. */
function planItems(
  items: readonly ItemWithPlace[],
  { elements, lists }: ChecklistTree,
  plan: (item: ItemWithPlace) => Omit<PlanItem, 'attachments'>,
): PlanItem[] {
  const known = new Map(items.map((item) => [item.uuid, item]));
  const below = (parent: string): PlanItem[] =>
    (lists.get(parent) ?? []).flatMap((element) => {
      const item = known.get(elements.get(element)?.item ?? '');
      const inside = below(element);
      return item ? [{ ...plan(item), attachments: inside }] : inside;
    });
  return below(TOP);
}

async function readEffectiveDates(tx: Tx, deal: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('releases')
    .select(['signatures', 'effective_date'])
    .where('transaction', '=', deal)
    .where('status', '=', 'released')
    .where('deleted_at', 'is', null)
    .orderBy('released_at')
    .execute();
  return new Map(
    rows.flatMap(({ signatures, effective_date: date }) =>
      date === null ? [] : signatures.map((each) => [each, date] as const),
    ),
  );
}

async function readDatesOfItems(tx: Tx, deal: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('collations')
    .select(['item', 'effective_date'])
    .where('transaction', '=', deal)
    .execute();
  return new Map(rows.flatMap(({ item, effective_date: date }) => (date === null ? [] : [[item, date]])));
}
