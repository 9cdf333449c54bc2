import type { Updateable } from 'kysely';
import type { Services } from '../../services.ts';
import { dealOfAnyRow } from '../../store/deals/deal-of.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import type { Tables, Tx } from '../../store/tables.ts';

/** How long a document waits before its conversion is retried. */
const RETRY_SECONDS = 15;

/** The functions of the conversion job that are needed here. */
export type ConversionSteps = {
  /** Writes a change of the document's conversion. */
  save: (services: Services, uuid: string, change: Updateable<Tables['documents']>) => Promise<unknown>;
  /** Enqueues the document's conversion again. */
  enqueueLater: (services: Services, tx: Tx, uuid: string, delaySeconds: number) => Promise<unknown>;
};

/**
 * Postpones a conversion because something that it needs is unavailable. The document shows the sentence `reason`. A wait
 * isn't a failed attempt and may last for days.
 */
export async function waitToConvert(
  services: Services,
  uuid: string,
  reason: string,
  { enqueueLater }: ConversionSteps,
): Promise<void> {
  await writeAsServer(
    services,
    'documents.convert',
    (tx) => dealOfAnyRow(tx, 'documents', uuid),
    async (scope) => {
      const before = await scope.tx
        .selectFrom('documents')
        .select(['conversion_status', 'waiting_reason', 'deleted_at', 'name'])
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow();
      if (before.conversion_status !== 'processing') return;
      await enqueueLater(services, scope.tx, uuid, RETRY_SECONDS);
      if (before.waiting_reason === reason) return;
      await scope.tx
        .updateTable('documents')
        .set({ waiting_reason: reason, ...(before.deleted_at === null && scope.stamp) })
        .where('uuid', '=', uuid)
        .execute();
      if (before.deleted_at === null)
        scope.put('documents', uuid, { fields: ['waiting_reason'], name: before.name });
    },
  );
}
