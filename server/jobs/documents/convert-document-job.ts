import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 } from 'uuid';
import type { Updateable } from 'kysely';
import { endWaitForVersion } from '../../commands/documents/file-version.ts';
import { notifyOfConversion } from '../../commands/documents/notify-of-conversion.ts';
import {
  ConversionError,
  conversionSentences,
  isConversionErrorCode,
  type ConversionErrorCode,
} from '../../convert/conversion-error.ts';
import { convertDocument } from '../../convert/convert-document.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { log } from '../../log.ts';
import { conversions } from '../../metrics.ts';
import { removeInfected, removeUnnamed } from '../../purge/remove-files.ts';
import { convertDocumentKind } from '../../queue/job-kinds.ts';
import { FinalJobFailure, type JobContext } from '../../queue/job-queue.ts';
import type { Services } from '../../services.ts';
import { keepByHash } from '../../storage/keep-by-hash.ts';
import { pdfKey, thumbnailFolder, thumbnailKey } from '../../storage/object-keys.ts';
import { ObjectStoreError, type ObjectStore } from '../../storage/object-store.ts';
import { dealOfAnyRow } from '../../store/deals/deal-of.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import { endLease, holdFileLease, leaseFile, type FileLease } from '../../store/file-leases.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import type { Tables } from '../../store/tables.ts';
import { passesScan, waitsForScanner } from './scan-before-conversion.ts';
import { waitToConvert, type ConversionSteps } from './wait-to-convert.ts';

/**
 * The number of pictures stored at the same time. A store responds only when the data is safe, so storing one after another
 * would mostly be waiting.
 */
const THUMBNAILS_AT_ONCE = 8;

/**
 * The message if the converter has nothing more specific to say, from the upload catalogue (docs/product/upload-queue.md,
 * "Messages").
 */
const UNEXPLAINED = 'We encountered an error attempting to convert this document';

const WAITING_FOR_STORE =
  'Waiting for the file store, which isn’t responding. Conversion starts as soon as it does.';

const steps: ConversionSteps = {
  save,
  enqueueLater: async ({ jobs }, tx, document, delaySeconds) => {
    const { organization: group } = await tx
      .selectFrom('documents')
      .innerJoin('transactions', 'transactions.uuid', 'documents.transaction')
      .select('transactions.organization')
      .where('documents.uuid', '=', document)
      .executeTakeFirstOrThrow();
    return jobs.enqueue(tx, convertDocumentKind, { document }, { delaySeconds, group });
  },
};

/** Starts the job that converts uploads. Work that a dead process left unfinished is resumed. */
export async function workOnConversions(services: Services): Promise<void> {
  await services.jobs.work(convertDocumentKind, {
    concurrency: services.settings.conversionConcurrency,
    perGroup: Math.max(1, Math.floor(services.settings.conversionConcurrency / 2)),
    run: async ({ document }, job) => {
      if (await waitsForScanner(services, document, steps)) return;
      try {
        await measureConversion(() => convert(services, document, job));
      } catch (error) {
        if (!isStoreDown(error)) throw error;
        await waitToConvert(services, document, WAITING_FOR_STORE, steps);
      }
    },
    failed: (payload, reason) => markFailed(services, payload.document, reason),
  });
}

function isStoreDown(error: unknown): boolean {
  return error instanceof ObjectStoreError && error.code === 'unavailable';
}

/** Measures one attempt. Every failure counts, even if the job is retried. */
async function measureConversion(attempt: () => Promise<void>): Promise<void> {
  const end = conversions.startTimer();
  try {
    await attempt();
    end({ outcome: 'complete' });
  } catch (error) {
    end({ outcome: 'failed' });
    throw error;
  }
}

/** Converts the file to a PDF and pictures, in steps that the status shows as they complete. */
async function convert(services: Services, uuid: string, job: JobContext): Promise<void> {
  const document = await services.db
    .selectFrom('documents')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!document || document.conversion_status === 'complete') return;
  if (document.malware !== null) return removeInfected(services, document.file_key);
  const { objects, settings } = services;
  const workDir = await makeWorkFolder(settings.workDir);
  try {
    const sourcePath = join(workDir, 'source');
    await pipeline(await objects.get(document.file_key), createWriteStream(sourcePath));
    if (!(await passesScan(services, document, sourcePath, job.signal, steps))) return;
    const converted = await convertDocument({ sourcePath, workDir, settings, signal: job.signal });
    const lease = await keepPdf(services, document, converted.pdfPath, sourcePath);
    const step = {
      pdf_file_key: lease.key,
      num_pages: converted.numPages,
      likely_signature_pages: converted.likelySignaturePages,
      conversion_finished_at: services.now(),
      error_message: null,
      waiting_reason: null,
    };
    if (!(await save(services, uuid, { ...step, conversion_status: 'processing' }, lease))) {
      await endLease(services.db, lease);
      await removeUnnamed(services, step.pdf_file_key);
      return;
    }
    await keepThumbnails(services, step.pdf_file_key, converted.thumbnails, job.signal);
    // Writes all fields again, because another attempt may have saved its own PDF in the meantime, or given the document up.
    const thumbnails_finished_at = services.now();
    await save(services, uuid, { ...step, thumbnails_finished_at, conversion_status: 'complete' }, lease);
    await endLease(services.db, lease);
  } catch (error) {
    job.signal.throwIfAborted();
    log.error(
      { document: uuid, attempt: job.attempt, ...reasonForLog(error) },
      'a document was not converted at this attempt',
    );
    throw asJobFailure(error, job);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Returns the lease that keeps the PDF at its key. */
async function keepPdf(
  { db, objects }: Services,
  document: RowOf<'documents'>,
  pdfPath: string,
  sourcePath: string,
): Promise<FileLease> {
  if (pdfPath === sourcePath) return leaseFile(db, document.file_key);
  const hash = createHash('sha256');
  await pipeline(createReadStream(pdfPath), hash);
  const key = pdfKey(hash.digest('hex'));
  const { size } = await stat(pdfPath);
  const lease = await leaseFile(db, key);
  await keepByHash(objects, key, { path: pdfPath, size }, 'application/pdf');
  return lease;
}

/**
 * Stores the pictures of the pages. Pictures that the PDF already has, from another document or attempt, stay unchanged,
 * however we draw them today. No write continues after this returns, because the folder is then deleted.
 */
export async function keepThumbnails(
  { objects }: { objects: Pick<ObjectStore, 'list' | 'put'> },
  pdfFileKey: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const there = new Set<string>();
  for await (const { key } of objects.list(thumbnailFolder(pdfFileKey))) there.add(key);
  const left = [...paths.entries()].filter(([index]) => !there.has(thumbnailKey(pdfFileKey, index + 1)));
  const keepNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      signal.throwIfAborted();
      const [index, path] = next;
      await objects.put(thumbnailKey(pdfFileKey, index + 1), await readFile(path), 'image/png');
    }
  };
  const keepOrStop = async () => {
    try {
      await keepNext();
    } catch (error) {
      // The others need not start, because the work is redone anyway.
      left.length = 0;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: THUMBNAILS_AT_ONCE }, keepOrStop));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/**
 * A process that died may succeed next time; a file that took too long would take as long again while others wait. If the
 * machine lacks space, memory or processes, that says nothing about the file. It isn't a ConversionError, and the queue
 * retries.
 */
