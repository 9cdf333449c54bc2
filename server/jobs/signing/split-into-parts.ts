import { ConversionError } from '../../convert/conversion-error.ts';
import type { ReaderOptions } from '../../convert/readers/run-reader.ts';
import { planParts, type SheetPart } from '../../convert/scans/plan-parts.ts';
import type { ReadPage } from '../../convert/scans/read-scan.ts';
import { splitSheet, type PageOrPart } from '../../convert/scans/split-sheets.ts';
import { log } from '../../log.ts';
import type { Services } from '../../services.ts';

/** Replaces sheets that show several pages with these pages. A sheet that can't be split stays as it is. */
export async function splitIntoParts(
  services: Services,
  sheets: readonly ReadPage[],
  folder: string,
  options: ReaderOptions,
): Promise<PageOrPart[]> {
  const pages: PageOrPart[] = [];
  for (const sheet of sheets) {
    const parts = await planFor(services, sheet);
    if (parts) pages.push(...(await split(sheet, parts, folder, options)));
    else pages.push({ ...sheet, part: 0 });
  }
  return pages;
}

async function planFor({ db }: Services, sheet: ReadPage): Promise<SheetPart[] | null> {
  const texts = [...new Set(sheet.codes.flatMap(({ by, text }) => (by === 'code' ? [text] : [])))];
  if (texts.length === 0) return null;
  const rows = await db
    .selectFrom('packet_pages')
    .select(['code', 'sheet'])
    .where('code', 'in', texts)
    .execute();
  return planParts(sheet, new Map(rows.flatMap((row) => (row.code === null ? [] : [[row.code, row.sheet]]))));
}

async function split(
  sheet: ReadPage,
  parts: readonly SheetPart[],
  folder: string,
  options: ReaderOptions,
): Promise<PageOrPart[]> {
  try {
    const pages = await splitSheet(sheet, parts, folder, options);
    // A small page on a large sheet of paper stays as it is.
    return pages.length > 1 ? pages : [{ ...sheet, part: 0 }];
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof ConversionError)) throw error;
    log.warn({ page: sheet.page, err: error }, 'a sheet with several pages was not split');
    return [{ ...sheet, part: 0, isShared: true }];
  }
}
