import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { ACCEPTED_TYPES } from '../../src/contract/rules/documents/check-file.ts';
import { downloadName, safeFileName } from '../../src/contract/rules/documents/document-names.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '../../src/contract/version.ts';
import { setCookies } from '../auth/session-cookies.ts';
import { malwareSentence } from '../convert/conversion-error.ts';
import { notFound, Refusal } from '../refusal.ts';
import { SHEET_TYPE } from '../reports/build-report.ts';
import type { Settings } from '../settings.ts';
import { downloadKey, pdfHash, reportKey, thumbnailKey } from '../storage/object-keys.ts';
import { recordAct, type Act } from '../store/audit/audit-log.ts';
import type { AuditDetail } from '../store/audit/audit-tables.ts';
import { dealOfRow } from '../store/deals/deal-of.ts';
import { nameOfDocument, type DocumentName } from '../store/deals/document-names.ts';
import { itemById } from '../store/deals/items.ts';
import { documentById } from '../store/deals/documents.ts';
import { dealOfDownload, readableDownload } from '../store/downloads.ts';
import { readableReport } from '../store/reports.ts';
import type { RowOf } from '../store/deals/collection-rows.ts';
import { readDeal, signedInUser } from './call.ts';
import type { RequestContext } from './request-context.ts';
import { sessionOf, signedOut } from './require-session.ts';

/** Signed addresses are valid for five minutes; browsers request them again after a minute. */
const SIGNED_SECONDS = 300;
const REDIRECT_SECONDS = 60;

/** Serves the addresses of documents' bytes. They are not part of the contract, because the browser follows them itself. */
export const FILE_PATHS = {
  original: '/api/files/:document/:sha256/original',
  pdf: '/api/files/:document/:sha256/pdf',
  thumbnail: '/api/files/:document/:sha256/png-144/:page.png',
  executed: '/api/executed/:item/:sha256/pdf',
  download: '/api/downloads/:download/file',
  report: '/api/reports/:report/file',
  archive: '/api/archives/:deal/files.zip',
} as const;

const paramsSchema = z.object({
  document: z.uuid().toLowerCase(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number)
    .optional(),
});
const executedSchema = paramsSchema.pick({ sha256: true }).extend({ item: z.uuid().toLowerCase() });
type FileParams = z.infer<typeof paramsSchema>;

/** `?download`, with any value, saves the file under the document's current name. */
const downloadSchema = z.object({ download: z.unknown() });

/** `?automatic`, with any value, means that a device fetches the file for offline use, without a user's request. */
const automaticSchema = z.object({ automatic: z.unknown() });

/** A document with its current name. */
type NamedRow = RowOf<'documents'> & { called: DocumentName };

/**
 * Returns the hash that the address must contain. For a PDF and its pictures it is the PDF's, so that an address never leads
 * to different content.
 */
type StoredFile = { sha256: string; key: string; fileName: string; contentType: string };

type FileOf = (row: NamedRow, params: FileParams) => StoredFile | null;

/**
 * `<img>` and `<a>` follow these redirects to the store. They are the only 302 responses with a Location. The cookie and the
 * deal's policy authorize them.
 */
