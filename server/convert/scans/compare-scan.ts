import { fileURLToPath } from 'node:url';
import { scanComparisonsSchema, type ComparedPage, type ScanComparison } from './compared-pages.ts';
import { runReader, type Reader, type ReaderOptions } from '../readers/run-reader.ts';

const comparer: Reader<ScanComparison[]> = {
  program: fileURLToPath(import.meta.resolve('./compare-scan-process.ts')),
  result: scanComparisonsSchema,
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
 * Compares pages of a scan with the pages that were sent, in a separate process with limits. Returns what was found on each page.
 * @throws {ConversionError}
 */
export async function compareScan(
  pages: readonly ComparedPage[],
  options: ReaderOptions,
): Promise<ReadonlyMap<number, ScanComparison>> {
  return runReader(
    comparer,
    { ...options, request: pages },
    async (compared) => new Map(compared.map((each) => [each.page, each])),
  );
}
