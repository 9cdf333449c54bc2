import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { ConversionError } from './conversion-error.ts';
import { readPdf } from './read-pdf.ts';
import { Slots } from './slots.ts';
import { sniff } from './sniff.ts';
import type { DocumentKind } from './sniff.ts';
import { wordToPdf } from './word-to-pdf.ts';

export type ConvertedDocument = {
  kind: DocumentKind;
  /** The source itself when it was a PDF already. */
  pdfPath: string;
  numPages: number;
  /** One PNG a page, 144 px wide, in page order. */
  thumbnails: string[];
};

export type ConvertDocument = {
  sourcePath: string;
  /** An existing folder for the PDF and the thumbnails; the caller removes it. */
  workDir: string;
  settings: Pick<Settings, 'sofficePath' | 'conversionConcurrency'>;
  signal?: AbortSignal;
};

const mostBytes = 500 * 1024 * 1024;
const wordSlots = new Slots();

/**
 * PDF and thumbnails of one uploaded file, told by its bytes and not by its name. At most `conversionConcurrency`
 * LibreOffices run in this process; further calls wait.
 * @throws {ConversionError}
 */
export async function convertDocument(request: ConvertDocument): Promise<ConvertedDocument> {
  const { sourcePath, workDir, settings, signal } = request;
  if ((await stat(sourcePath)).size > mostBytes) throw new ConversionError('too_large');
  const kind = await sniff(sourcePath);
  if (kind === null) throw new ConversionError('not_a_document');
  if (kind === 'password_protected' || kind === 'corrupt')
    throw new ConversionError(kind, 'told by its first bytes');

  const pdfPath = kind === 'pdf' ? sourcePath : join(workDir, 'converted.pdf');
  if (kind !== 'pdf') {
    await wordSlots.use(settings.conversionConcurrency, () =>
      wordToPdf({ kind, sourcePath, pdfPath, sofficePath: settings.sofficePath, signal }),
    );
  }
  const thumbnailFolder = join(workDir, 'thumbnails');
  await mkdir(thumbnailFolder, { recursive: true });
  const { numPages, thumbnails } = await readPdf(pdfPath, thumbnailFolder, { signal });
  return { kind, pdfPath, numPages, thumbnails };
}
