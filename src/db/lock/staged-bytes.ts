import type { MirrorDatabase } from '../database.ts';
import type { FileBytesRow } from '../rows.ts';
import { keepingNow, keyToOpen } from './held-key.ts';
import { LockedError } from './locked-error.ts';
import { sealBlob, SealedBlob, type PlainBytes } from './seal.ts';

/**
 * The original bytes of a file in the queue or the tray; undefined = the browser has evicted them. Sealed bytes are opened as
 * they are read.
 * @throws {LockedError}
 */
export async function stagedBytes(db: MirrorDatabase, uuid: string): Promise<PlainBytes | undefined> {
  const row = await db.fileBytes.get(uuid);
  if (!row?.sealed) return row?.bytes;
  const key = await keyToOpen(db);
  if (!key) throw new LockedError();
  return openStaged(key, row);
}

/** Returns how bytes with this content are stored now. `sha256` is only computed if they are sealed. */
export async function asStaged(
  db: MirrorDatabase,
  uuid: string,
  bytes: Blob,
  sha256: (bytes: Blob) => Promise<string>,
): Promise<FileBytesRow> {
  const keeping = await keepingNow(db);
  if (keeping.form === 'locked') throw new LockedError();
  if (keeping.form === 'plain') return { uuid, bytes };
  return sealStaged(keeping.key, { uuid, bytes }, await sha256(bytes));
}

/** The same bytes, sealed. The seal is bound to their content. */
export async function sealStaged(
  key: CryptoKey,
  { uuid, bytes }: FileBytesRow,
  sha256: string,
): Promise<FileBytesRow> {
  const sealed = { sha256, mediaType: bytes.type };
  return { uuid, bytes: await sealBlob(key, identityOf(sealed), bytes), sealed };
}

export function openStaged(key: CryptoKey, { bytes, sealed }: FileBytesRow): PlainBytes {
  return sealed ? new SealedBlob(key, identityOf(sealed), bytes, sealed.mediaType) : bytes;
}

function identityOf({ sha256 }: { sha256: string }): string {
  return `upload/${sha256}`;
}
