import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { recordComparisons, recordPages, type RecordedPage } from '../../commands/paper/record-pages.ts';
import {
  ConversionError,
  malwareSentence,
  type ConversionErrorCode,
} from '../../convert/conversion-error.ts';
import { compareScan } from '../../convert/scans/compare-scan.ts';
import { readScan, type ReadPage } from '../../convert/scans/read-scan.ts';
import type { PageOrPart } from '../../convert/scans/split-sheets.ts';
import type { ReaderOptions } from '../../convert/readers/run-reader.ts';
import { scanSentence } from '../../convert/scans/scan-sentences.ts';
import { scanUpload } from '../../convert/scan-upload.ts';
import { NO_PAGE, type ScanRequest } from '../../convert/scans/scanned-pages.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { log } from '../../log.ts';
import { removeInfected } from '../../purge/remove-files.ts';
import { readExecutedDocumentKind } from '../../queue/job-kinds.ts';
import { FinalJobFailure, type JobContext } from '../../queue/job-queue.ts';
import type { Services } from '../../services.ts';
import { readBlanks } from './read-blanks.ts';
import { findSimilar } from './find-similar.ts';
import { splitIntoParts } from './split-into-parts.ts';
import type { LocalFile } from '../../storage/object-store.ts';
import { keepByHash } from '../../storage/keep-by-hash.ts';
import { fileKey, pdfKey } from '../../storage/object-keys.ts';
import { changeRow, type RowOf } from '../../store/deals/collection-rows.ts';
import { dealOfAnyRow } from '../../store/deals/deal-of.ts';
import { writeAsServer, type DealWrite } from '../../store/deals/deal-write.ts';
import { leaseFile } from '../../store/file-leases.ts';

/** The number of pages that one process reads and that are recorded together. */
const PAGES_AT_ONCE = 20;

/** Failures that a single page of the file may have caused. */
const OF_ONE_PAGE: ReadonlySet<ConversionErrorCode> = new Set([
  'corrupt',
  'timed_out',
  'reader_failed',
  'too_large',
]);

/** Starts the job that reads returned files. Pages that were recorded before a process died aren't read again. */
export async function workOnExecutedDocuments(services: Services): Promise<void> {
  await services.jobs.work(readExecutedDocumentKind, {
    // A large file of one organization leaves room for those of others.
    concurrency: 2,
    perGroup: 1,
    run: async ({ executed_document }, job) => readFile(services, executed_document, job),
    failed: async ({ executed_document }, reason) => {
      log.error({ executed_document, reason }, 'a returned file could not be read');
      await fail(services, executed_document, { error_message: scanSentence(reason) });
    },
  });
}

