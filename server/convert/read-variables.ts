import type { FileHandle } from 'node:fs/promises';
import { VariableFinder } from './find-variable.ts';
import { readZipDirectory, unpack } from './zip-directory.ts';

/** The parts of a Word file that people write in (ECMA-376 part 1, 11.3). */
const WRITTEN = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;

/** What is looked at of a file, bytes unpacked: a small file can be made that unpacks to more than any machine has. */
const READ_MOST = 64 * 1024 * 1024;

/**
 * Whether a Word file names custom keys as `{{key}}` (docs/product/documents.md, "Custom fields"). A file that cannot be read names
 * none: its conversion says what is wrong with it. Runs in a reader process only.
 */
export async function hasVariables(file: FileHandle, size: number): Promise<boolean> {
  let left = READ_MOST;
  for (const entry of (await readZipDirectory(file, size)) ?? []) {
    if (!WRITTEN.test(entry.name)) continue;
    const finder = new VariableFinder();
    const decoder = new TextDecoder();
    for await (const chunk of unpack(file, entry)) {
      left -= chunk.length;
      // What a file claims about its sizes need not be so.
      if (left < 0) return false;
      finder.add(decoder.decode(chunk, { stream: true }));
      if (finder.found) return true;
    }
  }
  return false;
}
