import { sql, type Kysely } from 'kysely';
import { contentKeys, downloadKey, pdfHash, reportKey, thumbnailKey } from '../storage/object-keys.ts';
import type { Tables } from '../store/tables.ts';

/** The number of rows that one query reads. */
const PAGE = 1000;

/**
 * The documents whose files are needed: those that exist or can be restored (others are erased), in deals whose files are not
 * in an archive. Malware is never needed.
 */
function documentsInNeed(db: Kysely<Tables>) {
  return db
    .selectFrom('documents')
    .innerJoin('transactions', 'transactions.uuid', 'documents.transaction')
    .where('transactions.archived_at', 'is', null)
    .where('documents.malware', 'is', null);
}

/** The keys of files and PDFs with this content that a document needs. */
export async function neededKeys(
  db: Kysely<Tables>,
  contents: readonly string[],
): Promise<{ files: Set<string>; pdfs: Set<string> }> {
  const keys = contents.flatMap(contentKeys);
  const rows = await documentsInNeed(db)
    .select(['documents.file_key', 'documents.pdf_file_key'])
    .where(sql<boolean>`(documents.file_key = any(${keys}) or documents.pdf_file_key = any(${keys}))`)
    .execute();
  const packets = await packetKeys(db)
    .where(
      sql<boolean>`(file_key = any(${keys}) or signed_file_key = any(${keys}) or certificate_file_key = any(${keys}))`,
    )
    .execute();
  const copied = await copiedKeys(db)
    .where(sql<boolean>`copied_key = any(${keys})`)
    .execute();
  const shown = await shownKeys(db)
    .where(sql<boolean>`shown.file_key = any(${keys})`)
    .execute();
  const executed = await executedKeys(db)
    .where(sql<boolean>`file_key = any(${keys})`)
    .execute();
  const pdfs = new Set(rows.flatMap(({ pdf_file_key }) => pdf_file_key ?? []));
  const paper = await paperKeys(db)
    .where(sql<boolean>`key = any(${keys})`)
    .execute();
  const files = [
    ...rows.map(({ file_key }) => file_key),
    ...packets.flatMap(keysOf),
    ...copied.flatMap(({ copied_key }) => copied_key ?? []),
    ...shown.flatMap(({ file_key }) => file_key ?? []),
    ...executed.flatMap(({ file_key }) => file_key ?? []),
    ...paper.map(({ key }) => key),
  ];
  return { files: new Set([...pdfs, ...files]), pdfs };
}

const PACKET_FILES = ['file_key', 'signed_file_key', 'certificate_file_key'] as const;

/** Packets are kept as long as their deal: the archive of a purged deal doesn't contain them. */
function packetKeys(db: Kysely<Tables>) {
  return db.selectFrom('packets').select(PACKET_FILES);
}

/** Executed documents are kept as long as their deal, like packets. The archive of a purged deal has a copy. */
function executedKeys(db: Kysely<Tables>) {
  return db.selectFrom('collations').select('file_key').where('file_key', 'is not', null);
}

/** The PDFs from which pages of files were copied into packets. */
function copiedKeys(db: Kysely<Tables>) {
  return db.selectFrom('packet_pages').select('copied_key').distinct().where('copied_key', 'is not', null);
}

/** Returned files, and the PDF and picture of each of their pages. Like packets, they are kept as long as their deal. */
function paperKeys(db: Kysely<Tables>) {
  const files = db.selectFrom('executed_documents').select('file_key as key').where('malware', 'is', null);
  const pdfs = db.selectFrom('executed_document_pages').select('pdf_file_key as key');
  const pictures = db.selectFrom('executed_document_pages').select('picture_key as key');
  return db
    .selectFrom(files.$castTo<{ key: string | null }>().unionAll(pdfs).unionAll(pictures).as('paper'))
    .select((where) => where.ref('key').$notNull().as('key'))
    .where('key', 'is not', null);
}

/** The PDFs that sent packets show for reading, even if the documents are erased. */
function shownKeys(db: Kysely<Tables>) {
  return db
    .selectFrom('packet_documents as shown')
    .innerJoin('transactions', 'transactions.uuid', 'shown.transaction')
    .leftJoin('documents', 'documents.uuid', 'shown.document')
    .select('shown.file_key')
    .distinct()
    .where('shown.file_key', 'is not', null)
    .where('transactions.archived_at', 'is', null)
    .where('documents.malware', 'is', null);
}

function keysOf(packet: Record<(typeof PACKET_FILES)[number], string | null>): string[] {
  return PACKET_FILES.flatMap((file) => packet[file] ?? []);
}

/** An object that a row names; `sha256` is null if the row doesn't have it. */
export type NeededObject = { key: string; sha256: string | null };

/**
 * Every object that a row names: files, PDFs, pictures of pages, archives and reports. The same object may appear
 * several times.
 */
export async function* neededObjects(db: Kysely<Tables>): AsyncGenerator<NeededObject> {
  yield* objectsOfDocuments(db);
  const archives = await db
    .selectFrom('transactions')
    .select('archive_key')
    .where('archive_key', 'is not', null)
    .execute();
  for (const { archive_key: key } of archives) if (key !== null) yield { key, sha256: null };
  for (const packet of await packetKeys(db).execute())
    for (const key of keysOf(packet)) yield { key, sha256: pdfHash(key) };
  for (const { file_key: key } of await executedKeys(db).execute())
    if (key !== null) yield { key, sha256: pdfHash(key) };
  for (const { copied_key: key } of await copiedKeys(db).execute())
    if (key !== null) yield { key, sha256: pdfHash(key) };
  for (const { key } of await paperKeys(db).execute()) yield { key, sha256: pdfHash(key) };
  // A Word file's PDF that was stored under the Word file's hash has no hash of its own.
  for (const { file_key: key } of await shownKeys(db).execute())
    if (key !== null) yield { key, sha256: null };
  const reports = await db.selectFrom('reports').select('uuid').where('status', '=', 'ready').execute();
  for (const { uuid } of reports) yield { key: reportKey(uuid), sha256: null };
  const downloads = await db.selectFrom('downloads').select('uuid').where('status', '=', 'ready').execute();
  for (const { uuid } of downloads) yield { key: downloadKey(uuid), sha256: null };
}

async function* objectsOfDocuments(db: Kysely<Tables>): AsyncGenerator<NeededObject> {
  let last: string | null = null;
  for (;;) {
    const rows: {
      uuid: string;
      file_key: string;
      sha256: string;
      pdf_file_key: string | null;
      num_pages: number | null;
      thumbnails_finished_at: Date | null;
    }[] = await documentsInNeed(db)
      .select(['documents.uuid', 'file_key', 'sha256', 'pdf_file_key', 'num_pages', 'thumbnails_finished_at'])
      .$if(last !== null, (query) => query.where('documents.uuid', '>', last))
      .orderBy('documents.uuid')
      .limit(PAGE)
      .execute();
    for (const { file_key, sha256, pdf_file_key: pdf, num_pages, thumbnails_finished_at } of rows) {
      yield { key: file_key, sha256 };
      if (pdf === null) continue;
      if (pdf !== file_key) yield { key: pdf, sha256: null };
      const pictures = thumbnails_finished_at === null ? 0 : (num_pages ?? 0);
      for (let page = 1; page <= pictures; page += 1) yield { key: thumbnailKey(pdf, page), sha256: null };
    }
    last = rows.at(-1)?.uuid ?? null;
    if (rows.length < PAGE) return;
  }
}
