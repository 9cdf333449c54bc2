import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { ConversionError } from './conversion-error.ts';
import { inspectFile } from './readers/inspect-file.ts';
import { readPdf } from './readers/read-pdf.ts';
import type { DocumentKind } from './readers/sniff.ts';
import { wordToPdf } from './word-to-pdf.ts';

export type ConvertedDocument = {
  kind: DocumentKind;
  /** The source itself if it is already a PDF. */
  pdfPath: string;
  numPages: number;
  /** The numbers of pages that look like signature pages. */
  likelySignaturePages: number[];
  /** One PNG per page, 144 px wide, in page order. */
  thumbnails: string[];
};

export type ConvertDocument = {
  sourcePath: string;
  /** An existing folder for the PDF and the thumbnails; the caller removes it. */
  workDir: string;
  settings: Pick<Settings, 'sofficePath' | 'conversionSeconds' | 'workDir'>;
  signal?: AbortSignal;
};

const mostBytes = 500 * 1024 * 1024;

/**
 * Creates the PDF and thumbnails of one uploaded file, which is recognized by its bytes and not by its name. All of it takes
 * at most `conversionSeconds`, however many pages the file has.
 * @throws {ConversionError}
 */
export async function convertDocument(request: ConvertDocument): Promise<ConvertedDocument> {
  const deadline = AbortSignal.timeout(request.settings.conversionSeconds * 1000);
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  try {
    return await convert({ ...request, signal });
  } catch (error) {
    if (!deadline.aborted || request.signal?.aborted === true) throw error;
    throw new ConversionError('timed_out', String(error));
  }
}

async function convert({
  sourcePath,
  workDir,
  settings,
  signal,
}: ConvertDocument): Promise<ConvertedDocument> {
  if ((await stat(sourcePath)).size > mostBytes) throw new ConversionError('too_large');
  const reading = { workRoot: settings.workDir, signal, wallSeconds: settings.conversionSeconds };
  const { sniffed: kind } = await inspectFile({ ...reading, sourcePath });
  if (kind === null) throw new ConversionError('not_a_document');
  if (kind === 'password_protected' || kind === 'corrupt' || kind === 'unpacks_too_large')
    throw new ConversionError(kind, 'found when the file was inspected');

  const pdfPath = kind === 'pdf' ? sourcePath : join(workDir, 'converted.pdf');
  if (kind !== 'pdf') {
    const limits = { wallSeconds: settings.conversionSeconds, cpuSeconds: settings.conversionSeconds };
    const word = { kind, sourcePath, pdfPath, sofficePath: settings.sofficePath };
    await wordToPdf({ ...word, workRoot: settings.workDir, signal, limits });
  }
  const thumbnailFolder = join(workDir, 'thumbnails');
  await mkdir(thumbnailFolder, { recursive: true });
  return { kind, pdfPath, ...(await readPdf(thumbnailFolder, { ...reading, sourcePath: pdfPath })) };
}
