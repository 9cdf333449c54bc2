import { sql } from 'kysely';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { countsAsSignature, isExecuted } from '../../../src/contract/rules/signing/assignment-status.ts';
import type { PageMatch, PageOutcome } from '../../../src/contract/rules/signing/scanned-page.ts';
import type { FoundCode } from '../../convert/scans/scanned-pages.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

type AssignmentRow = RowOf<'assignments'>;

/** What a page turned out to be. */
export type Placement =
  | { kind: 'match'; match: PageMatch; confidence: number; assignments: AssignmentRow[]; sheets: number }
  | { kind: 'none'; outcome: PageOutcome; candidates: string[] };

/** Confidence if both codes of a page were read, one of them, or only its text. */
const BOTH_CODES = 1;
const ONE_CODE = 0.99;
const ONLY_TEXT = 0.95;

/** Packets whose pages still count. */
const LIVE = new Set(['ready', 'sent', 'viewed', 'partially_signed', 'completed']);

/** Finds what a page is by its codes. A code alone never accepts a page; it only says which one it is. */
export async function placePage(
  scope: DealWrite,
  { isBlank, isDrawn, codes }: { isBlank: boolean; isDrawn: boolean; codes: readonly FoundCode[] },
): Promise<Placement> {
  if (!isDrawn) return none('unreadable');
  if (codes.length === 0) return none(isBlank ? 'blank' : 'no_code');
  const qr = codes.filter(({ by }) => by === 'code');
  const used = qr.length > 0 ? qr : codes;
  const texts = [...new Set(used.map(({ text }) => text))];
  const found = await findByCodes(scope, texts);
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

/** The signatures that pages with these codes are for. On a sheet with several pages, all of them. */
export async function findByCodes(
  { tx, deal }: DealWrite,
  codes: readonly string[],
): Promise<{ kind: 'match'; assignments: AssignmentRow[] } | (Placement & { kind: 'none' })> {
  const pages = await tx
    .selectFrom('packet_pages as page')
    .innerJoin('packets as packet', 'packet.uuid', 'page.packet')
    .select(['page.transaction', 'page.kind', 'page.assignments', 'page.code'])
    .select(['packet.status', 'packet.deleted_at'])
    .where(sql<boolean>`page.code = any(${[...codes]})`)
    .execute();
  if (pages.length < codes.length) return none('unknown_code');
  if (pages.some(({ transaction }) => transaction !== deal.uuid)) return none('other_deal');
  const among = [...new Set(pages.flatMap(({ assignments }) => assignments))];
  if (among.length === 0) return none('front_matter');
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among });
  const counted = rows.filter(({ status }) => countsAsSignature(status));
  const isLive = pages.every(({ status, deleted_at }) => LIVE.has(status) && deleted_at === null);
  if (!isLive || counted.length < among.length) {
    const open = counted.filter(({ status }) => !isExecuted(status)).map(({ uuid }) => uuid);
    return none('superseded', open);
  }
  const taken = takenOutcome(counted);
  return taken === null ? { kind: 'match', assignments: counted } : none(taken, among);
}

/** Why these signatures can't be matched to another page right away; null if they can. */
export function takenOutcome(rows: readonly AssignmentRow[]): PageOutcome | null {
  if (rows.some(({ status }) => isExecuted(status))) return 'already_accepted';
  const pending = rows.filter(({ status }) => status === 'signed_pending_acceptance');
  if (pending.some(({ executed_document_page: page }) => page === null)) return 'signed_electronically';
  return pending.length > 0 ? 'second_scan' : null;
}
