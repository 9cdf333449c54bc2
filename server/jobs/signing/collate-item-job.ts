import { rm } from 'node:fs/promises';
import type { Updateable } from 'kysely';
import type { CollationProblem } from '../../../src/contract/rules/closing/collation-problems.ts';
import type { PlanItem } from '../../../src/contract/rules/closing/download-plan.ts';
import { collationParts, hasEachOnce } from '../../../src/contract/rules/closing/download-plan.ts';
import { headInWords } from '../../../src/contract/rules/closing/ledger-head.ts';
import { ConversionError } from '../../convert/conversion-error.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { log } from '../../log.ts';
import { collateItemKind } from '../../queue/job-kinds.ts';
import type { Services } from '../../services.ts';
import { readDealDocuments } from '../../signing/executed/read-documents.ts';
import { StoredPdfs } from '../../signing/executed/stored-pdfs.ts';
import { writeDocument } from '../../signing/executed/write-document.ts';
import { sealFile } from '../../signing/seal/seal-pdf.ts';
import { ObjectStoreError } from '../../storage/object-store.ts';
import { addNotification } from '../../store/account/notifications.ts';
import { dealOfAnyRow } from '../../store/deals/deal-of.ts';
import { ledgerHead } from '../../store/deals/ledger.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import type { Tables } from '../../store/tables.ts';
import { keepPdfFile } from './keep-packet-pdf.ts';

/** Joining pages takes twice as much memory in a process of its own, which has 2 GB. */
const MOST_BYTES = 800_000_000;

/** How often a running attempt checks whether it is still needed. */
const WATCH_MS = 1000;

/** The document can't be created, no matter how often it is retried. */
class CannotCollate extends Error {
  override readonly name = 'CannotCollate';
  readonly problem: CollationProblem;

  constructor(problem: CollationProblem, options?: ErrorOptions) {
    super(`The executed document can’t be created: ${problem}`, options);
    this.problem = problem;
  }
}

/** Starts the job that creates the executed documents of released items, and seals them. */
export async function workOnCollations(services: Services): Promise<void> {
  await services.jobs.work(collateItemKind, {
    run: async ({ item, requested_at }, job) => {
      const asked = await readAsked(services, item, requested_at);
      if (!asked) return;
      const watch = watchRequest(services, asked, job.signal);
      try {
        await collate(services, asked, watch, job.attempt);
      } catch (error) {
        if (watch.isOver()) return;
        if (!(error instanceof CannotCollate)) throw error;
        log.error({ err: error, item }, 'an executed document can’t be made');
        await giveUp(services, item, asked.requestedAt, error.problem);
      } finally {
        watch.stop();
      }
    },
    failed: async ({ item, requested_at }, reason) => {
      log.error({ item, reason }, 'an executed document could not be made; an hourly sweep tries again');
      await giveUp(services, item, requested_at === null ? null : new Date(requested_at), 'unavailable');
    },
  });
}

type Asked = NonNullable<Awaited<ReturnType<typeof readAsked>>>;

