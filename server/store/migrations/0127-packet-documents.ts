import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table packet_documents (
    packet uuid not null references packets on delete cascade,
    item uuid not null,
    transaction uuid not null references transactions on delete cascade,
    "order" integer not null,
    name text not null,
    document uuid,
    version integer,
    file_key text,
    primary key (packet, item)
  )`,
  `create index packet_documents_transaction on packet_documents (transaction)`,
  `create index packet_documents_file_key on packet_documents (file_key)`,
  // Existing links keep showing what they show today.
  `insert into packet_documents (packet, item, transaction, "order", name, document, version, file_key)
    select shown.packet, items.uuid, items.transaction, shown.first, items.name, documents.uuid,
      case when documents.uuid is not null then (
        select count(*) from documents as version
        where version.item_id = items.uuid and version.deleted_at is null
          and (version.created_at, version.uuid) <= (documents.created_at, documents.uuid)
      ) end,
      documents.pdf_file_key
    from (
      select packet, item, min("order") as first from packet_pages where item is not null group by packet, item
    ) as shown
    join packets on packets.uuid = shown.packet
    join items on items.uuid = shown.item
    left join documents on documents.uuid = items.document and documents.malware is null
    where packets.status in ('sent', 'viewed', 'partially_signed') and packets.deleted_at is null`,
];

/** The documents that a sent packet shows for reading: the version and the file of each, as they were when it was sent. */
export const packetDocuments: Migration = {
  name: '0127-packet-documents',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
