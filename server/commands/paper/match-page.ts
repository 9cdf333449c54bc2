import { sql } from 'kysely';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { executedDocumentPageCollection } from '../../../src/contract/collections/executed-document-pages.ts';
import { executedDocumentCollection } from '../../../src/contract/collections/executed-documents.ts';
import type {
  ExecutedDocumentPage,
  MatchedPage,
} from '../../../src/contract/entities/closing/executed-document.ts';
import {
  countsAsSignature,
  isExecuted,
} from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { isOfEarlierVersion } from '../../../src/contract/rules/signing/pages/file-pages.ts';
import { readShortCode, type PageOutcome } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import { comparePageKind } from '../../queue/job-kinds.ts';
import { readRow } from '../../present/read-rows.ts';
import { invalid, notFound } from '../../refusal.ts';
import { changeRow, rowOf, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { SigningActor } from '../../store/deals/packets/signing-events.ts';
import { assertCollects } from './assert-collects.ts';
import { assertOwnPackets } from './assert-own-packets.ts';
import { continuedBy } from './continued-by.ts';
import { detachSheets } from './detach-sheets.ts';
import { assertSeesPages, mayTakeOver } from './held-page-access.ts';
import { noteMissingSheets } from './note-missing-sheets.ts';
import { PageVersions, type PrintedPage } from './page-versions.ts';
import { findByCodes, pagesWithCodes, showsSeveralDocuments, takenOutcome } from './place-page.ts';
import { markSignedOnPaper, unmarkSignedOnPaper } from './signed-pages.ts';

type AssignmentRow = RowOf<'assignments'>;
type PageRow = RowOf<'executed_document_pages'>;

/** Why a page can't count as signed, and what to do about it. */
const EARLIER_VERSION =
  'This page was printed from a version of the document that isn’t current. Have the current version signed, or make the printed version current again.';
const CHANGED_SINCE =
  'The document’s signature page has changed since this page was printed. Create its packet again and have the new page signed.';

/** Why a sheet can't be matched to pages of different documents: each document would contain the other one's signatures. */
const SEVERAL_DOCUMENTS =
  'One sheet can’t be matched to signatures on different documents. Scan each page separately and upload the new scans.';

/** Why a typed code identifies no page that can be signed. */
const CODE_SENTENCES: Partial<Record<PageOutcome, string>> = {
  unknown_code: 'No page has this code. Check the code and type it again.',
  other_deal: 'This code belongs to a page of another transaction. Upload the page there.',
  front_matter: 'This code belongs to a cover or title page, which nobody signs.',
  earlier_version: EARLIER_VERSION,
  changed_since: CHANGED_SINCE,
  superseded:
    'This page’s packet was replaced or canceled. If the page is still valid, choose its signature in the list.',
};

/**
 * Sets which signatures are on a returned page, chosen or named by the code that was typed. They then await acceptance, and another scan
 * of the same page is replaced. Or puts the page behind another one (`behind`), removes its match, or marks it as not a signature page.
 * @throws {Refusal} `not_found` if the page or a signature doesn't exist; `not_allowed` for organizations that neither collected the page,
 * lead the deal, nor sent or created its packet, for those that may not decide about the packet of a signature, and for those that can't
 * see both the page and the one that it goes behind; `invalid` if the page can't be read, if its code or the typed one names another page
 * or none, if the document or the page has changed since it was printed, if the signatures are of different documents or no longer count,
 * if one was accepted or given electronically, or if a page with a code goes behind another one, or a page goes behind one that isn't
 * awaiting acceptance
 */
export async function matchPage(
  scope: DealWrite,
  { id, assignments, code, behind, set_aside }: MatchedPage & { id: string },
  by: SigningActor,
): Promise<ExecutedDocumentPage> {
  const { tx, deal } = scope;
  const page = await rowOf(tx, executedDocumentPageCollection, deal.uuid, id);
  const file = await rowOf(tx, executedDocumentCollection, deal.uuid, page.executed_document);
  if (!(await mayTakeOver(scope, page, file, scope.user?.organization ?? null))) assertCollects(scope, file);
  if (code !== undefined) await matchTyped(scope, page, code, by);
  else if (behind !== undefined) await attachBehind(scope, page, file, behind);
  else if (assignments !== undefined && assignments.length > 0)
    await matchTo(scope, page, await findChosen(scope, assignments), by);
  else await takeAway(scope, page, set_aside === true ? 'set_aside' : 'unmatched');
  return readRow(tx, 'executed_document_pages', deal.uuid, id);
}

async function matchTyped(scope: DealWrite, page: PageRow, typed: string, by: SigningActor): Promise<void> {
  const code = readShortCode(typed);
  if (code === null)
    throw invalid(
      'A code is CP- followed by 16 letters and digits. Check the code and type it again.',
      'code',
    );
  const organization = scope.user?.organization ?? null;
  const found = await findByCodes(scope, [code], { organization, versions: new PageVersions(scope) });
  if (found.kind === 'match') return matchTo(scope, page, found.assignments, by);
  if (found.outcome === 'other_packet') await assertOwnPackets(scope, found.candidates, 'match a page to it');
  const sentence = CODE_SENTENCES[found.outcome];
  if (sentence !== undefined) throw invalid(sentence, 'code');
  const isContinuation = (await pagesWithCodes(scope.tx, [code])).every(
    ({ assignments }) => assignments.length === 0,
  );
  if (isContinuation && (found.outcome === 'continuation' || found.outcome === 'second_scan'))
    return continueWith(scope, page, code, found.candidates);
  return matchTo(scope, page, await findChosen(scope, found.candidates), by);
}

/**
 * Marks a returned page as a sheet without a signature line, which goes with the sheets of these signatures. It replaces
 * another scan of it.
 */
async function continueWith(
  scope: DealWrite,
  page: PageRow,
  code: string,
  signatures: readonly string[],
): Promise<void> {
  assertReadable(page);
  if (page.codes.some((each) => each !== code))
    throw invalid('Another code was read on this page. Check the code and type it again.', 'code');
  await takeAway(scope, page, 'continuation');
  const earlier = await scope.tx
    .updateTable('executed_document_pages')
    .set({ outcome: 'replaced', ...scope.stamp })
    .where('transaction', '=', scope.deal.uuid)
    .where('outcome', '=', 'continuation')
    .where('uuid', '<>', page.uuid)
    .where(sql<boolean>`${code} = any(codes)`)
    .returning('uuid')
    .execute();
  for (const { uuid } of earlier) scope.put('executed_document_pages', uuid, { fields: ['assignments'] });
  await changeRow(scope.tx, 'executed_document_pages', page.uuid, {
    codes: [code],
    candidates: [...signatures],
  });
  await noteMissingSheets(scope, signatures);
}

/**
 * Puts a sheet without a code, such as a notary's certificate, behind a page whose signatures await acceptance. It is accepted, held, released
 * and collated with that page.
 */
async function attachBehind(
  scope: DealWrite,
  page: PageRow,
  file: RowOf<'executed_documents'>,
  behind: string,
): Promise<void> {
  const { tx, deal } = scope;
  assertReadable(page);
  if ((await pagesWithCodes(tx, page.codes)).length > 0)
    throw invalid(
      'The code on this page already identifies it, so it can’t be added behind another page. Match it by its printed code, or mark it as not a signature page.',
      'behind',
    );
  const front = await rowOf(tx, executedDocumentPageCollection, deal.uuid, behind);
  const signatures = await assignmentsOf(scope, front);
  if (signatures.some(({ status }) => isExecuted(status)))
    throw invalid('A signature on that page has already been accepted. Reject it first.', 'behind');
  const isPending = signatures.some(({ status }) => status === 'signed_pending_acceptance');
  if (!isPending || front.uuid === page.uuid)
    throw invalid(
      'A page can only be added behind a page whose signatures are awaiting acceptance.',
      'behind',
    );
  const uuids = signatures.map(({ uuid }) => uuid);
  await assertOwnPackets(scope, uuids, 'add a sheet behind its page');
  const { collected_for } = await rowOf(tx, executedDocumentCollection, deal.uuid, front.executed_document);
  // Otherwise, there might be nobody who can accept both.
  await assertSeesPages(scope, [
    { ...page, collected_for: file.collected_for },
    { ...front, collected_for },
  ]);
  await takeAway(scope, page, 'continuation');
  await changeRow(tx, 'executed_document_pages', page.uuid, {
    match: 'hand',
    confidence: 1,
    candidates: uuids,
  });
  await noteMissingSheets(scope, uuids);
}

async function findChosen({ tx, deal }: DealWrite, uuids: readonly string[]): Promise<AssignmentRow[]> {
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: uuids });
  if (rows.length < new Set(uuids).size) throw notFound('This assignment');
  return rows;
}

