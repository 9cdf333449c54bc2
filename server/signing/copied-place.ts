import { PDFName, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib';

/** A page of a file that goes under a sheet: the PDF that the sandbox wrote with it, and its place in that, from 0. */
export interface CopiedPlace<Pdf = Uint8Array> {
  readonly pdf: Pdf;
  readonly page: number;
}

/** Adds the page to a PDF as it is: its content, its size and its rotation. Its actions and annotations are not copied. */
export async function addCopied(
  into: PDFDocument,
  { pdf, page }: CopiedPlace<PDFDocument>,
): Promise<PDFPage> {
  // Deleted before the page is copied, because everything that an entry refers to is copied, too, such as the signature of a seal.
  for (const entry of ['AA', 'Annots']) pdf.getPage(page).node.delete(PDFName.of(entry));
  const [copy] = await into.copyPages(pdf, [page]);
  if (!copy) throw new Error('A page that was copied is missing.');
  return into.addPage(copy);
}