const worthAnother: ReadonlySet<ConversionErrorCode> = new Set(['converter_failed', 'reader_failed']);

/**
 * If another attempt can't help, or the attempts are used up, the user is notified at once, with the sentence that
 * `markFailed` derives from the code.
 */
function asJobFailure(error: unknown, job: JobContext): unknown {
  if (!(error instanceof ConversionError)) return error;
  const again = worthAnother.has(error.code) && job.attempt < 2;
  return again ? error : new FinalJobFailure(error.code, { cause: error });
}

/** Details that the user's message leaves out. */
function reasonForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof ConversionError)) return { err: error };
  return { code: error.code, detail: error.detail?.trim() };
}

async function markFailed(services: Services, uuid: string, reason: string): Promise<void> {
  const isExplained = isConversionErrorCode(reason);
  const error_message = isExplained ? conversionSentences[reason] : UNEXPLAINED;
  const saved = await save(services, uuid, {
    conversion_status: 'error',
    error_message,
    waiting_reason: null,
  });
  if (saved && !isExplained) log.error({ document: uuid, reason }, 'a document could not be converted');
}

/**
 * Writes a step's outcome and, with a PDF, the rows of its pages. Returns false if there is nothing to write to: the
 * deal is gone, or another attempt (for example of a process that hung) has completed the document, whose result
 * stays.
 */
async function save(
  services: Services,
  uuid: string,
  change: Updateable<Tables['documents']>,
  lease: FileLease | null = null,
): Promise<boolean> {
  let saved = false;
  await writeAsServer(
    services,
    'documents.convert',
    (tx) => dealOfAnyRow(tx, 'documents', uuid),
    async (scope) => {
      const before = await scope.tx
        .selectFrom('documents')
        .select(['conversion_status', 'num_pages'])
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow();
      if (before.conversion_status === 'complete') return;
      // A purge of another deal may have removed the same PDF, so it is stored again.
      if (lease && !(await holdFileLease(scope.tx, lease))) throw new Error('Storing the PDF took too long.');
      saved = true;
      // The document was given up in the meantime. It stays that way unless this attempt completes, because no other one
      // follows.
      if (before.conversion_status === 'error' && change.conversion_status === 'processing') return;
      const row = await scope.tx
        .updateTable('documents')
        .set(change)
        .where('uuid', '=', uuid)
        .returningAll()
        .executeTakeFirstOrThrow();
      const pagesSaved = before.num_pages === row.num_pages ? 0 : (row.num_pages ?? 0);
      const pages = Array.from({ length: pagesSaved }, (_, index) => ({
        uuid: v7(),
        document: uuid,
        ref_page_number: index + 1,
      }));
      if (pages.length > 0) {
        await scope.tx
          .insertInto('document_pages')
          .values(pages)
          .onConflict((conflict) => conflict.columns(['document', 'ref_page_number']).doNothing())
          .execute();
      }
      // A deleted document is converted completely, so that it is complete after a restore, but the log records no put.
      if (row.deleted_at !== null) return;
      await scope.tx.updateTable('documents').set(scope.stamp).where('uuid', '=', uuid).execute();
      scope.put('documents', uuid, { fields: Object.keys(change), name: row.name });
      // A job that runs again reaches the same result, which is announced only once.
      if (row.conversion_status !== before.conversion_status) await notifyOfConversion(scope, row);
      if (row.conversion_status === 'complete') await endWaitForVersion(scope, row);
      if (pages.length === 0 || row.item_id === null) return;
      // An item shows the pages of its file.
      await scope.tx.updateTable('items').set(scope.stamp).where('uuid', '=', row.item_id).execute();
      scope.put('items', row.item_id, { fields: ['pages'] });
    },
  );
  return saved;
}