function assertReadable({ pdf_file_key }: PageRow): void {
  if (pdf_file_key === null)
    throw invalid(
      'This page can’t be read, so it can’t be matched. Scan the page again and upload the new scan.',
    );
}

async function matchTo(
  scope: DealWrite,
  page: PageRow,
  rows: readonly AssignmentRow[],
  by: SigningActor,
): Promise<void> {
  const { tx, stamp } = scope;
  assertReadable(page);
  await assertOwnPackets(
    scope,
    rows.map(({ uuid }) => uuid),
    'match a page to it',
  );
  const added = rows.filter(({ executed_document_page }) => executed_document_page !== page.uuid);
  if (!rows.every(({ status }) => countsAsSignature(status)))
    throw invalid('This signature no longer counts. Assign the page again first.', 'assignments');
  const taken = takenOutcome(added);
  if (taken === 'already_accepted')
    throw invalid('This signature has already been accepted. Reject it first.', 'assignments');
  if (taken === 'signed_electronically')
    throw invalid('This page was signed electronically. Reject that signature first.', 'assignments');
  await assertCodesAgree(scope, page, added);
  if (new Set(rows.map(({ item }) => item)).size > 1) throw invalid(SEVERAL_DOCUMENTS, 'assignments');
  await assertAsPrinted(scope, page, added);
  const chosen = new Set(rows.map(({ uuid }) => uuid));
  const before = await assignmentsOf(scope, page);
  const dropped = before.filter(({ uuid }) => !chosen.has(uuid));
  const continued = await continuedBy(scope, [page]);
  assertNotAccepted([...dropped, ...continued]);
  await unmarkSignedOnPaper(scope, dropped);
  await replaceEarlier(scope, page, added);
  await markSignedOnPaper(scope, page.uuid, added, { by });
  await changeRow(tx, 'executed_document_pages', page.uuid, {
    assignments: [...chosen],
    match: 'hand',
    confidence: 1,
    outcome: null,
    candidates: [],
    warnings: JSON.stringify(['not_compared']),
    fit: null,
    ...stamp,
  });
  await scope.services.jobs.enqueue(tx, comparePageKind, { page: page.uuid });
  scope.put('executed_document_pages', page.uuid, { fields: ['assignments'] });
  await noteMissingSheets(scope, [...chosen, ...continued.map(({ uuid }) => uuid)]);
}

