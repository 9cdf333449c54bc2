import type { FileHandle } from 'node:fs/promises';
import { ENTRIES_MAX, readAt, readZipDirectory, unpack, type ZipEntry } from './zip-directory.ts';

export type DocumentKind = 'pdf' | 'doc' | 'docx';

/** The kind of file that the bytes show, whatever its name. Null = none of the three. */
export type Sniffed = DocumentKind | 'password_protected' | 'corrupt' | 'unpacks_too_large' | null;

const oleMagic = Buffer.from('D0CF11E0A1B11AE1', 'hex');
const zipMagic = Buffer.from('504B0304', 'hex');

/** PDF readers allow this much before the header. */
const headBytes = 1024;

/**
 * The limit for all unpacked entries of a Word document: pictures fill most of a large one, and are already
 * compressed.
 */
const UNPACKED_MAX = 1024 * 1024 * 1024 - 1;

/** The limit for one unpacked part of a Word document: the text of 10,000 pages takes some 100 MB of XML. */
const XML_MAX = 256 * 1024 * 1024;

/** The maximum number of bytes to unpack when checking whether a file tells the truth about its sizes. */
const UNPACKED_HERE_MAX = 64 * 1024 * 1024;

/**
 * Recognizes PDF, Word 97 and Word 2007 documents by their bytes. It reads each byte at most once, and of a Word 2007
 * document only enough to show that it is not a zip bomb. Runs only in a reader process.
 */
export async function sniff(file: FileHandle, size: number): Promise<Sniffed> {
  const head = await readAt(file, 0, headBytes);
  if (head.includes('%PDF-')) return 'pdf';
  if (head.subarray(0, 8).equals(oleMagic)) return sniffOle(file);
  if (head.subarray(0, 4).equals(zipMagic)) return sniffZip(file, head, size);
  return null;
}

async function sniffZip(file: FileHandle, head: Buffer, size: number): Promise<Sniffed> {
  const looksLikeWord = head.includes('[Content_Types].xml') || head.includes('word/');
  const entries = await readZipDirectory(file, size);
  if (!entries?.some(({ name }) => name === '[Content_Types].xml')) return looksLikeWord ? 'corrupt' : null;
  if (!entries.some(({ name }) => name.startsWith('word/'))) return null;
  return (await unpacksTooLarge(file, entries)) ? 'unpacks_too_large' : 'docx';
}

async function unpacksTooLarge(file: FileHandle, entries: readonly ZipEntry[]): Promise<boolean> {
  if (entries.length > ENTRIES_MAX) return true;
  const parts = entries.filter(({ name }) => /\.(xml|rels)$/.test(name));
  if (entries.reduce((sum, { size }) => sum + size, 0) > UNPACKED_MAX) return true;
  if (parts.some(({ size }) => size > XML_MAX)) return true;
  let left = UNPACKED_HERE_MAX;
  for (const part of parts) {
    let unpacked = 0;
    for await (const chunk of unpack(file, part)) {
      unpacked += chunk.length;
      left -= chunk.length;
      if (unpacked > part.size) return true;
      if (left < 0) return false;
    }
  }
  return false;
}

/**
 * Recognizes an OLE compound file by the names of its streams, in UTF-16 in 128-byte entries of its directory ([MS-CFB]
 * 2.6). Searches the whole file rather than its sector chains, which also recognizes a damaged one.
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
    // Entries start at multiples of their size, as our blocks do; the same words in a text don't.
    if (at % 128 === 0) return at;
  }
  return -1;
}

/**
 * Returns whether a Word document is encrypted: its stream begins with the FIB, and bit 8 of the FIB's flags says so
 * ([MS-DOC] 2.5.2).
 */
async function isEncryptedWord(file: FileHandle, firstSector: number): Promise<boolean> {
  const sectorShift = (await readAt(file, 30, 2)).readUInt16LE();
  if (sectorShift !== 9 && sectorShift !== 12) return false;
  const fib = await readAt(file, (firstSector + 1) * 2 ** sectorShift, 12);
  if (fib.length < 12 || fib.readUInt16LE(0) !== 0xa5ec) return false;
  return (fib.readUInt16LE(10) & 0x0100) !== 0;
}
