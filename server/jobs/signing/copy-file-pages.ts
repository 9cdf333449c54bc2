import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copyPages, type CopiedPages } from '../../convert/pages/copy-pages.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import type { Services } from '../../services.ts';
import type { CopiedPlace } from '../../signing/copied-place.ts';
import type { FindCopied } from '../../signing/packets/lay-out-packet.ts';
import type { FilePage, PacketSource } from '../../signing/packets/packet-source.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import { FilledFiles } from './fill-file-pages.ts';
import { keepPacketPdf } from './keep-packet-pdf.ts';

interface CopiedFile extends CopiedPages {
  /** The location of the copied pages' PDF. */
  readonly key: string;
  readonly numbers: readonly number[];
}

/**
 * Copies the file pages that a packet needs, using one process per file, and stores them. Pages with fields are filled in for
 * their signers.
 */
export async function copyFilePages(
  services: Services,
  source: PacketSource,
  signal: AbortSignal,
): Promise<{ find: FindCopied; pdfOf: (key: string) => Uint8Array }> {
  const documents = source.documents.flatMap(({ name, pages: all }) => {
    const pages = all.flatMap((page) => ('file' in page ? page : []));
    return pages.length === 0 ? [] : [{ name, pages }];
  });
  const files = new Map<string, CopiedFile>();
  for (const [key, asked] of pagesByFile(documents.flatMap(({ pages }) => pages)))
    files.set(key, await copyFrom(services, key, { ...asked, signal }));
  const pdfs = new Map([...files.values()].map(({ key, pdf }) => [key, pdf]));
  const copies = new Map<FilePage, ReturnType<FindCopied>>();
  for (const { name, pages } of documents) {
    // Each document has its own folder, so that the filled files of only one document are on the disk at a time.
    const filledFiles = await FilledFiles.open(services, signal);
    try {
      for (const page of pages) {
        const file = files.get(page.file.key);
        const plain = pageIn(file, page.file.number);
        const onOthers = file?.hasFieldsOnOthers ?? false;
        const filled = await filledFiles.copiesOf(page, { document: name, text: plain.text, onOthers });
        for (const { filled: made } of filled) if (made) pdfs.set(made.key, made.pdf);
        copies.set(
          page,
          filled.map(({ filled: made, ...group }) => ({ ...group, copied: made ? pageIn(made, 1) : plain })),
        );
      }
    } finally {
      await filledFiles.close();
    }
  }
  return {
    find: (page) => {
      const found = copies.get(page);
      if (!found) throw new Error('A page of a file was not copied.');
      return found;
    },
    pdfOf: (key) => {
      const pdf = pdfs.get(key);
      if (!pdf) throw new Error('The PDF of a copied page is missing.');
      return pdf;
    },
  };
}

function pageIn(file: CopiedFile | undefined, number: number) {
  const at = file?.numbers.indexOf(number) ?? -1;
  const page = file?.pages[at];
  if (!file || !page) throw new Error('A page of a file was not copied.');
  return { ...page, key: file.key, at };
}

interface AskedPages {
  readonly numbers: readonly number[];
  readonly findsFields: boolean;
}

function pagesByFile(pages: readonly FilePage[]): Map<string, AskedPages> {
  const files = pages.map(({ file }) => file);
  return new Map(
    [...Map.groupBy(files, ({ key }) => key)].map(([key, among]) => [
      key,
      {
        numbers: [...new Set(among.map(({ number }) => number))],
        findsFields: among.some(({ word }) => word !== undefined),
      },
    ]),
  );
}

async function copyFrom(
  services: Services,
  key: string,
  { numbers, findsFields, signal }: AskedPages & { signal: AbortSignal },
): Promise<CopiedFile> {
  const { objects, settings } = services;
  const folder = await makeWorkFolder(settings.workDir);
  try {
    const sourcePath = join(folder, 'source');
    await pipeline(await objects.get(key), createWriteStream(sourcePath), { signal });
    const taken = join(folder, 'taken');
    await mkdir(taken);
    const options = { sourcePath, workRoot: settings.workDir, signal, findsFields };
    const copied = await copyPages(numbers, taken, options);
    return { ...copied, numbers, key: await keepPacketPdf(services, copied.pdf) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the file pages underneath the pages of a finished packet, each PDF once. */
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
