import { addNotification } from '../../store/account/notifications.ts';
import { SEED_COMMAND, type DealWrite } from '../../store/deals/deal-write.ts';
import { nameOfDocument } from '../../store/deals/document-names.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';

type Converted = Pick<
  RowOf<'documents'>,
  'uuid' | 'name' | 'item_id' | 'created_by' | 'conversion_status' | 'error_message'
>;

/** Notifies the uploader of a document that its conversion has ended, with the reason if it failed. */
export async function notifyOfConversion(scope: DealWrite, document: Converted): Promise<void> {
  const { tx, deal, now } = scope;
  if (document.conversion_status === 'processing' || (await cameWithSample(scope, document.uuid))) return;
  const { name } = await nameOfDocument(tx, document);
  const of = `“${name}” in “${deal.name}”`;
  const outcome =
    document.conversion_status === 'error'
      ? ({
          level: 'error',
          notification_type: 'document_failed',
          title: `${of}: ${document.error_message ?? ''}`,
        } as const)
      : ({ level: 'success', notification_type: 'document_converted', title: `${of} is ready.` } as const);
  const about = { user_uuid: document.created_by, transaction: deal.uuid, document: document.uuid };
  await addNotification(tx, { ...outcome, ...about }, now);
}

/** Nobody uploaded the documents of a sample deal. */
async function cameWithSample({ tx, deal }: DealWrite, document: string): Promise<boolean> {
  if (!deal.is_sample) return false;
  const seeded = await tx
    .selectFrom('change_log')
    .select('row')
    .where('transaction', '=', deal.uuid)
    .where('row', '=', document)
    .where('command', '=', SEED_COMMAND)
    .executeTakeFirst();
  return seeded !== undefined;
}
