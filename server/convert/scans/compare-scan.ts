import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { INK_WARNINGS, type InkWarning } from '../../../src/contract/rules/signing/scanned-page.ts';
import type { ComparedPage } from './compared-pages.ts';
import { runReader, type Reader, type ReaderOptions } from '../readers/run-reader.ts';

const comparedSchema = z.array(
  z.object({ page: z.int().positive(), warnings: z.array(z.enum(INK_WARNINGS)) }),
);

const comparer: Reader<z.infer<typeof comparedSchema>> = {
  program: fileURLToPath(import.meta.resolve('./compare-scan-process.ts')),
  result: comparedSchema,
  limits: {
    wallSeconds: 600,
    cpuSeconds: 600,
    memoryMegabytes: 3072,
    fileMegabytes: 1,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 512,
  keepsSpare: false,
};

/**
 * Compares pages of a scan with the pages that were sent, in a limited process of its own. Returns the warnings for each page.
 * @throws {ConversionError}
 */
export async function compareScan(
  pages: readonly ComparedPage[],
  options: ReaderOptions,
): Promise<ReadonlyMap<number, InkWarning[]>> {
  return runReader(
    comparer,
    { ...options, request: pages },
    async (compared) => new Map(compared.map(({ page, warnings }) => [page, warnings])),
  );
}
