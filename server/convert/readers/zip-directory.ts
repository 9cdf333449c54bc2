import type { FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';

/** An entry of a zip's central directory (APPNOTE 4.3.12). Sizes are in bytes, as claimed by the file. */
export type ZipEntry = {
  name: string;
  /** The general purpose bit flags, for example for a name in UTF-8 (APPNOTE 4.4.4). */
  flags: number;
  /** 0 = stored, 8 = deflated; anything else is not read. */
  method: number;
  /** The checksum of its unpacked bytes. */
  crc: number;
  packedSize: number;
  size: number;
  /** The position of its local header. */
  start: number;
};

/** A Word document has about a hundred entries. Further entries than this are not read. */
export const ENTRIES_MAX = 10_000;

const DIRECTORY_BYTES_MAX = 16 * 1024 * 1024;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const endMagic = Buffer.from('504B0506', 'hex');
const entryMagic = Buffer.from('504B0102', 'hex');

/** How many bytes of a packed entry are read at once. */
const PACKED_CHUNK = 64 * 1024;

export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/**
 * The entries of a zip in the order of its central directory, at most `ENTRIES_MAX + 1` of them. The directory is at
 * the end of the file (APPNOTE 4.3.16): null if the file has none, because it was truncated.
 */
export async function readZipDirectory(file: FileHandle, size: number): Promise<ZipEntry[] | null> {
  const tailStart = Math.max(0, size - END_BYTES - LONGEST_COMMENT);
  const tail = await readAt(file, tailStart, size - tailStart);
  const end = tail.lastIndexOf(endMagic);
  if (end < 0 || end + END_BYTES > tail.length) return null;
  const bytes = Math.min(tail.readUInt32LE(end + 12), DIRECTORY_BYTES_MAX);
  return entriesIn(await readAt(file, tail.readUInt32LE(end + 16), bytes));
}

function entriesIn(directory: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length && entries.length <= ENTRIES_MAX;) {
    if (!directory.subarray(at, at + 4).equals(entryMagic)) break;
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('latin1', at + ENTRY_BYTES, nameEnd),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      start: directory.readUInt32LE(at + 42),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Yields the bytes of an entry in chunks, as long as the caller accepts them. It ends where the data is damaged, and may be
 * longer than the file claims, so the caller must count.
 */
export async function* unpack(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const packed = packedBytes(file, entry);
  if (entry.method === 0) yield* packed;
  if (entry.method !== 8) return;
  const inflate = createInflateRaw();
  // `pipe` lets this loop handle data that can't be inflated, and leaves the rest of the file unread once the caller
  // stops.
  const feeding = feed(packed, inflate);
  try {
    for await (const chunk of inflate) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch {
    // The data is damaged, so the bytes so far are all there is.
  } finally {
    inflate.destroy();
    await feeding;
  }
}

/** Yields the packed bytes of an entry in chunks, as they are in the file. */
export async function* packedBytes(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const header = await readAt(file, entry.start, LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES) return;
  const start = entry.start + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  for (let done = 0; done < entry.packedSize;) {
    const chunk = await readAt(file, start + done, Math.min(PACKED_CHUNK, entry.packedSize - done));
    if (chunk.length === 0) return;
    done += chunk.length;
    yield chunk;
  }
}

async function feed(
  packed: AsyncIterable<Buffer>,
  inflate: ReturnType<typeof createInflateRaw>,
): Promise<void> {
  for await (const chunk of packed) {
    if (inflate.destroyed || inflate.writableEnded) return;
    if (inflate.write(chunk)) continue;
    await new Promise<void>((resolve) => {
      inflate.once('drain', resolve);
      inflate.once('close', resolve);
    });
  }
  if (!inflate.destroyed) inflate.end();
}
