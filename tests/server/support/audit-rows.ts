import type { TestServer } from './test-server.ts';

/** The downloads of a deal's files that the audit log has, oldest first. */
export async function downloadsIn({ services }: TestServer, deal: string) {
  return services.db
    .selectFrom('audit_log')
    .select(['act', 'actor', 'organization', 'transaction', 'subject', 'address', 'detail'])
    .where('transaction', '=', deal)
    .where('act', '=', 'file.downloaded')
    .orderBy('seq')
    .execute();
}