/**
 * A page with readable codes is signed for what they name, in any packet, and for nothing else.
 * @throws {Refusal} `invalid`, naming the document and its signer
 */
async function assertCodesAgree(
  { tx, deal }: DealWrite,
  { codes }: PageRow,
  rows: readonly AssignmentRow[],
): Promise<void> {
  const pages = (await pagesWithCodes(tx, codes)).filter(({ transaction }) => transaction === deal.uuid);
  if (pages.length === 0) return;
  if (showsSeveralDocuments(pages)) throw invalid(SEVERAL_DOCUMENTS, 'assignments');
  const among = pages.flatMap(({ assignments }) => assignments);
  const printed = await tx
    .selectFrom('assignments')
    .innerJoin('items', 'items.uuid', 'assignments.item')
    .innerJoin('signatories', 'signatories.uuid', 'assignments.signatory')
    .select(['assignments.item', 'assignments.signatory', 'assignments.auth_rep'])
    .select(['items.name', 'signatories.full_name'])
    .where(sql<boolean>`assignments.uuid = any(${among}::uuid[])`)
    .orderBy('assignments.uuid')
    .execute();
  const [first] = printed;
  const isPrinted = ({ uuid, item, signatory, auth_rep: by }: AssignmentRow): boolean =>
    among.includes(uuid) ||
    printed.some((each) => each.item === item && each.signatory === signatory && each.auth_rep === by);
  if (rows.every(isPrinted)) return;
  throw invalid(
    first
      ? `The code on this page is for ${first.full_name}’s signature on “${first.name}”. Choose that signature, or mark the page as not a signature page.`
      : 'The code on this page belongs to a sheet without a signature line. Match it by its printed code, or mark it as not a signature page.',
    'assignments',
  );
}

/**
 * A page counts only for what was printed on it. Its own codes identify that; without a readable code, its packet does.
 * @throws {Refusal} `invalid` if the document or the page has changed since
 */
