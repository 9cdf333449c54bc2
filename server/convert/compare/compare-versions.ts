import { fileURLToPath } from 'node:url';
import { runReader, type Reader } from '../readers/run-reader.ts';
import { comparedVersionsSchema, type ComparedVersions } from './compared-versions.ts';

const comparer: Reader<ComparedVersions> = {
  program: fileURLToPath(import.meta.resolve('./compare-versions-process.ts')),
  result: comparedVersionsSchema,
  limits: {
    wallSeconds: 600,
    cpuSeconds: 600,
    memoryMegabytes: 3072,
    fileMegabytes: 1,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 768,
  keepsSpare: false,
};

/**
 * Compares two PDFs page by page, by their words and their pictures, in a separate process with limits.
 * @throws {ConversionError}
 */
export async function compareVersions(
  paths: { before: string; after: string },
  options: { workRoot: string | undefined; signal: AbortSignal },
): Promise<ComparedVersions> {
  const { before: sourcePath, after } = paths;
  return runReader(comparer, { ...options, sourcePath, otherPaths: [after] }, async (compared) => compared);
}
