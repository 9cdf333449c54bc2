import type { DownloadAnswer } from '../../../src/contract/entities/documents/download.ts';
import { pdfName, zipName } from '../../../src/contract/rules/closing/download-names.ts';
import {
  planDownload,
  type DownloadKind,
  type PlanFile,
  type PlanItem,
  type PlanPart,
} from '../../../src/contract/rules/closing/download-plan.ts';
import { invalid, notFound, Refusal } from '../../refusal.ts';
import { readDealDocuments, type DealDocuments } from '../../signing/executed/read-documents.ts';
import { readFlags } from '../../store/account/features.ts';
import type { Tx, TransactionRow } from '../../store/tables.ts';

/** The documents to download, each with its kind. */
export type AskedDownload = readonly { readonly item: string; readonly kind: DownloadKind }[];

/** What is in a download, from one snapshot. */
export interface ReadDownload {
  readonly asked: AskedDownload;
  readonly documents: DealDocuments;
  readonly files: readonly PlanFile[];
  readonly leftOut: DownloadAnswer['body']['left_out'];
  readonly isZip: boolean;
  readonly fileName: string;
  /** The approximate size in bytes. */
  readonly size: number;
  /** The number of PDFs that have to be generated. */
  readonly toMake: number;
}

type Deal = Pick<TransactionRow, 'uuid' | 'name' | 'paper_size' | 'is_deed_transaction' | 'archived_at'>;

/** Documents by id, or all documents of a deal. */
export type Wanted =
  | AskedDownload
  | { readonly all: DownloadKind; readonly among?: readonly string[] | undefined };

/**
 * Plans a download of a deal's documents.
 * @throws {Refusal} `not_found` for an unknown document; `invalid` if no document has such a file, or signed pages are still being drawn
 */
export async function readDownload(tx: Tx, deal: Deal, wanted: Wanted): Promise<ReadDownload> {
  if (deal.archived_at !== null)
    throw new Refusal('not_found', 'The files of this transaction were archived and removed.');
  const documents = await readDealDocuments(tx, deal);
  const known = inOrder(documents.items);
  const asked = 'all' in wanted ? allOf(known, wanted.all, wanted.among) : wanted;
  const byId = new Map(known.map((item) => [item.uuid, item]));
  const planned = asked.map(({ item: uuid, kind }) => {
    const item = byId.get(uuid);
    if (!item) throw notFound('This document');
    return { item, kind };
  });
  const { files, leftOut } = planDownload(planned);
  const nameOf = (uuid: string) => byId.get(uuid)?.name ?? '';
  if (files.length === 0) throw invalid(nothingInWords(leftOut[0], nameOf), 'kind');
  const unready = planned.find(
    ({ item, kind }) => !WITHOUT_SIGNED_PAGES.has(kind) && waitsForPages(item, documents),
  );
  if (unready)
    throw invalid(`The signed pages of “${unready.item.name}” aren’t ready yet. Try again in a minute.`);
  const isPackets = asked.some(({ kind }) => kind === 'unexecuted_packets');
  const isWholeDeal = 'all' in wanted && wanted.among === undefined;
  const isZip = asked.length > 1 || isPackets || isWholeDeal;
  const [first] = planned;
  const kinds = asked.map(({ kind }) => kind);
  return {
    asked,
    documents,
    files,
    leftOut: leftOut.map(({ item, reason }) => ({ item, reason, name: nameOf(item) })),
    isZip,
    fileName: isZip || !first ? zipName(deal.name, kinds) : pdfName(first.item.name, first.kind),
    size: sizeOf(files, documents),
    toMake: files.filter(({ parts }) => parts.length > 1 || parts.some(isMade)).length,
  };
}

/** Checks the kinds. @throws {Refusal} `not_allowed` if they differ and the deal doesn't have the feature for it */
export async function assertMayMixKinds(tx: Tx, deal: string): Promise<void> {
  const { flags } = await readFlags(tx, deal);
  if (!flags.CYOA_DOWNLOADS.is_active)
    throw new Refusal(
      'not_allowed',
      'In this transaction, you can’t choose a different download for each document. Choose one for all documents.',
    );
}

const WITHOUT_SIGNED_PAGES: ReadonlySet<DownloadKind> = new Set([
  'unexecuted_item',
  'nonexecutable_item',
  'unexecuted_packets',
]);

/** The documents from the top of the checklist to the bottom, attachments after their documents. */
function inOrder(items: readonly PlanItem[]): PlanItem[] {
  return items.flatMap((item) => [item, ...inOrder(item.attachments)]);
}

function allOf(
  known: readonly PlanItem[],
  kind: DownloadKind,
  among: readonly string[] | undefined,
): AskedDownload {
  const wanted = among && new Set(among);
  const found = known.filter(({ uuid }) => !wanted || wanted.has(uuid));
  if (wanted && found.length < wanted.size) throw notFound('This document');
  return found.map(({ uuid: item }) => ({ item, kind }));
}

/** Whether released signatures of an item or its attachments are still being drawn. */
function waitsForPages(item: PlanItem, documents: DealDocuments): boolean {
  return (
    (!item.isCollated && documents.notReady.has(item.uuid)) ||
    item.attachments.some((attachment) => waitsForPages(attachment, documents))
  );
}

function nothingInWords(
  leftOut: { item: string; reason: string } | undefined,
  nameOf: (item: string) => string,
): string {
  if (!leftOut) return 'This transaction has no documents yet.';
  if (leftOut.reason === 'no_file') return `“${nameOf(leftOut.item)}” has no file yet.`;
  if (leftOut.reason === 'not_converted')
    return `“${nameOf(leftOut.item)}” isn’t a PDF yet. Download it once it has been converted.`;
  return leftOut.reason === 'no_executed_pages'
    ? 'No signed pages have been released yet.'
    : 'No signature pages are outstanding.';
}

function isMade({ kind }: PlanPart): boolean {
  return kind === 'signed' || kind === 'blank' || kind === 'body';
}

/** A signature page that isn't part of a stored file counts as 50 kB. */
const PAGE_BYTES = 50_000;

/** Returns the approximate size in bytes. A stored file that is in a PDF in several parts counts once. */
function sizeOf(files: readonly PlanFile[], documents: DealDocuments): number {
  const counted = files.flatMap(({ parts }) => [
    ...new Set(parts.flatMap((part) => storedFor(part, documents))),
  ]);
  return counted.reduce((sum, { size }) => sum + size, 0);
}

interface Sized {
  readonly size: number;
}

function storedFor(part: PlanPart, { bodies, executed, pages, signedSheets }: DealDocuments): Sized[] {
  if (part.kind === 'executed') return [executed.get(part.item) ?? { size: 0 }];
  if (part.kind === 'file' || part.kind === 'body') return [bodies.get(part.item) ?? { size: 0 }];
  const source = pages.get(part.page);
  const file = source && 'file' in source ? bodies.get(source.page.item) : undefined;
  const page = { size: file ? file.size / file.pages : PAGE_BYTES };
  if (part.kind === 'blank') return [page];
  const sheets = new Set(part.assignments.flatMap((each) => signedSheets.get(each) ?? []));
  return [...sheets].map(({ size }) => ({ size: size ?? page.size }));
}
