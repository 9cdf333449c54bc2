import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { ConversionError } from '../conversion-error.ts';
import { runReader, type Reader, type ReaderOptions } from './run-reader.ts';
import { MOST_LIKELY_PAGES, MOST_PAGES, thumbnailName } from '../thumbnails.ts';

const drawnSchema = z.object({
  numPages: z.int().min(1).max(MOST_PAGES),
  likelySignaturePages: z.array(z.int().min(1).max(MOST_PAGES)).max(MOST_LIKELY_PAGES),
});
type DrawnPages = z.infer<typeof drawnSchema>;

export type PdfReading = DrawnPages & { thumbnails: string[] };

const pdfReader: Reader<DrawnPages> = {
  program: fileURLToPath(import.meta.resolve('./read-pdf-process.ts')),
  result: drawnSchema,
  // A page of text takes about 4 ms, and a file has at most 5,000. A reader that draws in several threads may use more than
  // one processor.
  limits: {
    wallSeconds: 1800,
    cpuSeconds: 3600,
    memoryMegabytes: 3072,
    fileMegabytes: 64,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 512,
  // Loading PDFium takes longer than reading a short file.
  keepsSpare: true,
};

/**
 * Counts and draws the pages of a PDF in a separate process with limits: with a malicious file, PDFium may loop, crash
 * or use up memory.
 * @param thumbnailFolder exists; gets `page-00001.png` and so on, 144 px wide
 * @throws {ConversionError} any other error is the machine's fault
 */
export async function readPdf(thumbnailFolder: string, options: ReaderOptions): Promise<PdfReading> {
  return runReader(pdfReader, options, async ({ numPages, likelySignaturePages }, sandbox) => {
    const thumbnails: string[] = [];
    for (let page = 1; page <= numPages; page += 1) {
      const name = thumbnailName(page);
      const path = join(thumbnailFolder, name);
      if (!(await sandbox.take(name, path))) throw new ConversionError('reader_failed', `${name} is missing`);
      thumbnails.push(path);
    }
    return { numPages, likelySignaturePages, thumbnails };
  });
}
