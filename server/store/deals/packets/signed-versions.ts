import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

/** A signature that is for another version of its document than the current one. */
export interface OfOtherVersion {
  readonly assignment: string;
  readonly item: string;
  readonly name: string;
  /** The version that it is for, and its number from 1, if the file is still there. */
  readonly document: string;
  readonly version: number | null;
}

/**
 * Returns which of these signatures are for another version of their document than the current one, or than `instead`. A signature is for
 * the version that its packet showed, that its page was printed for, or that a person carried it over to.
 */
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
    from (
      select distinct assignments.uuid as assignment, items.uuid as item, items.name, items.document as current,
        coalesce(own.document, shown.document) as document
      from assignments
        join items on items.uuid = assignments.item
        left join signed_versions as own on own.assignment = assignments.uuid
        left join packets on packets.transaction = assignments.transaction and packets.deleted_at is null
          and packets.status in ('sent', 'viewed', 'partially_signed', 'completed')
          and assignments.uuid = any(packets.assignments)
        left join packet_documents as shown on shown.packet = packets.uuid and shown.item = items.uuid
      where assignments.transaction = ${deal} and assignments.uuid = any(${[...assignments]}::uuid[])
    ) as signed
    where signed.document is not null and signed.document is distinct from coalesce(${instead}::uuid, signed.current)
    order by signed.name, signed.assignment
  `.execute(tx);
  return rows;
}

/** Returns the signatures that are for this version of a document, as its signatories were shown it. */
export async function signaturesOfVersion(tx: Tx, deal: string, document: string): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select assignment as uuid from signed_versions where transaction = ${deal} and document = ${document}
    union
    select unnest(packets.assignments) from packet_documents as shown
      join packets on packets.uuid = shown.packet
    where shown.transaction = ${deal} and shown.document = ${document} and packets.deleted_at is null
      and packets.status in ('sent', 'viewed', 'partially_signed', 'completed')
  `.execute(tx);
  const uuids = rows.map(({ uuid }) => uuid);
  if (uuids.length === 0) return [];
  // A packet also has signatures of other documents, and some are for a later version by now.
  const { rows: own } = await sql<{ uuid: string }>`
    select assignments.uuid from assignments
      join documents on documents.uuid = ${document} and documents.item_id = assignments.item
      left join signed_versions as bound on bound.assignment = assignments.uuid
    where assignments.uuid = any(${uuids}::uuid[]) and coalesce(bound.document, ${document}::uuid) = ${document}
  `.execute(tx);
  return own.map(({ uuid }) => uuid);
}

/** Records that signatures are for the versions that their documents have now. */
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
    on conflict (assignment) do update set document = excluded.document, carried_from = null
  `.execute(tx);
}

/** Forgets what signatures on paper are for, because their pages no longer count. */
export async function unbindVersions(tx: Tx, assignments: readonly string[]): Promise<void> {
  if (assignments.length === 0) return;
  await tx
    .deleteFrom('signed_versions')
    .where('assignment', 'in', [...assignments])
    .execute();
}

/** Records that signatures of one version of a document are for another one, too, as a person has confirmed. */
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
