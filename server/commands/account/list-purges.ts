import type { Purge } from '../../../src/contract/entities/transactions/purge.ts';
import { seesDeal } from '../../policies/deal-access.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { instant, maybeInstant } from '../../present/present-row.ts';
import type { Services } from '../../services.ts';
import type { SignedInUser } from '../../store/account/users.ts';

/** The unfinished purges of the reader's own organization, by approval. @throws {Refusal} */
export async function listPurges({ db }: Services, user: SignedInUser, id: string): Promise<Purge[]> {
  assertOrganizationAccess('organization_admin', id, user);
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('transactions')
      .leftJoin('documents', 'documents.uuid', 'transactions.purge_problem_document')
      .leftJoin('items', 'items.uuid', 'documents.item_id')
      .select((row) => [
        'transactions.uuid',
        'transactions.organization',
        'transactions.purge_approved_at',
        'transactions.archived_at',
        'transactions.purge_problem',
        'transactions.purge_problem_document',
        row.fn.coalesce('items.name', 'documents.name').as('document_name'),
      ])
      .where('transactions.organization', '=', id)
      .where('transactions.deleted_at', 'is', null)
      .where('transactions.purge_approved_at', 'is not', null)
      .where('transactions.purged_at', 'is', null)
      .orderBy('transactions.purge_approved_at')
      .orderBy('transactions.uuid')
      .execute();
    const purges: Purge[] = [];
    for (const row of rows) {
      const { purge_approved_at: approvedAt, purge_problem_document: uuid, document_name: name } = row;
      if (approvedAt === null) continue;
      const isTold = uuid !== null && name !== null && (await seesDeal(tx, row, user));
      purges.push({
        transaction: row.uuid,
        approved_at: instant(approvedAt),
        archived_at: maybeInstant(row.archived_at),
        problem: row.purge_problem,
        document: isTold ? { uuid, name } : null,
      });
    }
    return purges;
  });
}
