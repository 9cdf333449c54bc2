import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import type { FileAnswer } from '../../../src/contract/entities/transactions/report.ts';
import { DAY_MS } from '../../../src/contract/retention.ts';
import { invalid, notFound } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { paintPdf } from '../../signing/paint-pdf.ts';
import { layoutGroup, readPageSources, type PageSource } from '../../signing/read-page-sheets.ts';
import { PAGE_PDFS, pagePdfKey } from '../../storage/object-keys.ts';
import { rowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';

const SIGNED_SECONDS = 300;
/** A PDF with this many signatures takes about a second. */
const MOST_GROUPS = 500;
const KEPT_MS = DAY_MS;

/**
 * Reads a generated page for its PDF; with `assignment`, only the sheets of that signature.
 * @throws {Refusal} `not_found`; `invalid` if the design can't be read, or for too many signatures at once
 */
export async function readPageForPdf(
  { tx, deal }: DealRead,
  { id, assignment }: { id: string; assignment?: string | undefined },
): Promise<PageSource> {
  const { source: kind } = await rowOf(tx, signaturePageCollection, deal.uuid, id);
  const [source] = await readPageSources(tx, deal, [id]);
  if (kind === 'file' || !source)
    throw invalid('This page is part of its document. Download the document instead.', 'id');
  if ('problem' in source) throw invalid(source.problem, 'id');
  const groups =
    assignment === undefined
      ? source.groups
      : source.groups.filter(({ signers }) => signers.some((signer) => signer.id === assignment));
  if (assignment !== undefined && groups.length === 0) throw notFound('This assignment');
  if (groups.length > MOST_GROUPS)
    throw invalid(
      `This page has more than ${MOST_GROUPS} signatures. Download it for one signatory at a time.`,
      'assignment',
    );
  return { ...source, groups };
}

/** Creates the PDF, stores it for a day and returns its address. It yields to other requests. */
export async function handOutPdf(services: Services, source: PageSource): Promise<FileAnswer> {
  const opened = await serverFonts();
  const sheets = [];
  for (const group of source.groups.length > 0 ? source.groups : [null]) {
    sheets.push(...(await layoutGroup(source, group, null, opened)).sheets);
    await setImmediate();
  }
  const title = `Signature page to ${source.documentName}`;
  const date = source.page.modified_at;
  const bytes = await paintPdf(sheets, opened.fonts, { title, date });
  const key = pagePdfKey(createHash('sha256').update(bytes).digest('hex'));
  await services.objects.put(key, bytes, 'application/pdf');
  const redirect_url = await services.objects.presignDownload(key, {
    fileName: `${title}.pdf`,
    contentType: 'application/pdf',
    expiresIn: SIGNED_SECONDS,
  });
  return { status: 302, body: { redirect_url } };
}

/** Removes PDFs of pages a day after they were created. */
export async function sweepPagePdfs({ objects, ...services }: Services): Promise<void> {
  const before = new Date(services.now().getTime() - KEPT_MS);
  for await (const { key, modified } of objects.list(PAGE_PDFS)) {
    if (modified < before) await objects.remove(key);
  }
}