async function readFile(services: Services, uuid: string, job: JobContext): Promise<void> {
  const { db, objects, settings } = services;
  const file = await db
    .selectFrom('executed_documents')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('status', '=', 'processing')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!file) return;
  const workDir = await makeWorkFolder(settings.workDir);
  try {
    const sourcePath = join(workDir, 'source');
    await pipeline(await objects.get(file.file_key), createWriteStream(sourcePath));
    if (!(await passesScan(services, file, sourcePath, job.signal))) return;
    let numPages = file.num_pages;
    for (let from = file.num_read + 1; numPages === null || from <= numPages; from += PAGES_AT_ONCE) {
      job.signal.throwIfAborted();
      const taken = join(workDir, `pages-${from}`);
      await mkdir(taken);
      const options = { sourcePath, workRoot: settings.workDir, signal: job.signal };
      const read = await readPages({ from, count: PAGES_AT_ONCE }, taken, options);
      numPages = read.numPages;
      const pages = await splitIntoParts(services, read.pages, taken, options);
      await record(services, uuid, { numPages, pages });
      // A page that was cut out of a sheet is compared by its own job, because it is no longer where the file has it.
      const whole = pages.filter(({ part }) => part === 0);
      await compare(services, uuid, whole, options);
      await rm(taken, { recursive: true, force: true });
    }
  } catch (error) {
    job.signal.throwIfAborted();
    log.error({ executed_document: uuid, attempt: job.attempt, err: error }, 'a returned file was not read');
    throw asJobFailure(error, job);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/** A page that a process can't read doesn't affect the others. */
async function readPages(
  request: ScanRequest,
  folder: string,
  options: ReaderOptions,
): Promise<{ numPages: number; pages: ReadPage[] }> {
  try {
    return await readScan(request, folder, options);
  } catch (error) {
    if (!(error instanceof ConversionError) || !OF_ONE_PAGE.has(error.code)) throw error;
  }
  const { numPages } = await readScan({ from: 1, count: 0 }, folder, options);
  const pages: ReadPage[] = [];
  for (let page = request.from; page < request.from + request.count && page <= numPages; page += 1)
    pages.push(await readOnePage(page, folder, options));
  return { numPages, pages };
}

async function readOnePage(page: number, folder: string, options: ReaderOptions): Promise<ReadPage> {
  try {
    const [read] = (await readScan({ from: page, count: 1 }, folder, options)).pages;
    if (read) return read;
  } catch (error) {
    if (!(error instanceof ConversionError) || !OF_ONE_PAGE.has(error.code)) throw error;
    log.warn({ page, code: error.code, detail: error.detail }, 'a page of a returned file was not read');
  }
  return { ...NO_PAGE, page, pdf: null, picture: null };
}

async function record(
  services: Services,
  uuid: string,
  { numPages, pages }: { numPages: number; pages: readonly PageOrPart[] },
): Promise<void> {
  const similar = await findSimilar(services, uuid, pages);
  const kept: RecordedPage[] = [];
  for (const { pdf, picture, text: _text, ...page } of pages)
    kept.push({
      ...page,
      similar: page.part === 0 ? (similar.get(page.page) ?? []) : [],
      pdfKey: pdf && (await keep(services, pdfKey, pdf, 'application/pdf')),
      pictureKey: picture && (await keep(services, fileKey, picture, 'image/webp')),
    });
  await write(services, uuid, async (scope) => recordPages(scope, uuid, { numPages, pages: kept }));
}

/** Compares matched pages with what was sent. If that fails, the pages get a warning that they weren't compared. */
async function compare(
  services: Services,
  uuid: string,
  pages: readonly ReadPage[],
  options: ReaderOptions,
): Promise<void> {
  const compared = await readBlanks(services, uuid, pages);
  if (compared.length === 0) return;
  try {
    const found = await compareScan(compared, options);
    await write(services, uuid, async (scope) => recordComparisons(scope, uuid, found));
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof ConversionError)) throw error;
    log.warn({ executed_document: uuid, err: error }, 'returned pages were not compared');
  }
}

/** Stores a file by its hash. A lease keeps it until a row names it, and then expires. */
async function keep(
  { db, objects }: Services,
  keyOf: (sha256: string) => string,
  file: LocalFile,
  type: string,
): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file.path), hash);
  const key = keyOf(hash.digest('hex'));
  await leaseFile(db, key);
  await keepByHash(objects, key, file, type);
  return key;
}

/**
 * Scans a file. If it contains malware, deletes its bytes and returns false. @throws {Error} while the scanner isn't
 * available
 */
async function passesScan(
  services: Services,
  { uuid, file_key }: RowOf<'executed_documents'>,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { clamd } = services.settings;
  if (clamd === null) return true;
  const verdict = await scanUpload(clamd, path, signal);
  switch (verdict.kind) {
    case 'clean':
      return true;
    case 'infected':
      log.warn({ executed_document: uuid, malware: verdict.name }, 'a returned file contains malware');
      await fail(services, uuid, { error_message: malwareSentence(verdict.name), malware: verdict.name });
      await removeInfected(services, file_key);
      return false;
    case 'too_large':
      throw new ConversionError('too_large_to_scan');
    case 'unavailable':
      throw new Error(`The malware scanner isn’t responding: ${verdict.reason}`);
    default:
      return verdict satisfies never;
  }
}

/** A process that died may succeed next time. */
function asJobFailure(error: unknown, { attempt }: JobContext): unknown {
  if (!(error instanceof ConversionError)) return error;
  return error.code === 'reader_failed' && attempt < 2
    ? error
    : new FinalJobFailure(error.code, { cause: error });
}

async function fail(
  services: Services,
  uuid: string,
  why: { error_message: string; malware?: string },
): Promise<void> {
  await write(services, uuid, async (scope) => {
    const file = await scope.tx
      .selectFrom('executed_documents')
      .select(['name', 'status', 'deleted_at'])
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (file?.status !== 'processing' || file.deleted_at !== null) return;
    await changeRow(scope.tx, 'executed_documents', uuid, { status: 'failed', ...why, ...scope.stamp });
    scope.put('executed_documents', uuid, { fields: ['status'], name: file.name });
  });
}

async function write(
  services: Services,
  uuid: string,
  work: (scope: DealWrite) => Promise<void>,
): Promise<void> {
  await writeAsServer(
    services,
    'executedDocuments.read',
    (db) => dealOfAnyRow(db, 'executed_documents', uuid),
    work,
  );
}