export function routeFiles(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => RequestContext,
): void {
  const route = (path: string, fileOf: FileOf) => {
    app.get(path, async (request, reply) => {
      const context = contextOf(request);
      context.session = await sessionOf(context);
      if (!context.session) throw signedOut();
      const params = paramsSchema.safeParse(request.params);
      if (!params.success) throw notFound('This file');
      // A download is named after the document's item, which may be renamed at any time.
      const fresh = downloadSchema.safeParse(request.query).data?.download !== undefined;
      const automatic = automaticSchema.safeParse(request.query).data?.automatic !== undefined;
      return redirect(context, reply, { ...params.data, fresh, automatic }, fileOf);
    });
  };
  app.get(FILE_PATHS.executed, async (request, reply) => {
    const context = contextOf(request);
    context.session = await sessionOf(context);
    if (!context.session) throw signedOut();
    const params = executedSchema.safeParse(request.params);
    if (!params.success) throw notFound('This file');
    const automatic = automaticSchema.safeParse(request.query).data?.automatic !== undefined;
    return redirectToExecuted(context, reply, { ...params.data, automatic });
  });
  app.get(FILE_PATHS.download, async (request, reply) => {
    const context = contextOf(request);
    context.session = await sessionOf(context);
    if (!context.session) throw signedOut();
    const params = z.object({ download: z.uuid().toLowerCase() }).safeParse(request.params);
    if (!params.success) throw notFound('This download');
    return redirectToDownload(context, reply, params.data.download);
  });
  app.get(FILE_PATHS.report, async (request, reply) => {
    const context = contextOf(request);
    context.session = await sessionOf(context);
    if (!context.session) throw signedOut();
    const params = z.object({ report: z.uuid() }).safeParse(request.params);
    if (!params.success) throw notFound('This report');
    return redirectToReport(context, reply, params.data.report);
  });
  app.get(FILE_PATHS.archive, async (request, reply) => {
    const context = contextOf(request);
    context.session = await sessionOf(context);
    if (!context.session) throw signedOut();
    const params = z.object({ deal: z.uuid().toLowerCase() }).safeParse(request.params);
    if (!params.success) throw notFound('This archive');
    return redirectToArchive(context, reply, params.data.deal);
  });
  route(FILE_PATHS.original, (row) => ({
    sha256: row.sha256,
    key: row.file_key,
    fileName: downloadName(row.called.name, row.file_type, row.called.version),
    contentType: ACCEPTED_TYPES[row.file_type],
  }));
  route(FILE_PATHS.pdf, (row) =>
    row.pdf_file_key === null
      ? null
      : {
          sha256: pdfHash(row.pdf_file_key),
          key: row.pdf_file_key,
          fileName: downloadName(row.called.name, 'pdf', row.called.version),
          contentType: ACCEPTED_TYPES.pdf,
        },
  );
  route(FILE_PATHS.thumbnail, (row, { page = 0 }) =>
    row.pdf_file_key === null ||
    row.thumbnails_finished_at === null ||
    page < 1 ||
    page > (row.num_pages ?? 0)
      ? null
      : {
          sha256: pdfHash(row.pdf_file_key),
          key: thumbnailKey(row.pdf_file_key, page),
          fileName: `${page}.png`,
          contentType: 'image/png',
        },
  );
}

/** The executed document of an item that was released, for everyone who can see the deal. */
async function redirectToExecuted(
  context: RequestContext,
  reply: FastifyReply,
  params: z.output<typeof executedSchema> & { automatic: boolean },
): Promise<FastifyReply> {
  const { item, deal } = await readDeal(
    context,
    {
      meta: { policy: 'deal' },
      route: { method: 'GET' },
      act: params.automatic ? 'fetched' : 'downloaded',
    },
    (tx, { item: uuid }) => dealOfRow(tx, 'items', uuid),
    params,
    async ({ tx, deal: found }) => ({ deal: found, item: await itemById(tx, found.uuid, params.item) }),
  );
  const key = item.executed_file_key;
  if (key === null || pdfHash(key) !== params.sha256) throw notFound('This file');
  const about = { organization: deal.organization, transaction: deal.uuid, subject: item.uuid };
  const detail: AuditDetail = params.automatic ? { automatic: true } : {};
  await recordAct(...download(context, { act: 'file.downloaded', ...about, detail }));
  const fileName = downloadName(`${item.name} (executed)`, 'pdf', null);
  return sendThere(context, reply, { key, fileName, contentType: ACCEPTED_TYPES.pdf });
}

/** A finished report, for the person who requested it. */
async function redirectToReport(
  context: RequestContext,
  reply: FastifyReply,
  uuid: string,
): Promise<FastifyReply> {
  const report = await readableReport(context.services, signedInUser(context), uuid);
  if (report.status !== 'ready') throw notFound('This report');
  const { organization } = report;
  await recordAct(...download(context, { act: 'report.downloaded', organization, subject: uuid }));
  return sendThere(context, reply, {
    key: reportKey(uuid),
    fileName: report.file_name,
    contentType: SHEET_TYPE,
  });
}

/** A finished download, for the person who requested it and those with whom they shared it. */
async function redirectToDownload(
  context: RequestContext,
  reply: FastifyReply,
  uuid: string,
): Promise<FastifyReply> {
  const { row, organization } = await readDeal(
    context,
    { meta: { policy: 'deal' }, route: { method: 'GET' }, act: 'downloaded' },
    async (db) => dealOfDownload(db, uuid),
    null,
    async ({ tx, deal, user, services }) => ({
      organization: deal.organization,
      row: await readableDownload(tx, user, { uuid, now: services.now() }),
    }),
  );
  const items = [...new Set(row.asked.map(({ item }) => item))];
  const kinds = [...new Set(row.asked.map(({ kind }) => kind))];
  const about = { organization, transaction: row.transaction, subject: null };
  const detail = { kind: kinds.join(', '), items };
  await recordAct(...download(context, { act: 'file.downloaded', ...about, detail }));
  const contentType = row.file_name.endsWith('.zip') ? 'application/zip' : ACCEPTED_TYPES.pdf;
  return sendThere(context, reply, { key: downloadKey(uuid), fileName: row.file_name, contentType });
}

