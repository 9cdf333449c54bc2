import { PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';

/** A page of a file that goes under a sheet: the PDF that the sandbox wrote with it, and its place in that, from 0. */
export interface CopiedPlace {
  readonly pdf: Uint8Array;
  readonly page: number;
}

/** What was read stays while somebody keeps the bytes. */
const opened = new WeakMap<Uint8Array, Promise<PDFDocument>>();

/** Copies pages of other PDFs into one, each of them read once. */
export class CopiedPdfs {
  readonly #into: PDFDocument;

  constructor(into: PDFDocument) {
    this.#into = into;
  }

  /** Adds the page as it is: its content, its size and its rotation. What it would do by itself stays behind. */
  async add({ pdf, page }: CopiedPlace): Promise<PDFPage> {
    const opening = opened.get(pdf) ?? PDFDocument.load(pdf, { updateMetadata: false });
    opened.set(pdf, opening);
    const from = await opening;
    // Deleted before the page is copied, because everything that an entry refers to is copied, too, such as the signature of a seal.
    for (const entry of ['AA', 'Annots']) from.getPage(page).node.delete(PDFName.of(entry));
    const [copy] = await this.#into.copyPages(from, [page]);
    if (!copy) throw new Error('A page that was copied is missing.');
    return this.#into.addPage(copy);
  }
}
