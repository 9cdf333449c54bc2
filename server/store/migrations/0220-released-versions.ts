import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * Records for earlier releases which version each signature was released with, as releases now do themselves: the one that
 * its packet showed, or the one that its executed document was requested from.
 */
export const releasedVersions = {
  name: '0220-released-versions',
  async up(db) {
    await sql`
      insert into signed_versions (assignment, transaction, document)
      select distinct on (assignments.uuid) assignments.uuid, assignments.transaction,
        coalesce(shown.document, collations.document)
      from assignments
        left join packets on packets.transaction = assignments.transaction and packets.deleted_at is null
          and packets.status in ('sent', 'viewed', 'partially_signed', 'completed')
          and assignments.uuid = any(packets.assignments)
        left join packet_documents as shown on shown.packet = packets.uuid and shown.item = assignments.item
        left join collations on collations.item = assignments.item
      where assignments.status = 'released' and coalesce(shown.document, collations.document) is not null
      order by assignments.uuid, shown.document nulls last
      on conflict (assignment) do update set document = excluded.document where signed_versions.document is null
    `.execute(db);
  },
} satisfies Migration;