/** Creates an item's executed document. If its release was replaced in the meantime, the new one's job creates it. */
async function collate(
  services: Services,
  { item, documents, planned, requestedAt, released, head }: Asked,
  watch: Watch,
  attempt: number,
): Promise<void> {
  if (documents.notReady.has(item)) throw new Error('The signed pages of this document aren’t drawn yet.');
  // A body that is gone, such as one with malware, never comes back on its own.
  if (planned.bodyPages === null) throw new CannotCollate('no_file');
  const parts = collationParts(planned);
  if (!hasEachOnce(parts, released)) throw new CannotCollate('signatures_misplaced');
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
      signal: watch.signal,
    }).catch((error: unknown) => {
      if (error instanceof ConversionError && error.code === 'too_large')
        throw new CannotCollate('too_large', { cause: error });
      // A process that died may succeed next time; otherwise, another attempt would find the same.
      const isFinal = error instanceof ConversionError && (error.code !== 'reader_failed' || attempt > 1);
      if (isFinal) throw new CannotCollate('unreadable', { cause: error });
      if (error instanceof ObjectStoreError && error.code === 'not_found')
        throw new CannotCollate('no_file', { cause: error });
      throw error;
    });
    if (!('path' in written)) throw new Error('Nothing in the document is signed.');
    if (written.size > MOST_BYTES) throw new CannotCollate('too_large');
    const options = { workRoot: services.settings.workDir, signal: watch.signal };
    const reason = head && headInWords(head);
    const facts = { at: services.now(), reason, key: await sealing.key(), stamp: sealing.stamp };
    const sealed = await sealFile(written.path, facts, options).catch((error: unknown) => {
      // Another attempt would take as long.
      if (error instanceof ConversionError && error.code === 'timed_out')
        throw new CannotCollate('unreadable', { cause: error });
      throw error;
    });
    await watch.check();
    watch.signal.throwIfAborted();
    const key = await keepPdfFile(services, { path: written.path, ...sealed });
    await writeResult(services, item, requestedAt, {
      collated_at: services.now(),
      file_key: key,
      num_pages: written.pages,
      size: sealed.size,
      timestamp_due: sealing.hasAuthority && !sealed.isStamped,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the result of a request. If the request was canceled or replaced, nothing is kept. Returns whether the result was
 * written.
 */
async function writeResult(
  services: Services,
  item: string,
  requestedAt: Date | null,
  result: Updateable<Tables['collations']>,
): Promise<boolean> {
  let isWritten = false;
  await writeAsServer(
    services,
    'items.collate',
    (tx) => dealOfAnyRow(tx, 'items', item),
    async (scope) => {
      let update = scope.tx.updateTable('collations').set(result).where('item', '=', item);
      if (requestedAt) update = update.where('requested_at', '=', requestedAt);
      const { numUpdatedRows } = await update
        .where('requested_at', 'is not', null)
        .where('collated_at', 'is', null)
        .where('problem', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      isWritten = true;
      await scope.tx.updateTable('items').set(scope.stamp).where('uuid', '=', item).execute();
      scope.put('items', item, { fields: ['collation'] });
    },
  );
  return isWritten;
}

interface Watch {
  /** Aborted when the job has to stop, or when the document is no longer needed. */
  readonly signal: AbortSignal;
  readonly check: () => Promise<void>;
  readonly isOver: () => boolean;
  readonly stop: () => void;
}

/** Aborts an attempt soon after its document was canceled, released again, or created by another attempt. */
function watchRequest({ db }: Services, { item, requestedAt }: Asked, signal: AbortSignal): Watch {
  const over = new AbortController();
  const check = async () => {
    const row = await db
      .selectFrom('collations')
      .select('item')
      .where('item', '=', item)
      .where('requested_at', '=', requestedAt)
      .where('collated_at', 'is', null)
      .where('problem', 'is', null)
      .executeTakeFirst();
    if (!row) over.abort(new Error('Nobody is waiting for this executed document anymore.'));
  };
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.error({ err: error, item }, 'a collation could not be looked up'));
  }, WATCH_MS).unref();
  return {
    signal: AbortSignal.any([signal, over.signal]),
    check,
    isOver: () => over.signal.aborted,
    stop: () => clearInterval(timer),
  };
}

/** Records why there is no executed document. The pages stay released, so the person who released them is notified. */
async function giveUp(
  services: Services,
  item: string,
  requestedAt: Date | null,
  problem: CollationProblem,
): Promise<void> {
  if (!(await writeResult(services, item, requestedAt, { problem }))) return;
  const { db } = services;
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('collations')
      .innerJoin('items', 'items.uuid', 'collations.item')
      .innerJoin('releases', 'releases.uuid', 'collations.release')
      .select(['items.name', 'items.transaction', 'releases.released_by'])
      .where('collations.item', '=', item)
      .executeTakeFirst();
    if (!row || row.released_by === null) return;
    await addNotification(
      tx,
      {
        user_uuid: row.released_by,
        level: 'error',
        notification_type: 'document_failed',
        title: `We couldn’t create the executed document for “${row.name}”. You can download its released pages, and the closing board says what went wrong.`,
        transaction: row.transaction,
        document: null,
      },
      services.now(),
    );
  });
}

/** Returns what was released, from one snapshot; null if there is nothing left to do. */
async function readAsked({ db }: Services, item: string, requestedAt: string | null) {
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
        .where('collations.problem', 'is', null)
        .where('items.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!collation?.requested_at || collation.document === null) return null;
      // It has since been released again or retried, and that request has its own job.
      if (requestedAt !== null && collation.requested_at.getTime() !== Date.parse(requestedAt)) return null;
      const deal = await tx
        .selectFrom('transactions')
        .select(['uuid', 'paper_size', 'is_deed_transaction', 'ledger_lines', 'ledger_hash'])
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
          item,
          documents,
          planned,
          released: released.map(({ uuid }) => uuid),
          requestedAt: collation.requested_at,
          head: ledgerHead(deal),
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
