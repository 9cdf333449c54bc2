import { readFile, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { concat, type Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import { ConversionError } from '../../convert/conversion-error.ts';
import { runReader, type Reader } from '../../convert/readers/run-reader.ts';
import { PLACED } from './placed-seal.ts';

/** A seal takes 50 kB, and the first page's dictionary a few more. */
const MOST_BYTES = 16 * 1024 * 1024;

const sealPlacer: Reader<unknown> = {
  program: fileURLToPath(import.meta.resolve('./place-seal-process.ts')),
  result: z.object({}),
  limits: {
    wallSeconds: 300,
    cpuSeconds: 300,
    memoryMegabytes: 2048,
    fileMegabytes: 32,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 1024,
  keepsSpare: false,
};

/**
 * Does `placeSeal` for a file of any size, in a separate process with limits: what others have written into a PDF is never parsed in this
 * one.
 * @param path the PDF, which stays as it is
 * @returns what has to be appended to it
 * @throws {ConversionError}
 */
export async function placeSealInProcess(
  path: string,
  { at, reason }: { at: Date; reason: string | null },
  options: { workRoot: string | undefined; signal?: AbortSignal | undefined },
): Promise<Bytes> {
  const request = { at: at.toISOString(), reason };
  return runReader(sealPlacer, { ...options, sourcePath: path, request }, async (_, sandbox) => {
    const to = `${path}.update`;
    if (!(await sandbox.take(PLACED, to))) throw new ConversionError('reader_failed', 'the seal is missing');
    try {
      if ((await stat(to)).size > MOST_BYTES)
        throw new ConversionError('reader_failed', 'the seal is too large');
      return concat([await readFile(to)]);
    } finally {
      await rm(to, { force: true });
    }
  });
}
