import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

export type DocumentKind = 'pdf' | 'doc' | 'docx';

/** What the bytes of a file say it is, whatever its name. Null = none of the three. */
export type Sniffed = DocumentKind | 'password_protected' | 'corrupt' | null;

const oleMagic = Buffer.from('D0CF11E0A1B11AE1', 'hex');
const zipMagic = Buffer.from('504B0304', 'hex');
const zipEndMagic = Buffer.from('504B0506', 'hex');
const zipEntryMagic = Buffer.from('504B0102', 'hex');

/** Readers of PDF allow that much before the header. */
const headBytes = 1024;

/** Tells PDF, Word 97 and Word 2007 documents by their bytes. Reads a few blocks, not the file, but for Word 97's directory. */
export async function sniff(path: string): Promise<Sniffed> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = await readAt(file, 0, headBytes);
    if (head.includes('%PDF-')) return 'pdf';
    if (head.subarray(0, 8).equals(oleMagic)) return await sniffOle(file);
    if (head.subarray(0, 4).equals(zipMagic)) return await sniffZip(file, head, size);
    return null;
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The zip's directory stands at its end (APPNOTE 4.3.12, 4.3.16); a file cut off on the way has none. */
async function sniffZip(file: FileHandle, head: Buffer, size: number): Promise<Sniffed> {
  const looksLikeWord = head.includes('[Content_Types].xml') || head.includes('word/');
  const endSize = 22;
  const longestComment = 65_535;
  const tailStart = Math.max(0, size - endSize - longestComment);
  const tail = await readAt(file, tailStart, size - tailStart);
  const end = tail.lastIndexOf(zipEndMagic);
  if (end < 0 || end + endSize > tail.length) return looksLikeWord ? 'corrupt' : null;
  const directorySize = tail.readUInt32LE(end + 12);
  const directoryStart = tail.readUInt32LE(end + 16);
  const sixteenMegabytes = 16 * 1024 * 1024;
  const names = entryNames(await readAt(file, directoryStart, Math.min(directorySize, sixteenMegabytes)));
  if (!names.includes('[Content_Types].xml')) return looksLikeWord ? 'corrupt' : null;
  return names.some((name) => name.startsWith('word/')) ? 'docx' : null;
}

function entryNames(directory: Buffer): string[] {
  const names: string[] = [];
  const fixedSize = 46;
  for (let at = 0; at + fixedSize <= directory.length;) {
    if (!directory.subarray(at, at + 4).equals(zipEntryMagic)) break;
    const nameEnd = at + fixedSize + directory.readUInt16LE(at + 28);
    names.push(directory.toString('latin1', at + fixedSize, nameEnd));
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}

/**
 * An OLE compound file names its streams in UTF-16 in 128-byte entries of its directory ([MS-CFB] 2.6). The entries are
 * looked for in the whole file rather than by its sector chains: that also tells a damaged one.
 */
async function sniffOle(file: FileHandle): Promise<Sniffed> {
  const word = entryPattern('WordDocument');
  const encrypted = entryPattern('EncryptedPackage');
  const blockSize = 1024 * 1024;
  for (let position = 512; ; position += blockSize) {
    const block = await readAt(file, position, blockSize + 128);
    if (block.length === 0) return null;
    if (findEntry(block, encrypted) >= 0) return 'password_protected';
    const at = findEntry(block, word);
    if (at < 0) continue;
    const firstSector = block.length >= at + 120 ? block.readUInt32LE(at + 116) : 0;
    return (await isEncryptedWord(file, firstSector)) ? 'password_protected' : 'doc';
  }
}

function entryPattern(name: string): Buffer {
  const pattern = Buffer.alloc(66);
  pattern.write(name, 'utf16le');
  pattern.writeUInt16LE((name.length + 1) * 2, 64);
  return pattern;
}

function findEntry(block: Buffer, pattern: Buffer): number {
  for (let at = block.indexOf(pattern); at >= 0; at = block.indexOf(pattern, at + 1)) {
    // Entries lie on multiples of their size, as do our blocks: the same words in a text do not.
    if (at % 128 === 0) return at;
  }
  return -1;
}

/** The stream begins with the FIB; bit 8 of its flags says that the rest is encrypted ([MS-DOC] 2.5.2). */
async function isEncryptedWord(file: FileHandle, firstSector: number): Promise<boolean> {
  const sectorShift = (await readAt(file, 30, 2)).readUInt16LE();
  if (sectorShift !== 9 && sectorShift !== 12) return false;
  const fib = await readAt(file, (firstSector + 1) * 2 ** sectorShift, 12);
  if (fib.length < 12 || fib.readUInt16LE(0) !== 0xa5ec) return false;
  return (fib.readUInt16LE(10) & 0x0100) !== 0;
}