async function assertAsPrinted(
  scope: DealWrite,
  { codes }: PageRow,
  rows: readonly AssignmentRow[],
): Promise<void> {
  const { tx, deal } = scope;
  const own = (await pagesWithCodes(tx, codes)).filter(({ transaction }) => transaction === deal.uuid);
  const uuids = rows.map(({ uuid }) => uuid);
  const printed = own.length > 0 ? own : await livePages(scope, uuids);
  const stale = await new PageVersions(scope).staleness(printed);
  if (stale === 'earlier_version') throw invalid(EARLIER_VERSION, 'assignments');
  if (stale === 'changed_since') throw invalid(CHANGED_SINCE, 'assignments');
  if (await isMarkedInEarlierVersion(scope, rows)) throw invalid(EARLIER_VERSION, 'assignments');
}

/** Returns whether one of these signatures is on a marked page of an earlier version, which isn’t part of the document anymore. */
async function isMarkedInEarlierVersion({ tx }: DealWrite, rows: readonly AssignmentRow[]): Promise<boolean> {
  const uuids = rows.map(({ item_page_uuid }) => item_page_uuid);
  const pages = await tx
    .selectFrom('signature_pages as page')
    .innerJoin('items', 'items.uuid', 'page.item')
    .select(['page.document', 'items.document as current'])
    .where(sql<boolean>`page.uuid = any(${uuids}::uuid[])`)
    .execute();
  return pages.some(({ document, current }) => isOfEarlierVersion({ document }, current));
}

/** Returns the pages of live packets for these signatures. */
async function livePages({ tx, deal }: DealWrite, assignments: readonly string[]): Promise<PrintedPage[]> {
  if (assignments.length === 0) return [];
  return tx
    .selectFrom('packet_pages as page')
    .innerJoin('packets', 'packets.uuid', 'page.packet')
    .select(['page.packet', 'page.item', 'page.page', 'page.made_from'])
    .where('page.transaction', '=', deal.uuid)
    .where('packets.deleted_at', 'is', null)
    .where('packets.status', 'in', ['ready', 'sent', 'viewed', 'partially_signed', 'completed'])
    .where(sql<boolean>`page.assignments && ${[...assignments]}::uuid[]`)
    .execute();
}

/** Removes these signatures from the scans that had them. */
async function replaceEarlier(
  scope: DealWrite,
  page: PageRow,
  rows: readonly AssignmentRow[],
): Promise<void> {
  const { tx, deal, stamp } = scope;
  const among = [...new Set(rows.flatMap(({ executed_document_page }) => executed_document_page ?? []))];
  const earlier = await selectRows(tx, executedDocumentPageCollection, { deal: deal.uuid, among });
  const taken = new Set(rows.map(({ uuid }) => uuid));
  await detachSheets(scope, [...taken]);
  for (const { uuid, assignments } of earlier) {
    if (uuid === page.uuid) continue;
    const left = assignments.filter((each) => !taken.has(each));
    await changeRow(tx, 'executed_document_pages', uuid, {
      assignments: left,
      ...(left.length === 0 && {
        match: 'none',
        confidence: null,
        outcome: 'replaced',
        candidates: assignments,
      }),
      ...stamp,
    });
    scope.put('executed_document_pages', uuid, { fields: ['assignments'] });
  }
}

async function takeAway(
  scope: DealWrite,
  page: PageRow,
  outcome: 'set_aside' | 'unmatched' | 'continuation',
): Promise<void> {
  const continued = await continuedBy(scope, [page]);
  assertNotAccepted(continued);
  const before = await assignmentsOf(scope, page);
  assertNotAccepted(before);
  await unmarkSignedOnPaper(scope, before);
  await changeRow(scope.tx, 'executed_document_pages', page.uuid, {
    assignments: [],
    match: 'none',
    confidence: null,
    // Without a PDF, it can't be matched again.
    outcome: outcome === 'unmatched' && page.pdf_file_key === null ? 'unreadable' : outcome,
    candidates: [...new Set([...page.candidates, ...page.assignments])],
    ...scope.stamp,
  });
  scope.put('executed_document_pages', page.uuid, { fields: ['assignments'] });
  await noteMissingSheets(
    scope,
    continued.map(({ uuid }) => uuid),
  );
}

async function assignmentsOf(
  { tx, deal }: DealWrite,
  { uuid, assignments }: PageRow,
): Promise<AssignmentRow[]> {
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: assignments });
  return rows.filter(({ executed_document_page }) => executed_document_page === uuid);
}

function assertNotAccepted(rows: readonly AssignmentRow[]): void {
  if (rows.some(({ status }) => isExecuted(status)))
    throw invalid('A signature on this page has already been accepted. Reject it first.', 'assignments');
}
