import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { compareVersions } from '../../convert/compare/compare-versions.ts';
import { ConversionError } from '../../convert/conversion-error.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { log } from '../../log.ts';
import { compareDocumentsKind } from '../../queue/job-kinds.ts';
import { FinalJobFailure, type JobContext } from '../../queue/job-queue.ts';
import type { Services } from '../../services.ts';

type Pair = { before: string; after: string };

const NOT_COMPARED =
  'These versions couldn’t be compared. Compare them again, or review every page yourself.';

/** Starts the job that compares versions of documents. */
export async function workOnComparisons(services: Services): Promise<void> {
  await services.jobs.work(compareDocumentsKind, {
    run: async (pair, job) => comparePair(services, pair, job),
    failed: async (pair, reason) => {
      log.error({ ...pair, reason }, 'two versions of a document could not be compared');
      await finish(services, pair, { status: 'failed', error_message: NOT_COMPARED });
    },
  });
}

async function comparePair(services: Services, pair: Pair, { signal }: JobContext): Promise<void> {
  const { objects, settings } = services;
  const keys = await readKeys(services, pair);
  if (!keys) return;
  const folder = await makeWorkFolder(settings.workDir);
  try {
    const paths = { before: join(folder, 'before'), after: join(folder, 'after') };
    await pipeline(await objects.get(keys.before), createWriteStream(paths.before));
    await pipeline(await objects.get(keys.after), createWriteStream(paths.after));
    const pages = await compareVersions(paths, { workRoot: settings.workDir, signal }).catch(
      (error: unknown) => {
        // Another attempt would read the same files.
        throw error instanceof ConversionError ? new FinalJobFailure(error.message) : error;
      },
    );
    await finish(services, pair, { status: 'ready', pages: JSON.stringify(pages) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the PDFs to compare; null if the comparison is finished, or one of them is gone. */
async function readKeys({ db }: Services, { before, after }: Pair): Promise<Pair | null> {
  const row = await db
    .selectFrom('document_comparisons as compared')
    .innerJoin('documents as one', 'one.uuid', 'compared.before_document')
    .innerJoin('documents as other', 'other.uuid', 'compared.after_document')
    .select(['one.pdf_file_key as before', 'other.pdf_file_key as after'])
    .where('compared.before_document', '=', before)
    .where('compared.after_document', '=', after)
    .where('compared.status', '=', 'processing')
    .executeTakeFirst();
  if (!row || row.before === null || row.after === null) return null;
  return { before: row.before, after: row.after };
}

async function finish(
  { db }: Services,
  { before, after }: Pair,
  result: { status: 'ready'; pages: string } | { status: 'failed'; error_message: string },
): Promise<void> {
  await db
    .updateTable('document_comparisons')
    .set(result)
    .where('before_document', '=', before)
    .where('after_document', '=', after)
    .where('status', '=', 'processing')
    .execute();
}
