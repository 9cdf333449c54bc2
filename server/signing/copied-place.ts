import { PDFName, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib';

/** A file's page underneath a sheet: the PDF with it that the sandbox wrote, and its index in that PDF, from 0. */
export interface CopiedPlace<Pdf = Uint8Array> {
  readonly pdf: Pdf;
  readonly page: number;
}

/** Adds the page to a PDF without changing its content, size or rotation. Its actions and annotations are not copied. */
export async function addCopied(
  into: PDFDocument,
  { pdf, page }: CopiedPlace<PDFDocument>,
): Promise<PDFPage> {
  // Deleted before the page is copied, because a copy includes everything that an entry refers to, such as the signature of a
  // seal.
  for (const entry of ['AA', 'Annots']) pdf.getPage(page).node.delete(PDFName.of(entry));
  const [copy] = await into.copyPages(pdf, [page]);
  if (!copy) throw new Error('A page that was copied is missing.');
  return into.addPage(copy);
}
