import type { MirrorDatabase } from './database.ts';

/** The place behind all that is in a deal's upload queue or came through it. Inside a transaction. */
export async function nextUploadOrder(db: MirrorDatabase, transaction: string): Promise<number> {
  const [files, documents] = await Promise.all([
    db.files.where({ transaction }).toArray(),
    db.documents.where({ transaction }).toArray(),
  ]);
  return Math.max(-1, ...[...files, ...documents].map((row) => row.uploadOrder)) + 1;
}
