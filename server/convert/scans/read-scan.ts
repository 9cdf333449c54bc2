import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { SCANNED_PAGES_MAX } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import { ConversionError } from '../conversion-error.ts';
import { runReader, type Reader, type ReaderOptions } from '../readers/run-reader.ts';
import {
  MOST_TEXT,
  scanPdfName,
  scanPictureName,
  type ScannedPage,
  type ScanRequest,
} from './scanned-pages.ts';

const point = z.object({ x: z.number(), y: z.number() });
const number = z.number();
const scanSchema = z.object({
  numPages: z.int().min(1).max(SCANNED_PAGES_MAX),
  pages: z.array(
    z.object({
      page: z.int().min(1).max(SCANNED_PAGES_MAX),
      width: z.number().positive(),
      height: z.number().positive(),
      matrix: z.tuple([number, number, number, number, number, number]),
      turns: z.int().min(0).max(3),
      isBlank: z.boolean(),
      isDrawn: z.boolean(),
      codes: z
        .array(
          z.object({
            text: z.string().max(50),
            by: z.enum(['code', 'text']),
            corners: z.array(point).length(4).nullable(),
          }),
        )
        .max(20),
      text: z.string().max(MOST_TEXT),
    }),
  ),
});
type ReadScan = z.infer<typeof scanSchema>;

const scanReader: Reader<ReadScan> = {
  program: fileURLToPath(import.meta.resolve('./read-scan-process.ts')),
  result: scanSchema,
  limits: {
    wallSeconds: 900,
    cpuSeconds: 1800,
    memoryMegabytes: 3072,
    fileMegabytes: 512,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 512,
  keepsSpare: false,
};

/** A file in the caller's folder. */
type ReadFile = { path: string; size: number };

/** A page of a scan, with its own PDF and its picture (WebP). Both are null if it can't be drawn. */
export type ReadPage = ScannedPage & { pdf: ReadFile | null; picture: ReadFile | null };

/**
 * Reads some pages of a scan in a separate process with limits: their content, their codes, and each as an upright PDF and
 * picture. The result was written by PDFium and sharp, not by the uploaded file's author.
 * @param folder exists, and is the caller's to remove
 * @throws {ConversionError}
 */
export async function readScan(
  request: ScanRequest,
  folder: string,
  options: ReaderOptions,
): Promise<{ numPages: number; pages: ReadPage[] }> {
  return runReader(scanReader, { ...options, request }, async ({ numPages, pages }, sandbox) => {
    const take = async (name: string): Promise<ReadFile> => {
      const path = join(folder, name);
      if (!(await sandbox.take(name, path))) throw new ConversionError('reader_failed', `${name} is missing`);
      return { path, size: (await stat(path)).size };
    };
    const read: ReadPage[] = [];
    for (const page of pages) {
      const { isDrawn, page: number } = page;
      read.push({
        ...page,
        pdf: isDrawn ? await take(scanPdfName(number)) : null,
        picture: isDrawn ? await take(scanPictureName(number)) : null,
      });
    }
    return { numPages, pages: read };
  });
}