/** All files of a purged deal, for people who can see the deal. */
async function redirectToArchive(
  context: RequestContext,
  reply: FastifyReply,
  uuid: string,
): Promise<FastifyReply> {
  const {
    name,
    archive_key: key,
    organization,
  } = await readDeal(
    context,
    { meta: { policy: 'deal' }, route: { method: 'GET' }, act: 'downloaded' },
    async () => uuid,
    null,
    async ({ deal }) => deal,
  );
  if (key === null) throw notFound('This archive');
  await recordAct(...download(context, { act: 'archive.downloaded', organization, transaction: uuid }));
  return sendThere(context, reply, {
    key,
    fileName: `${safeFileName(name, 120)}.zip`,
    contentType: 'application/zip',
  });
}

async function redirect(
  context: RequestContext,
  reply: FastifyReply,
  params: FileParams & { fresh: boolean; automatic: boolean },
  fileOf: FileOf,
): Promise<FastifyReply> {
  const { document: row, organization } = await readDeal(
    context,
    {
      meta: { policy: 'deal' },
      route: { method: 'GET' },
      act: params.page !== undefined ? 'opened' : params.automatic ? 'fetched' : 'downloaded',
    },
    (tx, { document }) => dealOfRow(tx, 'documents', document),
    params,
    async ({ tx, deal }) => {
      const document = await documentById(tx, deal.uuid, params.document);
      if (deal.archived_at !== null)
        throw new Refusal('not_found', 'The files of this transaction were archived and removed.');
      // A picture of a page is shown in the app, never saved as a file.
      const called =
        params.page === undefined
          ? await nameOfDocument(tx, document)
          : { name: document.name, version: null };
      return { document: { ...document, called }, organization: deal.organization };
    },
  );
  refuseUnscanned(context.services.settings, row);
  const file = fileOf(row, params);
  if (file?.sha256 !== params.sha256) throw notFound('This file');
  // A picture of a page counts as a view, not a download.
  if (params.page === undefined) {
    const about = { organization, transaction: row.transaction, subject: row.uuid };
    const detail: AuditDetail = params.automatic ? { automatic: true } : {};
    await recordAct(...download(context, { act: 'file.downloaded', ...about, detail }));
  }
  return sendThere(context, reply, file, params.fresh ? 0 : REDIRECT_SECONDS);
}

/**
 * Refuses a file that the scanner, if there is one, has not passed. Files converted before there was a scanner stay
 * available.
 */
function refuseUnscanned({ clamd }: Pick<Settings, 'clamd'>, row: RowOf<'documents'>): void {
  if (row.malware !== null) throw new Refusal('not_found', malwareSentence(row.malware));
  if (clamd === null || row.scanned_at !== null || row.conversion_status === 'complete') return;
  throw new Refusal('not_found', 'This file has not been scanned for malware yet. Try again in a moment.');
}

/** Returns the audit log's entry for a download, which must be written before the address is returned. */
function download(
  context: RequestContext,
  act: Omit<Act, 'actor' | 'address'>,
): Parameters<typeof recordAct> {
  const { services, caller } = context;
  const { uuid: actor } = signedInUser(context);
  return [services.db, services.now(), { ...act, actor, address: caller.address }];
}

async function sendThere(
  context: RequestContext,
  reply: FastifyReply,
  { key, fileName, contentType }: Omit<StoredFile, 'sha256'>,
  redirectSeconds = REDIRECT_SECONDS,
): Promise<FastifyReply> {
  const location = await context.services.objects.presignDownload(key, {
    fileName,
    contentType,
    expiresIn: SIGNED_SECONDS,
  });
  setCookies(reply, context.answer.cookies);
  return (
    reply
      .header(CONTRACT_HEADER, CONTRACT_VERSION)
      .header('cache-control', redirectSeconds > 0 ? `private, max-age=${redirectSeconds}` : 'no-store')
      // The next user of this browser needs their own access.
      .header('vary', 'Cookie')
      .header('referrer-policy', 'no-referrer')
      .redirect(location, 302)
  );
}
