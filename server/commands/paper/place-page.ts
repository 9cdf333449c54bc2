import { sql } from 'kysely';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import {
  countsAsSignature,
  isExecuted,
} from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import type { PageMatch, PageOutcome } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import type { FoundCode } from '../../convert/scans/scanned-pages.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tx } from '../../store/tables.ts';
import { otherOwner } from './assert-own-packets.ts';
import type { PageVersions } from './page-versions.ts';

type AssignmentRow = RowOf<'assignments'>;

/** The result of matching a page. */
export type Placement =
  | { kind: 'match'; match: PageMatch; confidence: number; assignments: AssignmentRow[]; sheets: number }
  | { kind: 'none'; outcome: PageOutcome; candidates: string[] };

/** The confidence if both codes of a page were read, one of them, or only its text. */
const BOTH_CODES = 1;
const ONE_CODE = 0.99;
const ONLY_TEXT = 0.95;

/** Packets whose pages still count. */
const LIVE = new Set(['ready', 'sent', 'viewed', 'partially_signed', 'completed']);

/** A page that was read, and the organization that collected it. */
interface ReadPage {
  isBlank: boolean;
  isDrawn: boolean;
  codes: readonly FoundCode[];
}

/** Who places pages: an organization, or null for the server itself; and what the pages are compared with. */
export interface Placing {
  readonly organization: string | null;
  /** If given, only this signatory's pages are matched: they sent the file with their link. */
  readonly signatory?: string | null;
  readonly versions: PageVersions;
}

/** Determines what a page is by its codes. A code alone never accepts a page; it only identifies it. */
export async function placePage(
  scope: DealWrite,
  { isBlank, isDrawn, codes }: ReadPage,
  placing: Placing,
): Promise<Placement> {
  if (!isDrawn) return none('unreadable');
  if (codes.length === 0) return none(isBlank ? 'blank' : 'no_code');
  const qr = codes.filter(({ by }) => by === 'code');
  const used = qr.length > 0 ? qr : codes;
  const texts = [...new Set(used.map(({ text }) => text))];
  const found = await findByCodes(scope, texts, placing);
  if (found.kind === 'none') return found;
  const isTwice = texts.every((text) => used.filter((each) => each.text === text).length > 1);
  return {
    ...found,
    match: qr.length > 0 ? 'code' : 'text',
    confidence: qr.length === 0 ? ONLY_TEXT : isTwice ? BOTH_CODES : ONE_CODE,
    sheets: texts.length,
  };
}

function none(outcome: PageOutcome, candidates: readonly string[] = []): Placement & { kind: 'none' } {
  return { kind: 'none', outcome, candidates: [...candidates] };
}

/** Returns the signatures on the pages with these codes. A sheet with several pages has all of theirs. */
export async function findByCodes(
  scope: DealWrite,
  codes: readonly string[],
  { organization, signatory = null, versions }: Placing,
): Promise<{ kind: 'match'; assignments: AssignmentRow[] } | (Placement & { kind: 'none' })> {
  const { tx, deal } = scope;
  const pages = await pagesWithCodes(tx, codes);
  if (pages.length < codes.length) return none('unknown_code');
  if (pages.some(({ transaction }) => transaction !== deal.uuid)) return none('other_deal');
  const among = [...new Set(pages.flatMap(({ assignments }) => assignments))];
  // A sheet without a signature line goes with the sheets that are signed.
  const continued = [...new Set(pages.flatMap((page) => page.signed_with))];
  const named = among.length > 0 ? among : continued;
  if (named.length === 0) return none('front_matter');
  const isOthers = signatory !== null && pages.some((page) => page.signatory !== signatory);
  if (isOthers || (await otherOwner(scope, named, organization))) return none('other_packet', named);
  if (showsSeveralDocuments(pages)) return none('several_documents');
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: named });
  const counted = rows.filter(({ status }) => countsAsSignature(status));
  const open = counted.filter(({ status }) => !isExecuted(status)).map(({ uuid }) => uuid);
  if (await versions.areOfEarlierVersions(pages)) return none('earlier_version', open);
  const isLive = pages.every(({ status, deleted_at }) => LIVE.has(status) && deleted_at === null);
  if (!isLive || counted.length < named.length) return none('superseded', open);
  if (await versions.haveChanged(pages)) return none('changed_since', open);
  const taken = takenOutcome(counted);
  if (among.length > 0) return taken === null ? { kind: 'match', assignments: counted } : none(taken, among);
  if (taken !== null && taken !== 'second_scan') return none(taken, named);
  return none((await hasContinuation(scope, codes)) ? 'second_scan' : 'continuation', named);
}

/** Returns whether another scan of a sheet without a signature line exists. */
async function hasContinuation({ tx, deal }: DealWrite, codes: readonly string[]): Promise<boolean> {
  const found = await tx
    .selectFrom('executed_document_pages')
    .select('uuid')
    .where('transaction', '=', deal.uuid)
    .where('outcome', '=', 'continuation')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`codes && ${[...codes]}`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the pages of packets with these codes, of any deal. */
export async function pagesWithCodes(tx: Tx, codes: readonly string[]) {
  if (codes.length === 0) return [];
  return tx
    .selectFrom('packet_pages as page')
    .innerJoin('packets as packet', 'packet.uuid', 'page.packet')
    .select(['page.transaction', 'page.kind', 'page.assignments', 'page.signed_with', 'page.code'])
    .select(['page.packet', 'page.item', 'page.page', 'page.made_from'])
    .select(['packet.status', 'packet.deleted_at', 'packet.signatory'])
    .where(sql<boolean>`page.code = any(${[...codes]})`)
    .execute();
}

/** Returns whether the pages on one sheet are for more than one document. */
export function showsSeveralDocuments(
  pages: readonly { item: string | null; assignments: readonly string[] }[],
): boolean {
  const items = pages.flatMap(({ item, assignments }) => (assignments.length > 0 ? [item] : []));
  return new Set(items).size > 1;
}

/** Returns why these signatures can't be matched to another page right away; null if they can. */
export function takenOutcome(rows: readonly AssignmentRow[]): PageOutcome | null {
  if (rows.some(({ status }) => isExecuted(status))) return 'already_accepted';
  const pending = rows.filter(({ status }) => status === 'signed_pending_acceptance');
  if (pending.some(({ executed_document_page: page }) => page === null)) return 'signed_electronically';
  return pending.length > 0 ? 'second_scan' : null;
}
