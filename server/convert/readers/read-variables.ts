import type { FileHandle } from 'node:fs/promises';
import { VariableFinder } from './find-variable.ts';
import { readZipDirectory, unpack } from './zip-directory.ts';

/** The parts of a Word file that contain text (ECMA-376 part 1, 11.3). */
export const WRITTEN = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;

/** The limit of unpacked bytes to read: a small file can unpack to more than any machine has. */
export const READ_MOST = 64 * 1024 * 1024;

/**
 * Returns whether a Word file names custom keys as `{{key}}` (docs/product/documents.md, "Custom fields"). An unreadable
 * file names none: its conversion reports the problem. Runs only in a reader process.
 */
export async function hasVariables(file: FileHandle, size: number): Promise<boolean> {
  let left = READ_MOST;
  for (const entry of (await readZipDirectory(file, size)) ?? []) {
    if (!WRITTEN.test(entry.name)) continue;
    const finder = new VariableFinder();
    const decoder = new TextDecoder();
    for await (const chunk of unpack(file, entry)) {
      left -= chunk.length;
      // A file's claims about its sizes may be false.
      if (left < 0) return false;
      finder.add(decoder.decode(chunk, { stream: true }));
      if (finder.found) return true;
    }
  }
  return false;
}
