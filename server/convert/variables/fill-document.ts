import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { ConversionError } from '../conversion-error.ts';
import { runReader, type Reader, type ReaderOptions } from '../readers/run-reader.ts';
import { FILLED, type FilledFacts } from './filled-document.ts';

const filler: Reader<FilledFacts> = {
  program: fileURLToPath(import.meta.resolve('./fill-document-process.ts')),
  result: z.object({ numVariables: z.int() }),
  limits: {
    wallSeconds: 60,
    cpuSeconds: 30,
    memoryMegabytes: 1536,
    fileMegabytes: 640,
    processes: 64,
    openFiles: 64,
  },
  heapMegabytes: 512,
  keepsSpare: false,
};

/**
 * Replaces each `{{key}}` in a Word file with its value, or with a line to fill in, in a separate process with limits.
 * @param values by key, ignoring case
 * @param folder exists, and is the caller's to remove
 * @returns the path of the filled file
 * @throws {ConversionError}
 */
export async function fillDocument(
  values: Readonly<Record<string, string>>,
  folder: string,
  options: ReaderOptions,
): Promise<FilledFacts & { path: string }> {
  return runReader(filler, { ...options, request: { values } }, async (facts, sandbox) => {
    const path = join(folder, FILLED);
    if (!(await sandbox.take(FILLED, path)))
      throw new ConversionError('reader_failed', `${FILLED} is missing`);
    return { ...facts, path };
  });
}
