import { openAsBlob } from 'node:fs';
import { BlobReader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { variablesIn } from '../../src/contract/rules/variables.ts';

/** The parts of a Word file that people write in (ECMA-376 part 1, 11.3). */
const WRITTEN = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;

/** What is looked at of a file, bytes unpacked: a small file can be made that unpacks to more than any machine has. */
const READ_MOST = 64 * 1024 * 1024;

/**
 * Whether a Word file names custom keys as `{{key}}` (domain "A signature page on paper"). Word cuts a text into runs as it
 * likes, so its tags are left out first. A file that cannot be read names none: its conversion says what is wrong with it.
 */
export async function hasVariables(path: string): Promise<boolean> {
  const reader = new ZipReader(new BlobReader(await openAsBlob(path)), { useWebWorkers: false });
  try {
    let left = READ_MOST;
    for (const entry of await reader.getEntries()) {
      if (entry.directory || !WRITTEN.test(entry.filename) || entry.uncompressedSize > left) continue;
      left -= entry.uncompressedSize;
      if (variablesIn(await textOf(entry)).length > 0) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    await reader.close();
  }
}

/** @throws {Error} where it unpacks to more than is looked at: what a file says of its sizes need not be so. */
async function textOf(entry: FileEntry): Promise<string> {
  const decoder = new TextDecoder();
  let xml = '';
  const kept = new WritableStream<Uint8Array>({
    write(chunk) {
      xml += decoder.decode(chunk, { stream: true });
      if (xml.length > READ_MOST) throw new Error('It unpacks to more than it says.');
    },
  });
  await entry.getData(kept);
  return xml.replaceAll(/<[^>]*>/g, '');
}
