import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copyPages, type CopiedPages } from '../../convert/pages/copy-pages.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import type { Services } from '../../services.ts';
import type { CopiedPlace } from '../../signing/copied-pdfs.ts';
import type { FindCopied } from '../../signing/packets/lay-out-packet.ts';
import type { PacketSource } from '../../signing/packets/packet-source.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import { keepPacketPdf } from './keep-packet-pdf.ts';

interface CopiedFile extends CopiedPages {
  /** Where the PDF of the copied pages is kept. */
  readonly key: string;
  readonly numbers: readonly number[];
}

/** Copies the pages of files that a packet needs, each file's in one process, and keeps them. */
export async function copyFilePages(
  services: Services,
  source: PacketSource,
): Promise<{ find: FindCopied; pdfOf: (key: string) => Uint8Array }> {
  const files = new Map<string, CopiedFile>();
  for (const [key, numbers] of pagesByFile(source)) files.set(key, await copyFrom(services, key, numbers));
  const pdfs = new Map([...files.values()].map(({ key, pdf }) => [key, pdf]));
  return {
    find: ({ key, number }) => {
      const file = files.get(key);
      const at = file?.numbers.indexOf(number) ?? -1;
      const page = file?.pages[at];
      if (!file || !page) throw new Error('A page of a file was not copied.');
      return { ...page, key: file.key, at };
    },
    pdfOf: (key) => {
      const pdf = pdfs.get(key);
      if (!pdf) throw new Error('The PDF of a copied page is missing.');
      return pdf;
    },
  };
}

function pagesByFile({ documents }: PacketSource): Map<string, number[]> {
  const files = documents.flatMap(({ pages }) => pages.flatMap((page) => ('file' in page ? page.file : [])));
  return new Map(
    [...Map.groupBy(files, ({ key }) => key)].map(([key, pages]) => [
      key,
      [...new Set(pages.map(({ number }) => number))],
    ]),
  );
}

async function copyFrom(services: Services, key: string, numbers: readonly number[]): Promise<CopiedFile> {
  const { objects, settings } = services;
  const folder = await makeWorkFolder(settings.workDir);
  try {
    const sourcePath = join(folder, 'source');
    await pipeline(await objects.get(key), createWriteStream(sourcePath));
    const taken = join(folder, 'taken');
    await mkdir(taken);
    const copied = await copyPages(numbers, taken, { sourcePath, workRoot: settings.workDir });
    return { ...copied, numbers, key: await keepPacketPdf(services, copied.pdf) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads what is under the pages of a finished packet, each PDF once. */
export async function readCopiedPlaces(
  { objects }: Services,
  pages: readonly { sheet: PacketSheet; copied_key: string | null; copied_page: number | null }[],
): Promise<Map<PacketSheet, CopiedPlace>> {
  const pdfs = new Map<string, Uint8Array>();
  const places = new Map<PacketSheet, CopiedPlace>();
  for (const { sheet, copied_key: key, copied_page: page } of pages) {
    if (key === null || page === null) continue;
    const pdf = pdfs.get(key) ?? (await buffer(await objects.get(key)));
    pdfs.set(key, pdf);
    places.set(sheet, { pdf, page });
  }
  return places;
}
