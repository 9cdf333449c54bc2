import type { MirrorDatabase } from '../../db/database.ts';
import { keepingNow } from '../../db/lock/held-key.ts';
import { asStaged, stagedBytes } from '../../db/lock/staged-bytes.ts';
import { offlinePdf } from '../../db/queries/offline/offline-documents.ts';
import type { FileBytesRow, SentRow } from '../../db/rows.ts';
import { FILE_UPLOAD, shelvedFileSchema, type ShelvedFile } from '../../db/files/shelved-file.ts';
import { sha256 } from '../uploads/staging/sha256.ts';

/** A file that the server has lost. */
export interface LostFile {
  /** Its document's uuid. */
  document: string;
  args: ShelvedFile;
  /** Its bytes, for the tray. `here`: they are where the tray looks for them. Null: this device does not have them. */
  staged: FileBytesRow | 'here' | null;
}

/**
 * The files among acknowledged edits, with the bytes that this device has of them: the copy that it kept when it sent the file, or
 * else the PDF of a deal that is kept offline, or one that was opened. `locked`: that cannot be read until the device is unlocked.
 */
export async function lostFiles(
  db: MirrorDatabase,
  lost: readonly SentRow[],
): Promise<ReadonlyMap<string, LostFile> | 'locked'> {
  const files = new Map<string, LostFile>();
  for (const { id, name, args } of lost) {
    const file = name === FILE_UPLOAD ? shelvedFileSchema.safeParse(args).data : undefined;
    if (!file?.uuid) continue;
    if ((await keepingNow(db)).form === 'locked') return 'locked';
    files.set(id, await withBytes(db, file.uuid, file));
  }
  return files;
}

async function withBytes(db: MirrorDatabase, document: string, args: ShelvedFile): Promise<LostFile> {
  if (await hasCopy(db, document, args)) return { document, args, staged: 'here' };
  const pdf = await pdfOf(db, document);
  if (!pdf) return { document, args, staged: null };
  const hash = await sha256(pdf);
  const staged = await asStaged(db, document, pdf, async () => hash);
  // For a Word file, this device has only the PDF that was created from it.
  const isOriginal = hash === args.sha256;
  const fileName = isOriginal ? args.fileName : `${args.fileName.replace(/\.[^.]*$/, '')}.pdf`;
  return { document, args: { ...args, fileName, sha256: hash }, staged };
}

/** Returns whether the sent bytes can still be read. The browser may have evicted them. */
async function hasCopy(db: MirrorDatabase, document: string, args: ShelvedFile): Promise<boolean> {
  try {
    const copy = await stagedBytes(db, document);
    return copy !== undefined && (await sha256(copy)) === args.sha256;
  } catch {
    return false;
  }
}

async function pdfOf(db: MirrorDatabase, document: string): Promise<Blob | null> {
  const pdfUrl = (await db.documents.get(document))?.pdfUrl;
  const kept = pdfUrl ? await offlinePdf(db, pdfUrl) : null;
  return kept && new Blob([kept], { type: 'application/pdf' });
}
