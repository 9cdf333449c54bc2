import type { TestServer } from './test-server.ts';

/** Returns the downloads of a deal's files in the audit log, oldest first. */
export async function downloadsIn({ services }: TestServer, deal: string) {
  return services.db
    .selectFrom('audit_log')
    .select(['act', 'actor', 'organization', 'transaction', 'subject', 'address', 'detail'])
    .where('transaction', '=', deal)
    .where('act', '=', 'file.downloaded')
    .orderBy('seq')
    .execute();
}
