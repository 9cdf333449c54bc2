import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { ConversionError } from '../conversion-error.ts';
import { JOINED, type PageRange } from './joined-pdf.ts';
import { runReader, type Reader } from '../readers/run-reader.ts';

const joiner: Reader<{ pages: number }> = {
  program: fileURLToPath(import.meta.resolve('./join-pdfs-process.ts')),
  result: z.object({ pages: z.int().positive() }),
  limits: {
    wallSeconds: 600,
    cpuSeconds: 600,
    memoryMegabytes: 4096,
    fileMegabytes: 2048,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 512,
  keepsSpare: false,
};

/**
 * Joins pages of PDFs into one, in a separate process with limits. Annotations and filled-in fields become part of the pages;
 * links, scripts and bookmarks are left out.
 * @param paths the PDFs
 * @param ranges the pages in their order
 * @param to where the joined PDF is written
 * @throws {ConversionError}
 */
export async function joinPdfs(
  paths: readonly string[],
  ranges: readonly PageRange[],
  to: string,
  options: { workRoot: string | undefined; signal?: AbortSignal | undefined },
): Promise<{ pages: number; size: number }> {
  const [sourcePath, ...otherPaths] = paths;
  if (sourcePath === undefined) throw new Error('There is nothing to join.');
  const request = ranges.map((range) => ({ ...range }));
  return runReader(joiner, { ...options, sourcePath, otherPaths, request }, async ({ pages }, sandbox) => {
    if (!(await sandbox.take(JOINED, to))) throw new ConversionError('reader_failed', 'the PDF is missing');
    return { pages, size: (await stat(to)).size };
  });
}
