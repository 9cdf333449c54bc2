import { v7 } from 'uuid';
import type { InkWarning } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import type { ScanComparison } from '../../convert/scans/compared-pages.ts';
import type { ScannedPage } from '../../convert/scans/scanned-pages.ts';
import { comparePageKind } from '../../queue/job-kinds.ts';
import { changeRow, insertRow, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { noteMissingSheets } from './note-missing-sheets.ts';
import { PageVersions } from './page-versions.ts';
import { placePage } from './place-page.ts';
import { BY_SERVER } from '../../store/deals/packets/signing-events.ts';
import { markSignedOnPaper } from './signed-pages.ts';

/** A page that was read, and the location of its PDF and picture. */
export type RecordedPage = Omit<ScannedPage, 'turns' | 'text'> & {
  /** Its position on a sheet that shows several pages, from 1; 0 = the whole sheet. */
  part: number;
  /** It has room for several pages, but couldn't be split. */
  isShared?: boolean;
  pdfKey: string | null;
  pictureKey: string | null;
  /** The signatures that it may be for, by its words. */
  similar: readonly string[];
};

/**
 * Records pages of a returned file, and matches them. Pages that were recorded before stay as they are. If the file was deleted meanwhile,
 * nothing changes.
 */
export async function recordPages(
  scope: DealWrite,
  uuid: string,
  { numPages, pages }: { numPages: number; pages: readonly RecordedPage[] },
): Promise<void> {
  const { tx, now, stamp } = scope;
  const file = await tx
    .selectFrom('executed_documents')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('status', '=', 'processing')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!file) return;
  const versions = new PageVersions(scope);
  const named: string[] = [];
  for (const page of pages)
    if (page.page > file.num_read) named.push(...(await recordPage(scope, file, page, versions)));
  await noteMissingSheets(scope, named);
  const num_read = Math.max(file.num_read, ...pages.map(({ page }) => page));
  const status = num_read >= numPages ? 'ready' : 'processing';
  await changeRow(tx, 'executed_documents', uuid, {
    num_pages: numPages,
    num_read,
    status,
    ...stamp,
    modified_at: now,
  });
  scope.put('executed_documents', uuid, { fields: ['num_read'], name: file.name });
}

/** Returns the signatures whose pages may be complete now. */
async function recordPage(
  scope: DealWrite,
  file: RowOf<'executed_documents'>,
  page: RecordedPage,
  versions: PageVersions,
): Promise<readonly string[]> {
  const { tx, deal, now, stamp } = scope;
  // Without a PDF, nothing could be accepted or delivered.
  const isFromRoom = file.packet !== null;
  const signatory = isFromRoom ? file.expected_signatory : null;
  const placing = { organization: file.collected_for, signatory, versions };
  const placed = await placePage(scope, { ...page, isDrawn: page.pdfKey !== null }, placing);
  const uuid = v7();
  const isMatch = placed.kind === 'match';
  // Until it has been compared with the page that was sent (docs/product/returned-pages.md, "Ink").
  const isShared = page.isShared === true || (isMatch && placed.sheets > 1);
  const warnings = ['not_compared', ...(isShared ? ['several_pages'] : [])];
  await insertRow(tx, 'executed_document_pages', {
    uuid,
    transaction: deal.uuid,
    executed_document: file.uuid,
    page: page.page,
    part: page.part,
    assignments: isMatch ? placed.assignments.map((each) => each.uuid) : [],
    match: isMatch ? placed.match : 'none',
    confidence: isMatch ? placed.confidence : null,
    outcome: isMatch ? null : placed.outcome,
    candidates: isMatch ? [] : placed.candidates,
    similar_signatures: [...page.similar],
    warnings: JSON.stringify(isMatch ? warnings : []),
    codes: [...new Set(page.codes.map(({ text }) => text))],
    width: page.width,
    height: page.height,
    matrix: JSON.stringify(page.matrix),
    // A part of a sheet was straightened when it was cut out.
    fit: page.part > 0 ? JSON.stringify([page.width, 0, 0, 0, page.height, 0]) : null,
    pdf_file_key: page.pdfKey,
    picture_key: page.pictureKey,
    created_at: now,
    created_by: file.created_by,
    ...stamp,
  });
  scope.put('executed_document_pages', uuid);
  if (!isMatch) return placed.outcome === 'continuation' ? placed.candidates : [];
  // The signatory sent it and has no account.
  const actor = isFromRoom ? undefined : file.created_by;
  await markSignedOnPaper(scope, uuid, placed.assignments, { by: BY_SERVER, ...(actor && { actor }) });
  // Pages that were matched by one code are compared while the file is open
  // (server/jobs/signing/read-executed-document-job.ts).
  if (page.part > 0 || (placed.match === 'text' && placed.sheets === 1))
    await scope.services.jobs.enqueue(tx, comparePageKind, { page: uuid });
  return placed.assignments.map((each) => each.uuid);
}

/** Records how pages compare with what was sent, by page number. Pages that somebody has since matched differently stay as they are. */
export async function recordComparisons(
  scope: DealWrite,
  file: string,
  compared: ReadonlyMap<number, ScanComparison>,
): Promise<void> {
  if (compared.size === 0) return;
  const { tx, stamp } = scope;
  const pages = await tx
    .selectFrom('executed_document_pages')
    .select(['uuid', 'page', 'warnings as before'])
    .where('executed_document', '=', file)
    .where('page', 'in', [...compared.keys()])
    .where('match', '=', 'code')
    .where('deleted_at', 'is', null)
    .execute();
  for (const { uuid, page, before } of pages) {
    const { warnings = [], fit = null } = compared.get(page) ?? {};
    await changeRow(tx, 'executed_document_pages', uuid, {
      warnings: JSON.stringify([...warnings, ...before.filter(isOfSheet)]),
      fit: fit && JSON.stringify(fit),
      ...stamp,
    });
    scope.put('executed_document_pages', uuid, { fields: ['warnings'] });
  }
}

/** Records how one page compares with what was sent. If it was matched differently or deleted meanwhile, it stays as it is. */
export async function recordComparison(
  scope: DealWrite,
  { uuid, own }: { uuid: string; own: readonly string[] },
  { warnings, fit }: ScanComparison,
): Promise<void> {
  const { tx, stamp } = scope;
  const page = await tx
    .selectFrom('executed_document_pages')
    .select(['assignments', 'warnings'])
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!page || page.assignments.length !== own.length) return;
  if (page.assignments.some((each) => !own.includes(each))) return;
  // A page that still can't be compared stays as it is, because somebody may be looking at it.
  if (fit === null && page.warnings.includes('not_compared')) return;
  await changeRow(tx, 'executed_document_pages', uuid, {
    warnings: JSON.stringify([...warnings, ...page.warnings.filter(isOfSheet)]),
    fit: fit && JSON.stringify(fit),
    ...stamp,
  });
  scope.put('executed_document_pages', uuid, { fields: ['warnings'] });
}

/** Whether a warning doesn't come from the comparison with the page that was sent. */
function isOfSheet(warning: InkWarning): boolean {
  return warning === 'several_pages' || warning === 'missing_sheet';
}
