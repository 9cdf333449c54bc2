import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { namesInZip, placesOf } from '../../../src/contract/rules/closing/download-names.ts';
import type { PlanFile } from '../../../src/contract/rules/closing/download-plan.ts';
import { ConversionError } from '../../convert/conversion-error.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import type { Services } from '../../services.ts';
import { downloadKey } from '../../storage/object-keys.ts';
import { writeZip } from '../../storage/write-zip.ts';
import type { DealDocuments } from './read-documents.ts';
import { StoredPdfs } from './stored-pdfs.ts';
import { writeDocument, type WrittenPdf } from './write-document.ts';

export const PDF_TYPE = 'application/pdf';
export const ZIP_TYPE = 'application/zip';

export interface Download {
  readonly uuid: string;
  readonly documents: DealDocuments;
  readonly files: readonly PlanFile[];
  /** Several documents, or one PDF per person. */
  readonly isZip: boolean;
}

/** A document whose file can't be combined with its signature pages. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}

/**
 * Writes a download to the store, and returns its key. If the download is a single stored PDF, it returns that PDF's key.
 * Files are created one after another, on this machine's disk.
 * @throws {UnreadableDocument} with a sentence for the user
 */
export async function writeDownload(
  services: Pick<Services, 'objects' | 'settings' | 'now'>,
  { uuid, documents, files, isZip }: Download,
  signal?: AbortSignal,
): Promise<string> {
  const { objects, settings } = services;
  const folder = await makeWorkFolder(settings.workDir);
  const pdfs = new StoredPdfs(objects);
  const at = services.now();
  const names = files.map((file) => nameOf(file, documents));
  const write = async (file: PlanFile, name: string, inside: string): Promise<WrittenPdf> => {
    signal?.throwIfAborted();
    const asSent = 'human' in file.of;
    const writing = { services, documents, pdfs, folder: inside, title: name, at, asSent };
    return writeDocument(file.parts, signal ? { ...writing, signal } : writing).catch((error: unknown) => {
      if (!(error instanceof ConversionError)) throw error;
      const sentence = `“${name}” can’t be combined with its signature pages. Download its original PDF instead.`;
      throw new UnreadableDocument(sentence, { cause: error });
    });
  };
  const key = downloadKey(uuid);
  try {
    const [first] = files;
    if (!isZip && first) {
      const written = await write(first, names[0] ?? '', folder);
      if ('key' in written) return written.key;
      await objects.put(key, written, PDF_TYPE);
      return key;
    }
    const path = join(folder, 'download.zip');
    const places = placesOf(documents.items);
    const inZip = namesInZip(
      files.map(({ of }, at) => ({
        name: names[at] ?? '',
        place: 'item' in of ? places.get(of.item) : undefined,
      })),
    );
    const entries = async function* () {
      for (const [index, file] of files.entries()) {
        const inside = join(folder, String(index));
        await mkdir(inside);
        const written = await write(file, names[index] ?? '', inside);
        const bytes = 'key' in written ? await objects.get(written.key) : createReadStream(written.path);
        yield { name: inZip[index] ?? '', bytes };
        await rm(inside, { recursive: true, force: true });
      }
    };
    await writeZip(path, at, entries());
    await objects.put(key, { path, size: (await stat(path)).size }, ZIP_TYPE);
    return key;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function nameOf({ of }: PlanFile, { names, itemNames }: DealDocuments): string {
  return ('human' in of ? names.get(of.human) : itemNames.get(of.item)) ?? '';
}
