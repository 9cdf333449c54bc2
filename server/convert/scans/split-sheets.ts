import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { ConversionError } from '../conversion-error.ts';
import { runReader, type Reader, type ReaderOptions } from '../readers/run-reader.ts';
import { cornersOf } from './fit-page.ts';
import type { SheetPart } from './plan-parts.ts';
import type { ReadPage } from './read-scan.ts';
import { partPdfName, partPictureName } from './scanned-pages.ts';
import type { SplitRequest } from './split-request.ts';

const number = z.number();
const splitSchema = z.array(
  z.object({ matrix: z.tuple([number, number, number, number, number, number]), isBlank: z.boolean() }),
);

const splitter: Reader<z.infer<typeof splitSchema>> = {
  program: fileURLToPath(import.meta.resolve('./split-sheets-process.ts')),
  result: splitSchema,
  limits: {
    wallSeconds: 300,
    cpuSeconds: 600,
    memoryMegabytes: 3072,
    fileMegabytes: 512,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 512,
  keepsSpare: false,
};

/** A page of a returned file: a sheet, or one of its pages (`part`, from 1). */
export type PageOrPart = ReadPage & {
  part: number;
  /** A sheet that has room for several pages but couldn't be split. */
  isShared?: boolean;
};

/**
 * Cuts a sheet into its pages and straightens them, in a separate process with limits. Each page contains nothing of the
 * others, because it is a picture of its place on the sheet. A place without a readable code is a page unless it is empty.
 * @param folder exists, and is the caller's to remove
 * @throws {ConversionError}
 */
export async function splitSheet(
  sheet: ReadPage,
  parts: readonly SheetPart[],
  folder: string,
  options: ReaderOptions,
): Promise<PageOrPart[]> {
  const request: SplitRequest = {
    page: sheet.page,
    turns: sheet.turns,
    parts: parts.map(({ fit, sent: { width, height } }) => ({ fit: [...fit], width, height })),
  };
  return runReader(splitter, { ...options, request }, async (split, sandbox) => {
    const take = async (name: string) => {
      const path = join(folder, name);
      if (!(await sandbox.take(name, path))) throw new ConversionError('reader_failed', `${name} is missing`);
      return { path, size: (await stat(path)).size };
    };
    const pages: PageOrPart[] = [];
    for (const [at, { code, sent, found }] of parts.entries()) {
      const { matrix, isBlank } = split[at] ?? {};
      if (!matrix) throw new ConversionError('reader_failed', 'A part is missing.');
      if (code === null && isBlank) continue;
      const made = at + 1;
      pages.push({
        page: sheet.page,
        part: pages.length + 1,
        width: sent.width,
        height: sent.height,
        matrix,
        turns: 0,
        isBlank: false,
        isDrawn: true,
        // After straightening, its codes are where they were printed.
        codes: sent.codes
          .filter(({ text }) => text === code)
          .slice(0, found)
          .map((box) => ({ text: box.text, by: 'code', corners: cornersOf(box) })),
        // It is a picture.
        text: '',
        pdf: await take(partPdfName(sheet.page, made)),
        picture: await take(partPictureName(sheet.page, made)),
      });
    }
    return pages;
  });
}
