import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

/** A signature that is for a version of its document other than the current one. */
export interface OfOtherVersion {
  readonly assignment: string;
  readonly item: string;
  readonly name: string;
  /** The version that it is for, and that version's number from 1, if the file still exists. */
  readonly document: string;
  readonly version: number | null;
}

/**
 * The signatures of a deal, each with the version that it is for. `own`: the version that was recorded when its page came back on paper,
 * when a person carried it over, or when it was released. `shown`: the version in its packet. `first`: without either, because its document
 * had no file then, the document's current version, once that is a PDF. A released signature is only for its own version: a file that is
 * added later isn't signed. A signature in several packets is listed once for each version.
 */
const signedVersions = (deal: string) => sql`
  select distinct assignments.uuid as assignment, items.uuid as item, items.name, items.document as current,
    coalesce(own.document, shown.document, first.uuid) as document
  from assignments
    join items on items.uuid = assignments.item
    left join documents as first on first.uuid = items.document and first.pdf_file_key is not null
      and assignments.status <> 'released'
    left join signed_versions as own on own.assignment = assignments.uuid
    left join packets on packets.transaction = assignments.transaction and packets.deleted_at is null
      and assignments.status <> 'released'
      and packets.status in ('sent', 'viewed', 'partially_signed', 'completed')
      and assignments.uuid = any(packets.assignments)
    left join packet_documents as shown on shown.packet = packets.uuid and shown.item = items.uuid
  where assignments.transaction = ${deal}
`;

/** Returns which of these signatures are for another version of their document than the current one, or than `instead`. */
export async function signaturesOfOtherVersions(
  tx: Tx,
  deal: string,
  assignments: readonly string[],
  instead: string | null = null,
): Promise<OfOtherVersion[]> {
  if (assignments.length === 0) return [];
  const { rows } = await sql<OfOtherVersion>`
    select signed.assignment, signed.item, signed.name, signed.document, (
      select count(*)::integer from documents
        join documents as version on version.item_id = documents.item_id and version.deleted_at is null
      where documents.uuid = signed.document
        and (version.created_at, version.uuid) <= (documents.created_at, documents.uuid)
    ) as version
    from (${signedVersions(deal)}) as signed
    where signed.assignment = any(${[...assignments]}::uuid[])
      and signed.document is not null and signed.document is distinct from coalesce(${instead}::uuid, signed.current)
    order by signed.name, signed.assignment
  `.execute(tx);
  return rows;
}

/** Returns the signatures that are for this version of a document. */
export async function signaturesOfVersion(tx: Tx, deal: string, document: string): Promise<string[]> {
  const { rows } = await sql<{ assignment: string }>`
    select signed.assignment from (${signedVersions(deal)}) as signed
    where signed.item = (select item_id from documents where uuid = ${document}) and signed.document = ${document}
  `.execute(tx);
  return rows.map(({ assignment }) => assignment);
}

/** Binds pages that were printed before their document had a file to its current file. */
export async function bindPagesToFirstFile(tx: Tx, item: string): Promise<void> {
  await sql`
    update packet_documents set document = documents.uuid
    from items join documents on documents.uuid = items.document and documents.pdf_file_key is not null
    where items.uuid = ${item} and packet_documents.item = items.uuid and packet_documents.document is null
  `.execute(tx);
}

/** Records that signatures are for the current versions of their documents. */
export async function bindToCurrentVersions(
  tx: Tx,
  deal: string,
  assignments: readonly string[],
): Promise<void> {
  if (assignments.length === 0) return;
  await sql`
    insert into signed_versions (assignment, transaction, document)
    select assignments.uuid, assignments.transaction, items.document
    from assignments join items on items.uuid = assignments.item
    where assignments.transaction = ${deal} and assignments.uuid = any(${[...assignments]}::uuid[])
    on conflict (assignment) do update set document = excluded.document,
      carried_from = case when signed_versions.document = excluded.document then signed_versions.carried_from end
  `.execute(tx);
}

/** Removes the record of what signatures on paper are for, because their pages no longer count. */
export async function unbindVersions(tx: Tx, assignments: readonly string[]): Promise<void> {
  if (assignments.length === 0) return;
  await tx
    .deleteFrom('signed_versions')
    .where('assignment', 'in', [...assignments])
    .execute();
}

/** Records that signatures of one version of a document are also for another one, as a person has confirmed. */
export async function carryOverVersions(
  tx: Tx,
  {
    deal,
    assignments,
    document,
    from,
  }: { deal: string; assignments: readonly string[]; document: string; from: string },
): Promise<void> {
  if (assignments.length === 0) return;
  await tx
    .insertInto('signed_versions')
    .values(
      assignments.map((assignment) => ({ assignment, transaction: deal, document, carried_from: from })),
    )
    .onConflict((conflict) =>
      conflict.column('assignment').doUpdateSet((is) => ({
        document: is.ref('excluded.document'),
        carried_from: is.ref('excluded.carried_from'),
      })),
    )
    .execute();
}
