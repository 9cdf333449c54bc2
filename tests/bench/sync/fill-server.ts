import type { Kysely } from 'kysely';
import type { Tables } from '../../../server/store/tables.ts';
import type { TestClient } from '../../server/support/test-client.ts';
import type { DealWire } from './deal-wire.ts';

/** Rows per SQL statement, which can have 65,535 parameters. */
const AT_ONCE = 500;

const AT = new Date('2026-01-05T09:30:00.000Z');

/** Writes a deal into the server's database, as the signed-in user's work. */
export async function fillServer(db: Kysely<Tables>, client: TestClient, deal: DealWire): Promise<void> {
  const { uuid, name } = deal.transaction;
  const made = await client.post('/transactions/transaction', { uuid, name });
  if (made.status !== 201) throw new Error(`The deal was not made: ${made.text}`);
  const person: string = made.body.created_by.uuid;
  const own = {
    transaction: uuid,
    version: Number(made.body.version),
    modified_at: AT,
    modified_by: person,
    created_at: AT,
    created_by: person,
  };
  const { documents, items, elements } = deal;

  for (const some of portions(documents)) {
    const values = some.map((each) => ({
      uuid: each.uuid,
      in_queue: each.in_queue,
      name: each.name,
      signing_type: each.signing_type,
      upload_order: each.upload_order,
      num_pages: each.num_pages,
      uploaded_file_key: each.uploaded_file_key,
      file_key: `objects/${each.sha256}`,
      file_type: 'docx' as const,
      pdf_file_key: each.pdf_file_key,
      size: each.size,
      sha256: each.sha256,
      conversion_requested_at: AT,
      conversion_finished_at: AT,
      conversion_status: each.conversion_status,
      thumbnails_finished_at: AT,
      item_id: null,
      error_message: null,
      ...own,
    }));
    await db.insertInto('documents').values(values).execute();
  }
  for (const some of portions(items)) {
    const values = some.map((each) => ({
      uuid: each.uuid,
      name: each.name,
      description: each.description,
      document: each.document,
      complete: each.complete,
      for_signing: each.for_signing,
      fully_executed: each.fully_executed,
      is_deed: each.is_deed,
      is_supplemental: each.is_supplemental,
      is_template: each.is_template,
      name_alt: each.name_alt,
      name_alt_enabled: each.name_alt_enabled,
      requires_original_signatures: each.requires_original_signatures,
      ...own,
    }));
    await db.insertInto('items').values(values).execute();
  }
  await db
    .updateTable('documents')
    .from('items')
    .set((is) => ({ item_id: is.ref('items.uuid') }))
    .whereRef('items.document', '=', 'documents.uuid')
    .execute();
  const pages = items.flatMap(({ document, pages: its }) =>
    document === null ? [] : its.map((page) => ({ ...page, document })),
  );
  for (const some of portions(pages)) await db.insertInto('document_pages').values(some).execute();
  for (const some of portions(elements)) {
    const values = some.map((each) => ({
      uuid: each.uuid,
      item: each.item,
      task: each.task,
      label: each.label,
      order: each.order,
      parent_element: each.parent_element,
      ...own,
    }));
    await db.insertInto('elements').values(values).execute();
  }
}

function portions<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, index) =>
    rows.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}
