import { readFile, rm } from 'node:fs/promises';
import type { PlanItem } from '../../src/contract/rules/closing/download-plan.ts';
import { collationParts, hasEachOnce } from '../../src/contract/rules/closing/download-plan.ts';
import { ConversionError } from '../convert/conversion-error.ts';
import { makeWorkFolder } from '../convert/confinement/work-folder.ts';
import { log } from '../log.ts';
import { collateItemKind } from '../queue/job-kinds.ts';
import { FinalJobFailure, type JobContext } from '../queue/job-queue.ts';
import type { Services } from '../services.ts';
import { readDealDocuments } from '../signing/executed/read-documents.ts';
import { StoredPdfs } from '../signing/executed/stored-pdfs.ts';
import { writeDocument } from '../signing/executed/write-document.ts';
import { sealPdf } from '../signing/seal/seal-pdf.ts';
import { addNotification } from '../store/account/notifications.ts';
import { dealOfAnyRow } from '../store/deals/deal-of.ts';
import { writeAsServer } from '../store/deals/deal-write.ts';
import { keepPacketPdf } from './keep-packet-pdf.ts';

/** Starts making executed documents of released items, and sealing them. */
export async function workOnCollations(services: Services): Promise<void> {
  await services.jobs.work(collateItemKind, {
    run: async ({ item }, job) => collateItem(services, item, job),
    failed: async ({ item }, reason) => notifyOfFailure(services, item, reason),
  });
}

/** Makes an item's executed document. If its release was replaced meanwhile, the job of the new one makes it. */
async function collateItem(services: Services, item: string, { signal }: JobContext): Promise<void> {
  const asked = await readAsked(services, item);
  if (!asked) return;
  const { documents, planned, requestedAt, released } = asked;
  if (documents.notReady.has(item)) throw new Error('The signed pages of this document aren’t drawn yet.');
  // A body that is gone, such as one with malware, never comes back.
  if (planned.bodyPages === null) throw new FinalJobFailure('The PDF of the released version is missing.');
  const parts = collationParts(planned);
  if (!hasEachOnce(parts, released))
    throw new FinalJobFailure('The released signatures aren’t each on one page of the document.');
  const folder = await makeWorkFolder(services.settings.workDir);
  try {
    const { objects, sealing } = services;
    const written = await writeDocument(parts, {
      services,
      documents,
      pdfs: new StoredPdfs(objects),
      folder,
      title: planned.name,
      at: requestedAt,
      signal,
    }).catch((error: unknown) => {
      // Another attempt would read the same file.
      throw error instanceof ConversionError ? new FinalJobFailure(error.message) : error;
    });
    if (!('path' in written)) throw new Error('Nothing in the document is signed.');
    const pdf = await readFile(written.path);
    const sealed = await sealPdf(pdf, { key: await sealing.key(), at: services.now(), stamp: sealing.stamp });
    signal.throwIfAborted();
    const key = await keepPacketPdf(services, sealed.pdf);
    await writeAsServer(
      services,
      'items.collate',
      (tx) => dealOfAnyRow(tx, 'items', item),
      async (scope) => {
        const { numUpdatedRows } = await scope.tx
          .updateTable('collations')
          .set({
            collated_at: scope.now,
            file_key: key,
            num_pages: written.pages,
            size: sealed.pdf.byteLength,
            timestamp_due: sealing.hasAuthority && !sealed.isStamped,
          })
          .where('item', '=', item)
          .where('requested_at', '=', requestedAt)
          .where('collated_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        await scope.tx.updateTable('items').set(scope.stamp).where('uuid', '=', item).execute();
        scope.put('items', item, { fields: ['collation'] });
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The pages stay released, so the person who released them is told what is missing. The daily sweep tries again. */
async function notifyOfFailure(services: Services, item: string, reason: string): Promise<void> {
  log.error({ item, reason }, 'the executed document could not be made; the daily sweep tries again');
  const { db } = services;
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('collations')
      .innerJoin('items', 'items.uuid', 'collations.item')
      .innerJoin('releases', 'releases.uuid', 'collations.release')
      .select(['items.name', 'items.transaction', 'releases.released_by'])
      .where('collations.item', '=', item)
      .where('collations.collated_at', 'is', null)
      .executeTakeFirst();
    if (!row || row.released_by === null) return;
    await addNotification(
      tx,
      {
        user_uuid: row.released_by,
        level: 'error',
        notification_type: 'document_failed',
        title: `We couldn’t create the executed document for “${row.name}” yet. Its released pages can already be downloaded.`,
        transaction: row.transaction,
        document: null,
      },
      services.now(),
    );
  });
}

/** What was released, from one snapshot; null if there is nothing to make anymore. */
async function readAsked({ db }: Services, item: string) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const collation = await tx
        .selectFrom('collations')
        .innerJoin('items', 'items.uuid', 'collations.item')
        .selectAll('collations')
        .where('collations.item', '=', item)
        .where('collations.requested_at', 'is not', null)
        .where('collations.collated_at', 'is', null)
        .where('items.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!collation?.requested_at || collation.document === null) return null;
      const deal = await tx
        .selectFrom('transactions')
        .select(['uuid', 'paper_size'])
        .where('uuid', '=', collation.transaction)
        .executeTakeFirstOrThrow();
      const documents = await readDealDocuments(tx, deal, new Map([[item, collation.document]]));
      const planned = findItem(documents.items, item);
      const released = await tx
        .selectFrom('assignments')
        .select('uuid')
        .where('item', '=', item)
        .where('status', '=', 'released')
        .where('deleted_at', 'is', null)
        .execute();
      return (
        planned && {
          documents,
          planned,
          released: released.map(({ uuid }) => uuid),
          requestedAt: collation.requested_at,
        }
      );
    });
}

function findItem(items: readonly PlanItem[], uuid: string): PlanItem | null {
  for (const item of items) {
    const found = item.uuid === uuid ? item : findItem(item.attachments, uuid);
    if (found) return found;
  }
  return null;
}
