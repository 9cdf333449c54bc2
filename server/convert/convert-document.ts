import type { Settings } from '../settings.ts';

export type ConvertedDocument = {
  kind: 'pdf' | 'doc' | 'docx';
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

/**
 * PDF and thumbnails of one uploaded file, told by its bytes and not by its name.
 * @throws {ConversionError}
 */
export async function convertDocument(request: ConvertDocument): Promise<ConvertedDocument> {
  throw new Error(`not built yet ${request.sourcePath}`);
}
