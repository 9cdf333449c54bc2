import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { recordComparison } from '../../commands/paper/record-pages.ts';
import { ConversionError } from '../../convert/conversion-error.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { compareScan } from '../../convert/scans/compare-scan.ts';
import { log } from '../../log.ts';
import { comparePageKind } from '../../queue/job-kinds.ts';
import type { JobContext } from '../../queue/job-queue.ts';
import type { Services } from '../../services.ts';
import { dealOfAnyRow } from '../../store/deals/deal-of.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import { readBlankOf } from './read-blanks.ts';

/** Starts the job that compares returned pages that were matched by hand or by their text, and parts of sheets. */
export async function workOnPageComparisons(services: Services): Promise<void> {
  await services.jobs.work(comparePageKind, {
    run: async ({ page }, job) => comparePage(services, page, job),
    // The page keeps the warning that it wasn't compared.
    failed: async ({ page }, reason) => {
      log.warn({ executed_document_page: page, reason }, 'a returned page was not compared');
      return Promise.resolve();
    },
  });
}

async function comparePage(services: Services, uuid: string, { signal }: JobContext): Promise<void> {
  const { objects, settings } = services;
  const kept = await readBlankOf(services, uuid);
  if (!kept) return;
  const folder = await makeWorkFolder(settings.workDir);
  try {
    const sourcePath = join(folder, 'page');
    await pipeline(await objects.get(kept.key), createWriteStream(sourcePath));
    const found = await compareScan([kept.compared], { sourcePath, workRoot: settings.workDir, signal });
    const comparison = found.get(kept.compared.page);
    if (!comparison) return;
    await writeAsServer(
      services,
      'executedDocuments.read',
      (db) => dealOfAnyRow(db, 'executed_document_pages', uuid),
      async (scope) => recordComparison(scope, { uuid, own: kept.own }, comparison),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ConversionError)) throw error;
    log.warn({ executed_document_page: uuid, err: error }, 'a returned page was not compared');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
