import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { ConversionError } from '../conversion-error.ts';
import { textAroundVariables } from '../variables/filled-page.ts';
import { COPIED, pictureName, type CopiedPage } from './copied-pages.ts';
import { runReader, type Reader, type ReaderOptions } from '../readers/run-reader.ts';

const piece = z.object({
  text: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
const number = z.number();
const copiedSchema = z.object({
  pages: z.array(
    z.object({
      width: z.number().positive(),
      height: z.number().positive(),
      matrix: z.tuple([number, number, number, number, number, number]),
      isBlank: z.array(z.boolean()),
      text: z.string(),
      pieces: z.array(piece),
    }),
  ),
  hasFieldsOnOthers: z.boolean(),
});

const pageCopier: Reader<{ pages: CopiedPage[]; hasFieldsOnOthers: boolean }> = {
  program: fileURLToPath(import.meta.resolve('./copy-pages-process.ts')),
  result: copiedSchema,
  limits: {
    wallSeconds: 300,
    cpuSeconds: 300,
    memoryMegabytes: 3072,
    fileMegabytes: 512,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 512,
  keepsSpare: false,
};

/** Copied pages: one PDF with all of them, and the content and picture (WebP) of each. */
export interface CopiedPages {
  pdf: Uint8Array;
  pages: (CopiedPage & { picture: Uint8Array })[];
  /** Whether other pages of the PDF have fields such as {{Amount}}. False unless `findsFields` is on. */
  hasFieldsOnOthers: boolean;
}

/**
 * Copies pages of a PDF as they are, in a separate process with limits. The result was written by PDFium, not by the uploaded
 * file's author.
 * @param numbers from 1
 * @param options with `findsFields`, all other pages are searched for fields
 * @param folder exists, and is the caller's to remove
 * @throws {ConversionError}
 */
export async function copyPages(
  numbers: readonly number[],
  folder: string,
  { findsFields, ...options }: ReaderOptions & { findsFields: boolean },
): Promise<CopiedPages> {
  const copied = await copyAsked({ numbers, findsFields }, folder, options);
  if (copied.pages.length !== numbers.length) throw new ConversionError('reader_failed', 'a page is missing');
  return copied;
}

/**
 * Does the same for a page whose fields were filled in, which may have changed the page's number.
 * @param text the page's text before its fields were filled in
 * @returns null if no page has all of the text
 * @throws {ConversionError}
 */
export async function copyFilledPage(
  { number, text }: { number: number; text: string },
  folder: string,
  options: ReaderOptions,
): Promise<CopiedPages | null> {
  const asked = { near: number, aroundVariables: textAroundVariables(text) };
  const copied = await copyAsked(asked, folder, options);
  return copied.pages.length === 0 ? null : copied;
}

async function copyAsked(request: unknown, folder: string, options: ReaderOptions): Promise<CopiedPages> {
  return runReader(pageCopier, { ...options, request }, async ({ pages, hasFieldsOnOthers }, sandbox) => {
    const take = async (name: string): Promise<Uint8Array> => {
      const path = join(folder, name);
      if (!(await sandbox.take(name, path))) throw new ConversionError('reader_failed', `${name} is missing`);
      return readFile(path);
    };
    const seen = [];
    for (const [at, page] of pages.entries()) seen.push({ ...page, picture: await take(pictureName(at)) });
    return { pdf: await take(COPIED), pages: seen, hasFieldsOnOthers };
  });
}
